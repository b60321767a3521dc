import sharp from 'sharp';
import { checkImage } from '../../media/check-image';
import { type MediaPath } from '../../media/media-error';
import { readMedia } from '../../media/read-media';
import type { EncodedImage } from '../../providers/image-spec';
import type { MemoryLease } from '../../platform/sharing/memory-shares';

/** Limits of an image that a caller sends. */
export type InputBounds = {
  path: MediaPath;
  what: string;
  maxBytes: number;
  minPixels?: number;
  maxPixels: number;
  takesUrls: boolean;
  account: string;
  signal: AbortSignal;
  lease?: MemoryLease | null;
};

/** Reads an image that a caller sends. @throws ApiError those of `lib/media` */
export async function readInputImage(
  source: string | Uint8Array,
  { path, what, maxBytes, account, signal }: InputBounds,
): Promise<EncodedImage & { width: number; height: number }> {
  const url = typeof source === 'string' && !/^(data:|https?:)/i.test(source) ? `data:;base64,${source}` : source;
  const bytes = typeof url === 'string' ? (await readMedia(url, { path, what, maxBytes, account, signal })).bytes : url;
  const { width, height } = await checkImage(bytes, { path, account, signal });
  return { bytes: await sharp(bytes).png().toBuffer(), mime: 'image/png', width, height };
}
