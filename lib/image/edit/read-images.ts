import type { RunContext } from '../../accounts/caller';
import type { MediaPath } from '../../media/media-error';
import type { InputBounds, InputImage } from '../input/input-image';
import { readInputImage } from '../input/read-input-image';
import { readMask } from '../input/read-mask';

/** Bounds of an image that is edited (docs/api-rules.md, "Image edits"). */
const MAX_BYTES = 25_000_000;
const MIN_PIXELS = 65_536;
const MAX_PIXELS = 33_177_600;

/**
 * Reads an image that is to be edited.
 * @param takesUrls whether it may be an address
 * @throws ApiError 4xx naming the field and the bound; the signal's reason when aborted
 */
export function readImage(
  source: string | Uint8Array,
  path: MediaPath,
  context: RunContext,
  takesUrls = true,
): Promise<InputImage> {
  return readInputImage(source, boundsOf('image', path, context, takesUrls));
}

/**
 * Reads several images, one after the other, because each may need much memory while it is decoded.
 * @param field the field that lists them; a single image is the field itself
 */
export async function readImages(
  sources: readonly (string | Uint8Array)[],
  field: string,
  context: RunContext,
): Promise<InputImage[]> {
  const images: InputImage[] = [];
  for (const [index, source] of sources.entries()) {
    const path = sources.length === 1 ? [field] : [field, index];
    images.push(await readImage(source, path, context));
  }
  return images;
}

/** Reads the mask of an image. @throws ApiError as `readMask` of lib/image/input */
export function readMaskOf(base: InputImage, source: string | Uint8Array, context: RunContext): Promise<InputImage> {
  return readMask(source, base, boundsOf('mask', ['mask'], context, true));
}

function boundsOf(
  what: string,
  path: MediaPath,
  { caller, signal, lease }: RunContext,
  takesUrls: boolean,
): InputBounds {
  const sizes = { maxBytes: MAX_BYTES, minPixels: MIN_PIXELS, maxPixels: MAX_PIXELS };
  return { what, path, ...sizes, takesUrls, account: caller.account.id, signal, ...(lease && { lease }) };
}
