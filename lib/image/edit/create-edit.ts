import type { RunContext } from '../../accounts/caller';
import { SECOND_MS } from '../../core/time';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import type { ImageQuality } from '../../providers/image-spec';
import type { CreateImageAnswer } from '../openai/contract';
import { encodeImage } from '../encode-image';
import { noteModel } from '../note-model';
import type { CreateImageEditRequest } from './contract';
import { planEdit } from './plan-edit';
import { readImages, readMaskOf } from './read-images';
import { runEdit } from './run-edit';

/** Fields that no model takes. */
const WITHOUT_EFFECT = ['input_fidelity', 'output_compression', 'partial_images'] as const;

/**
 * `POST /images/edits` (docs/api-rules.md, "Image edits"): one or several images, edited, in OpenAI's layout.
 * @param found the model that answers, which the caller may use
 * @throws ApiError those of planning (400), and those of `runEdit`
 */
export async function createImageEdit(
  body: CreateImageEditRequest,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<CreateImageAnswer> {
  noteModel(found, context);
  const { prompt, size = 'auto', output_format: format = 'png', moderation = 'auto' } = body;
  const quality = qualityOf(body, found.model);
  const fields = { prompt, output_format: format, ...(quality && { quality }) };
  const plan = planEdit(fields, body.image.length, found.model, 'image');
  const { bytes, contentType } = await runEdit(
    {
      plan: { ...plan, notApplied: [...plan.notApplied, ...fieldsWithoutEffect(body, found.model)] },
      prompt,
      images: body.image.length,
      read: (working) => readInputs(body, working),
      ...(size !== 'auto' && { size: sizeOf(size) }),
      safeMode: moderation !== 'low',
      sent: new Set(Object.keys(body)),
    },
    found,
    context,
  );
  const isUrl = body.response_format === 'url';
  const text = await encodeImage(bytes, context, isUrl ? `data:${contentType};base64,` : '');
  const data = [isUrl ? { url: text } : { b64_json: text }];
  return { created: Math.floor(context.arrivedAtMs / SECOND_MS), data };
}

async function readInputs({ image, mask }: CreateImageEditRequest, context: RunContext) {
  const images = await readImages(image, 'image', context);
  const [base] = images;
  if (!base || mask === undefined) return { images };
  return { images, mask: await readMaskOf(base, mask, context) };
}

/** The quality of a model that has several; OpenAI's older names mean the usual and the highest one. */
function qualityOf({ quality }: CreateImageEditRequest, { qualities }: ModelOf<'inpaint'>): ImageQuality | undefined {
  const named = quality === 'hd' ? 'high' : quality === 'standard' || quality === 'auto' ? undefined : quality;
  return named !== undefined && qualities?.includes(named) ? named : undefined;
}

function fieldsWithoutEffect(body: CreateImageEditRequest, model: ModelOf<'inpaint'>): string[] {
  const named = WITHOUT_EFFECT.filter((name) => body[name] !== undefined);
  const isTransparent = body.background === 'transparent';
  const { quality = 'auto' } = body;
  const hasQuality = quality === 'auto' || quality === 'standard' || qualityOf(body, model) !== undefined;
  return [...named, ...(isTransparent ? ['background'] : []), ...(hasQuality ? [] : ['quality'])];
}

function sizeOf(size: string): { width: number; height: number } {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
}
