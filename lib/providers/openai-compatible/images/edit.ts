import { invalidField } from '../../../core/errors';
import type { EditCall, ImageEditor } from '../../image-spec';
import { atMostImages } from '../../kit/images/at-most-images';
import { askJson } from '../../kit/images/ask';
import { editFieldsOf, notApplied } from '../../kit/images/fields';
import { EXTENSIONS, type FormPart, multipart } from '../../kit/images/multipart';
import { withoutSettings } from '../../kit/images/prompts';
import { nearestSize, type Size, sizeOfEdit, unmetEditSize } from '../../kit/images/sizes';
import { addressOf, type OpenAiCompatible } from '../upstream';
import { type ImageDialect, imageDialectOf } from './dialects';
import { readAnswer } from './read-answer';
import { refusedContent, requestsOf } from './requests';

/**
 * Editing by an OpenAI-compatible server (`/images/edits`, a form).
 * @throws see `ImageEditor`; INVALID_REQUEST if the model takes fewer images, or cannot edit
 */
export function openAiCompatibleEdit(upstream: OpenAiCompatible): ImageEditor {
  const url = addressOf(upstream, '/images/edits');
  return async (call) => {
    const dialect = imageDialectOf(upstream, call.model);
    if (!dialect.edit) throw invalidField(['model'], 'This model cannot edit images');
    atMostImages(call.images, dialect.maxImages);
    const size = sizeFor(call, dialect);
    const { body, contentType } = multipart(partsOf(call, dialect, size));
    const requests = requestsOf(upstream, call);
    const unmet = size && dialect.sizes ? unmetEditSize(call, size) : [];
    const unapplied = notApplied(editFieldsOf(call), dialect.edit, unmet);
    try {
      const result = await readAnswer(await askJson({ url, body, contentType }, requests), upstream, requests);
      return { ...result, ...unapplied };
    } catch (thrown) {
      return refusedContent(thrown);
    }
  };
}

/** The size to request; undefined leaves it to the model, which keeps that of the base. */
function sizeFor(call: EditCall, { sizes }: ImageDialect): Size | undefined {
  const isRequested = call.size ?? call.resolution ?? call.aspectRatio;
  if (isRequested === undefined) return undefined;
  const wanted = sizeOfEdit(call);
  return sizes ? nearestSize(sizes, wanted) : wanted;
}

function partsOf(call: EditCall, dialect: ImageDialect, size: Size | undefined): FormPart[] {
  const { model, prompt, images, mask, quality } = call;
  const texts: Record<string, string> = {
    model,
    prompt: withoutSettings(prompt),
    n: '1',
    ...dialect.always,
    ...(size && { size: `${size.width}x${size.height}` }),
    ...(quality !== undefined && dialect.quality && { quality: dialect.quality(quality) }),
  };
  return [
    ...Object.entries(texts).map(([name, value]) => ({ name, value })),
    ...images.map((image, index) => ({
      name: dialect.imagePart,
      image,
      filename: `image-${index}.${EXTENSIONS[image.mime]}`,
    })),
    ...(mask && dialect.edit?.mask ? [{ name: 'mask', image: mask, filename: `mask.${EXTENSIONS[mask.mime]}` }] : []),
  ];
}
