/** What the service and the enlarging process (`upscale.child.ts`) send each other. */

/** Enlarge an image. */
export type UpscaleJob = {
  bytes: Uint8Array;
  scale: 2 | 4;
  /** Path of the network's weights, if they are installed. */
  weights?: string;
};

/** How an image was enlarged. */
export type UpscaleMethod = 'network' | 'lanczos';

/** The result as PNG, or why there is none. */
export type UpscaleAnswer =
  | { bytes: Uint8Array; width: number; height: number; method: UpscaleMethod }
  | { problem: 'undecodable' | 'too_many_pixels' };

/** Pixels that a result may have. */
export const MAX_RESULT_PIXELS = 16_777_216;
/** Larger images are enlarged without the network. */
export const MAX_NETWORK_PIXELS = 262_144;
