import { ApiError } from '../../../core/errors';
import type { EncodedImage } from '../../image-spec';

/**
 * The images of an edit, if the model takes that many.
 * @throws ApiError INVALID_REQUEST that names the bound
 */
export function atMostImages(images: readonly EncodedImage[], max: number): readonly EncodedImage[] {
  if (images.length <= max) return images;
  const bound = max === 1 ? 'a single image' : `at most ${max} images`;
  throw new ApiError('INVALID_REQUEST', `images: this model takes ${bound}, and the request has ${images.length}.`);
}

/** A seed for upstreams that take no negative ones: its distance from zero. */
export function unsignedSeed(seed: number): number {
  return Math.abs(seed);
}
