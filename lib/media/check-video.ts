import { mediaError, type MediaPath, formatSize } from './media-error';
import { brandsOf, startsWith } from './signature';

/** An accepted container (docs/api-rules.md, "Media bounds"). */
type VideoType = 'video/mp4' | 'video/mpeg' | 'video/quicktime' | 'video/webm';

/** How many bytes of a Matroska header are searched for its type. */
const EBML_HEAD_BYTES = 64;
const MAX_BYTES = 25_000_000;
const IMAGE_BRANDS = /^(avi[fs]|mif1|msf1|he[ivx][a-z])$/;
const AUDIO_BRANDS = /^(M4A |M4B |M4P |F4A )$/;
/** Boxes that old QuickTime files begin with instead of their brand. */
const OLD_BOXES = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/**
 * Identifies a video's container by its first bytes. Its content is not decoded.
 * @throws ApiError INVALID_VIDEO_FORMAT, INVALID_FILE_SIZE
 * @see docs/api-rules.md, "Media bounds"
 */
export function checkVideo(bytes: Uint8Array, { path }: { path: MediaPath }): { mime: VideoType } {
  if (bytes.byteLength > MAX_BYTES) {
    throw mediaError('INVALID_FILE_SIZE', path, `The video is larger than ${formatSize(MAX_BYTES)}`);
  }
  const mime = containerOf(bytes);
  if (mime === null) {
    throw mediaError('INVALID_VIDEO_FORMAT', path, 'The video must be an MP4, MPEG, QuickTime, or WebM file');
  }
  return { mime };
}

function containerOf(bytes: Uint8Array): VideoType | null {
  const [major] = brandsOf(bytes);
  if (major === 'qt  ') return 'video/quicktime';
  if (major !== undefined) return IMAGE_BRANDS.test(major) || AUDIO_BRANDS.test(major) ? null : 'video/mp4';
  if (OLD_BOXES.some((box) => startsWith(bytes, box, 4))) return 'video/quicktime';
  if (startsWith(bytes, '\x1a\x45\xdf\xa3')) {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, EBML_HEAD_BYTES));
    // Matroska has the same structure, but other codecs.
    return head.includes('webm') ? 'video/webm' : null;
  }
  // A pack of a program stream, or the header of an elementary stream.
  return startsWith(bytes, '\0\0\x01\xba') || startsWith(bytes, '\0\0\x01\xb3') ? 'video/mpeg' : null;
}
