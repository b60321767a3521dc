import { invalidField } from '../../../core/errors';
import type { SizedImage } from '../../image-spec';

/**
 * The images of an edit, if the model takes that many.
 * @throws ApiError INVALID_REQUEST that names the bound
 */
export function atMostImages(images: readonly SizedImage[], max: number): readonly SizedImage[] {
  if (images.length <= max) return images;
  const bound = max === 1 ? 'a single image' : `at most ${max} images`;
  throw invalidField(['images'], `This model takes ${bound}, and the request has ${images.length}`, 'too_big');
}
