import { invalidField } from '../../core/errors';
import type { ModelOf } from '../../models/model';
import type { EditCall } from '../../providers/image-spec';
import type { ImageFormat } from '../contract';
import { checkPrompt } from '../plan/check-prompt';
import { chooseValue } from '../plan/choose-value';
import type { EditImageRequest } from './contract';

/** The fields that decide the size and the encoding of an edit. */
type SizeFields = Pick<EditImageRequest, 'aspect_ratio' | 'resolution' | 'quality' | 'output_format'>;

/** What is decided about an edit before its images are read. */
export type EditPlan = Pick<EditCall, 'aspectRatio' | 'resolution' | 'quality'> & {
  format: ImageFormat;
  /** Names of fields that the model does not know. */
  notApplied: string[];
};

/** The resolution whose images are small enough for PNG. */
const SMALL_RESOLUTION = '1K';

/**
 * Decides size and encoding of an edit (docs/api-rules.md, "Image edits").
 * @param images number of input images
 * @param imagesField the request's field that lists them, for errors
 * @throws ApiError INVALID_REQUEST: too long a prompt, too many images, a value outside of the model's list
 */
export function planEdit(
  fields: SizeFields & { prompt: string },
  images: number,
  model: ModelOf<'inpaint'>,
  imagesField = 'images',
): EditPlan {
  checkPrompt(fields.prompt, model);
  if (images > model.maxInputImages) {
    throw invalidField([imagesField], `The model ${model.id} takes at most ${model.maxInputImages}`, 'too_big');
  }
  const notApplied: string[] = [];
  const { resolutions, qualities } = model;
  if (!resolutions && fields.resolution !== undefined) notApplied.push('resolution');
  if (!qualities && fields.quality !== undefined) notApplied.push('quality');
  const resolution = resolutions && chooseValue('resolution', fields.resolution, resolutions, model.defaultResolution);
  const quality = qualities && chooseValue('quality', fields.quality, qualities, model.defaultQuality);
  const aspectRatio = planRatio(fields, images, model);
  const isSmall = resolution === undefined || resolution === SMALL_RESOLUTION;
  return {
    ...(aspectRatio !== undefined && { aspectRatio }),
    ...(resolution !== undefined && { resolution }),
    ...(quality !== undefined && { quality }),
    format: fields.output_format ?? (isSmall ? 'png' : 'jpeg'),
    notApplied,
  };
}

/** Undefined keeps that of the base. */
function planRatio(
  { aspect_ratio: ratio = 'auto' }: SizeFields,
  images: number,
  { id, aspectRatios, singleImageAspectRatio }: ModelOf<'inpaint'>,
): string | undefined {
  if (ratio === 'auto') return undefined;
  if (!aspectRatios.includes(ratio)) {
    throw invalidField(['aspect_ratio'], `Must be one of: ${aspectRatios.join(', ')}`);
  }
  if (images === 1 && !singleImageAspectRatio) {
    throw invalidField(['aspect_ratio'], `The model ${id} keeps the aspect ratio of a single image: send auto`);
  }
  return ratio;
}
