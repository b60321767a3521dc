import type { MediaPath } from '../../media/media-error';
import type { MemoryLease } from '../../platform/sharing/memory-shares';
import type { EncodedImage } from '../../providers/image-spec';

/** Limits of an image, and who sends it. */
export type InputBounds = {
  /** Its path in the request. */
  path: MediaPath;
  /** What it is called in error texts: `image`, `mask`. */
  what: string;
  /** Of the file. */
  maxBytes: number;
  minPixels?: number;
  maxPixels: number;
  /** Whether it may be an address. */
  takesUrls: boolean;
  account: string;
  signal: AbortSignal;
  /** Memory that the request uses: the bytes are counted on it. */
  lease?: MemoryLease;
};

/** An image that was decoded completely, as adapters take it: 8 bits of sRGB, upright, without metadata. */
export type InputImage = EncodedImage & { width: number; height: number };
