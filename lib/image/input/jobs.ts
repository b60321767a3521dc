/** The messages between the service and the processes that read callers' images. */
import type { ImageMime } from '../../providers/image-spec';

/** Read an image, if it is within these bounds. */
export type ReadJob = {
  bytes: Uint8Array;
  /** According to its first bytes. */
  type: ImageMime | 'image/avif';
  minPixels: number;
  maxPixels: number;
  maxSide: number;
  /** Also find out whether any pixel is transparent. */
  withTransparency: boolean;
};

/**
 * The image as adapters take it; without `bytes`, it already is like that. `isTransparent`: whether any pixel is not
 * opaque. Or why it is refused; of its size, what the file says.
 */
export type ReadAnswer =
  | { bytes?: Uint8Array; mime: ImageMime; width: number; height: number; isTransparent?: boolean }
  | { problem: 'corrupted' }
  | { problem: 'too_small' | 'too_many_pixels' | 'side'; width: number; height: number };
