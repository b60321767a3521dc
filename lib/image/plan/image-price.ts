import type { Bill } from '../../ledger/types';
import type { ModelOf } from '../../models/model';
import { billOf, maximumNano } from '../../models/price/bill';
import { imageParts } from '../../models/price/image';
import type { ImageSize } from './image-size';

type Sized = Pick<ImageSize, 'resolution' | 'quality'>;

/**
 * What a number of images costs at most, nano-USD.
 * @throws ApiError INVALID_REQUEST for a resolution or quality without a price
 */
export function priceOfImages({ price }: ModelOf<'image'>, { resolution, quality }: Sized, images: number): bigint {
  return maximumNano(imageParts(price, { resolution, quality, images }));
}

/** The bill of the images that were delivered: blocked and failed ones are not among them. */
export function billOfImages({ price }: ModelOf<'image'>, { resolution, quality }: Sized, images: number): Bill {
  return billOf(imageParts(price, { resolution, quality, images }));
}
