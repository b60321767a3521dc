import { z } from 'zod';
import type { ImageCall, ImageResult } from '../../image-spec';
import { askJson } from '../../kit/images/ask';
import { type CarriedFields, drawFieldsOf, notApplied } from '../../kit/images/fields';
import { promptsOf } from '../../kit/images/prompts';
import { readBase64Image } from '../../kit/images/read-image';
import { nearestRatio } from '../../kit/images/sizes';
import { inferenceFailed } from '../../kit/map-error';
import type { GoogleCall } from './google-call';

/** What carries each field (docs/fields.md, "Images"). */
export const IMAGEN_FIELDS: CarriedFields = {
  draw: { aspect_ratio: 'nearest `aspectRatio`', resolution: '`imageSize`, up to 2K', style_preset: 'in the prompt' },
  edit: null,
  upscale: null,
};

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'];
const SIZES = ['1K', '2K'];

/**
 * Refused content has no prediction, and then nothing at all is in the answer, or one with a reason in place of its
 * image.
 */
const Nothing = z.strictObject({});
const Answer = z.object({
  predictions: z.array(
    z.object({
      bytesBase64Encoded: z.string().optional(),
      raiFilteredReason: z.string().optional(),
      prompt: z.string().nullish().catch(null),
    }),
  ),
});

/** Draws with an Imagen model. @throws see `ImageModel` */
export async function drawWithImagen(call: ImageCall, { url, requests }: GoogleCall): Promise<ImageResult> {
  const aspectRatio = nearestRatio(RATIOS, call);
  const imageSize = SIZES.find((size) => size === call.resolution);
  const body = JSON.stringify({
    instances: [{ prompt: promptsOf(call).prompt }],
    parameters: { sampleCount: 1, includeRaiReason: true, aspectRatio, ...(imageSize !== undefined && { imageSize }) },
  });
  const found = await askJson({ url: url('predict'), body }, requests);
  if (Nothing.safeParse(found).success) return { image: null };
  const answer = Answer.safeParse(found);
  if (!answer.success) throw inferenceFailed(new Error('The upstream sent no answer.'));
  const [first] = answer.data.predictions;
  if (!first || first.raiFilteredReason !== undefined) return { image: null };
  const { bytesBase64Encoded: base64 = '', prompt } = first;
  const unmet = [
    ...(call.aspectRatio === aspectRatio ? [] : ['aspect_ratio' as const]),
    ...(call.resolution === imageSize ? [] : ['resolution' as const]),
  ];
  return {
    image: await readBase64Image(base64, requests),
    ...(prompt && { revisedPrompt: prompt }),
    ...notApplied(drawFieldsOf(call), IMAGEN_FIELDS.draw ?? {}, unmet),
  };
}
