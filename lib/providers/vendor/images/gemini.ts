import { z } from 'zod';
import { ApiError } from '../../../core/errors';
import type { EditCall, EncodedImage, ImageCall, ImageResult } from '../../image-spec';
import { atMostImages } from '../../kit/images/at-most-images';
import { unsignedSeed } from '../../kit/images/unsigned-seed';
import { askJson, type ImageRequests } from '../../kit/images/ask';
import { type CarriedFields, drawFieldsOf, editFieldsOf, notApplied } from '../../kit/images/fields';
import { jsonBody } from '../../kit/images/json-body';
import { promptsOf } from '../../kit/images/prompts';
import { readBase64Image } from '../../kit/images/read-image';
import { nearestRatio, sizeOfEdit } from '../../kit/images/sizes';
import { inferenceFailed } from '../../kit/map-error';
import { scrubMessage } from '../../kit/scrub';
import type { GoogleCall } from './google-call';

/** What carries each field (docs/fields.md, "Images"). */
export const GEMINI_FIELDS: CarriedFields = {
  draw: {
    aspect_ratio: 'nearest `aspectRatio`',
    resolution: '`imageSize`; not Gemini 2.5',
    seed: '✓',
    style_preset: 'in the prompt',
    style_references: '`inlineData`, without their strength',
  },
  edit: { images: '`inlineData`', aspect_ratio: 'nearest `aspectRatio`', resolution: '`imageSize`; not Gemini 2.5' },
  upscale: null,
};

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];
/** It has one size per ratio. */
const ONE_SIZE = /gemini-2\.[05]/;
const MAX_IMAGES = 14;
/** Reasons for an answer without an image that are about its content. */
const CONTENT_REASON = /SAFETY|PROHIBITED_CONTENT|BLOCKLIST|SPII|RECITATION/;

const Text = z.string().nullish().catch(null);
const Part = z.object({
  text: Text,
  thought: z.boolean().nullish().catch(null),
  inlineData: z.object({ data: z.string() }).nullish().catch(null),
});
const Answer = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(Part).catch([]) })
          .nullish()
          .catch(null),
        finishReason: Text,
      }),
    )
    .catch([]),
  promptFeedback: z.object({ blockReason: Text }).nullish().catch(null),
});

/** Draws with a Gemini model. @throws see `ImageModel` */
export async function drawWithGemini(call: ImageCall, target: GoogleCall): Promise<ImageResult> {
  const { prompt } = promptsOf(call);
  const references = (call.styleReferences ?? []).map(({ image }) => image);
  const aspectRatio = nearestRatio(RATIOS, call);
  const isOneSize = ONE_SIZE.test(call.model);
  const result = await ask(target, {
    prompt: references.length > 0 ? `${prompt}\n\nFollow the style of the attached images.` : prompt,
    images: references,
    seed: unsignedSeed(call.seed),
    imageConfig: { aspectRatio, ...(call.resolution !== undefined && !isOneSize && { imageSize: call.resolution }) },
  });
  const unmet = unmetOf(call.aspectRatio, aspectRatio, isOneSize);
  return { ...result, ...notApplied(drawFieldsOf(call), GEMINI_FIELDS.draw ?? {}, unmet) };
}

/** Edits with a Gemini model. @throws see `ImageEditor`; INVALID_REQUEST for too many images */
export async function editWithGemini(call: EditCall, target: GoogleCall): Promise<ImageResult> {
  const { resolution } = call;
  const isOneSize = ONE_SIZE.test(call.model);
  const { aspectRatio: wanted } = call;
  // Without a ratio, it keeps that of the base.
  const aspectRatio = wanted === undefined ? undefined : nearestRatio(RATIOS, sizeOfEdit(call));
  const result = await ask(target, {
    prompt: call.prompt,
    images: atMostImages(call.images, MAX_IMAGES),
    imageConfig: {
      ...(aspectRatio !== undefined && { aspectRatio }),
      ...(resolution !== undefined && !isOneSize && { imageSize: resolution }),
    },
  });
  const unmet = unmetOf(wanted, aspectRatio, isOneSize);
  return { ...result, ...notApplied(editFieldsOf(call), GEMINI_FIELDS.edit ?? {}, unmet) };
}

function unmetOf(
  wanted: string | undefined,
  used: string | undefined,
  isOneSize: boolean,
): ('aspect_ratio' | 'resolution')[] {
  return [
    ...(wanted === undefined || wanted === used ? [] : ['aspect_ratio' as const]),
    ...(isOneSize ? ['resolution' as const] : []),
  ];
}

type Asked = {
  prompt: string;
  images: readonly EncodedImage[];
  seed?: number;
  imageConfig: { aspectRatio?: string; imageSize?: string };
};

async function ask({ url, requests }: GoogleCall, { prompt, images, seed, imageConfig }: Asked): Promise<ImageResult> {
  const body = jsonBody((put) => ({
    contents: [
      {
        role: 'user',
        parts: [
          { text: prompt },
          ...images.map((image) => ({ inlineData: { mimeType: image.mime, data: put(image) } })),
        ],
      },
    ],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      ...(seed !== undefined && { seed }),
      ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
    },
  }));
  return readAnswer(await askJson({ url: url('generateContent'), body }, requests), requests);
}

async function readAnswer(answer: unknown, requests: ImageRequests): Promise<ImageResult> {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) throw inferenceFailed(new Error('The upstream sent no answer.'));
  const { candidates, promptFeedback } = parsed.data;
  const [first] = candidates;
  const parts = (first?.content?.parts ?? []).filter(({ thought }) => thought !== true);
  // Of several, the last one is finished.
  const data = parts.findLast(({ inlineData }) => inlineData != null)?.inlineData?.data;
  if (data !== undefined) return { image: await readBase64Image(data, requests) };
  const reason = promptFeedback?.blockReason ?? first?.finishReason ?? '';
  if (promptFeedback?.blockReason != null || CONTENT_REASON.test(reason)) return { image: null };
  const said = parts.map(({ text }) => text ?? '').join('');
  if (said.trim() === '') throw inferenceFailed(new Error(`The upstream sent no image: ${reason.slice(0, 50)}`));
  throw new ApiError('INVALID_REQUEST', scrubMessage(said, requests.identity.secrets), {
    cause: new Error('words instead of an image'),
  });
}
