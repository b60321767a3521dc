import { type Raster, rasterOf, sharpOf } from '../filters/raster';
import { MAX_EDIT_PIXELS, MIN_SIDE } from '../jobs';

/** A size within the bounds of edits, with the same proportions as far as possible; whole pixels. */
export function boundedSize(width: number, height: number): { width: number; height: number } {
  const shrink = Math.min(1, Math.sqrt(MAX_EDIT_PIXELS / (width * height)));
  const side = (length: number): number => Math.max(MIN_SIDE, Math.floor(length * shrink));
  return { width: side(Math.round(width)), height: side(Math.round(height)) };
}

/** Enlarges or shrinks to a size within the bounds of edits. */
export async function resizeTo(raster: Raster, width: number, height: number): Promise<Raster> {
  const size = boundedSize(width, height);
  if (size.width === raster.width && size.height === raster.height) return raster;
  return rasterOf(sharpOf(raster).resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' }));
}
