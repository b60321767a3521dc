import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import type { MediaPath } from '../../media/media-error';
import type { EncodedImage } from '../../providers/image-spec';
import { readInputImage } from '../input/read-input-image';

/** Bounds of an image that is edited (docs/api-rules.md, "Image edits"). */
const MAX_BYTES = 25_000_000;
const MIN_PIXELS = 65_536;
const MAX_PIXELS = 33_177_600;

/** An image that a caller sent, decoded and encoded again. */
export type InputImage = EncodedImage & { width: number; height: number };

/**
 * Reads an image that is to be edited.
 * @param takesUrls whether it may be an address
 * @throws ApiError 400 or 413 naming the field and the bound; the signal's reason when aborted
 */
export function readImage(
  source: string | Uint8Array,
  path: MediaPath,
  { caller, signal, lease }: RunContext,
  takesUrls = true,
): Promise<InputImage> {
  const bounds = { what: 'image', maxBytes: MAX_BYTES, minPixels: MIN_PIXELS, maxPixels: MAX_PIXELS };
  return readInputImage(source, { ...bounds, path, takesUrls, account: caller.account.id, signal, lease });
}

/**
 * Reads several images, one after the other, because each may need much memory while it is decoded.
 * @param field the field that lists them
 */
export async function readImages(
  sources: readonly (string | Uint8Array)[],
  field: string,
  context: RunContext,
): Promise<InputImage[]> {
  const images: InputImage[] = [];
  for (const [index, source] of sources.entries()) images.push(await readImage(source, [field, index], context));
  return images;
}

/**
 * Reads a mask, which must be as large as the image that it belongs to.
 * @throws ApiError as `readImage`, INVALID_REQUEST for another size
 */
export async function readMask(
  source: string | Uint8Array,
  { width, height }: InputImage,
  context: RunContext,
): Promise<EncodedImage> {
  const mask = await readImage(source, ['mask'], context);
  if (mask.width === width && mask.height === height) return mask;
  throw invalidField(['mask'], `Must be as large as the image: ${width} × ${height} pixels`);
}
