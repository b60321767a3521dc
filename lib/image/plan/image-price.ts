import type { Bill } from '../../ledger/types';
import type { ModelOf } from '../../models/model';
import { billOf, maximumNano } from '../../models/price/bill';
import { extraParts, type ExtraUsage } from '../../models/price/extras';
import { imageParts } from '../../models/price/image';
import type { ImageSize } from './image-size';

type Sized = Pick<ImageSize, 'resolution' | 'quality'>;

/**
 * What a number of images and the extras beside them cost at most, nano-USD.
 * @throws ApiError INVALID_REQUEST for a resolution or quality without a price
 */
export function priceOfImages(
  { price }: ModelOf<'image'>,
  { resolution, quality }: Sized,
  images: number,
  extras: ExtraUsage = {},
): bigint {
  return maximumNano([...imageParts(price, { resolution, quality, images }), ...extraParts(extras)]);
}

/**
 * The bill of the images that were delivered, and of the extras beside them: blocked and failed images are not among
 * them, and without any image the extras are free too.
 */
export function billOfImages(
  { price }: ModelOf<'image'>,
  { resolution, quality }: Sized,
  images: number,
  extras: ExtraUsage = {},
): Bill {
  return billOf([...imageParts(price, { resolution, quality, images }), ...(images > 0 ? extraParts(extras) : [])]);
}
