import { mediaError } from '../../media/media-error';
import type { readMedia } from '../../media/read-media';
import { decodeInput } from './decode-input';
import type { InputBounds, InputImage } from './input-image';
import { freedBytesOf, readBytes } from './read-input-image';

/**
 * Reads the mask of an edit: it is transparent where the base may change.
 * @param base the size of the image that is edited, in pixels
 * @throws ApiError as `readInputImage`; INVALID_REQUEST if it has another size than the base, or no transparent pixel
 */
export async function readMask(
  source: string | Uint8Array,
  base: { width: number; height: number },
  bounds: InputBounds,
  get?: Parameters<typeof readMedia>[2],
): Promise<InputImage> {
  const bytes = await readBytes(source, bounds, get);
  const freedBytes = freedBytesOf(source, bytes);
  const { isTransparent, ...mask } = await decodeInput(bytes, { ...bounds, withTransparency: true, freedBytes });
  const { path, what } = bounds;
  if (mask.width !== base.width || mask.height !== base.height) {
    const sizes = `${base.width} × ${base.height} pixels like the image, but has ${mask.width} × ${mask.height}`;
    throw mediaError('INVALID_REQUEST', path, `The ${what} must have ${sizes}`);
  }
  if (!isTransparent) {
    const text = 'must be transparent where the image may change, but it has no transparent pixel';
    throw mediaError('INVALID_REQUEST', path, `The ${what} ${text}`);
  }
  return mask;
}
