import { mediaError, type MediaPath } from './media-error';
import { brandsOf, startsWith } from './signature';

/** An accepted image format. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif';

/** What the image is called in error texts, and its path in the request. */
type Medium = { what: string; path: MediaPath };

/** The type according to the first bytes: nothing else reaches a decoder. @throws ApiError INVALID_IMAGE_FORMAT */
export function imageTypeOf(bytes: Uint8Array, { what, path }: Medium): ImageType {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  const brands = brandsOf(bytes);
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  const other = otherFormat(bytes, brands);
  throw mediaError(
    'INVALID_IMAGE_FORMAT',
    path,
    `The ${what} must be PNG, JPEG, WebP, or AVIF${other ? `, not ${other}` : ''}`,
  );
}

/** The name of a known format that is not accepted. */
function otherFormat(bytes: Uint8Array, brands: string[]): string | null {
  if (brands.some((brand) => /^(he[ivx][a-z]|mif1|msf1)$/.test(brand))) return 'HEIC';
  if (startsWith(bytes, 'GIF8')) return 'GIF';
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*')) return 'TIFF';
  if (startsWith(bytes, 'BM')) return 'BMP';
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 512)).toString('latin1');
  return /<svg[\s>]/i.test(beginning) ? 'SVG' : null;
}
