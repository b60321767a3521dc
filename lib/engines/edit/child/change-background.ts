import { blurred, newRaster, type Raster, rasterOf, sharpOf } from '../filters/raster';
import { findMatte } from '../matte/find-matte';
import type { Matte } from '../matte/color-key';
import type { NewBackground } from '../step';

/**
 * Replaces the background of an image.
 * @param other the image that becomes the background
 * @returns null if no background could be found
 */
export async function changeBackground(
  raster: Raster,
  to: NewBackground,
  { other, segmenter }: { other?: Raster; segmenter?: string },
): Promise<{ raster: Raster; segmented: boolean } | null> {
  const found = await findMatte(raster, segmenter);
  if (!found) return null;
  const ground = await groundOf(raster, to, other);
  layOver(ground, raster, found.matte);
  return { raster: ground, segmented: found.segmented };
}

async function groundOf(raster: Raster, to: NewBackground, other: Raster | undefined): Promise<Raster> {
  const { width, height } = raster;
  switch (to.type) {
    case 'transparent':
      return newRaster(width, height);
    case 'color':
      return newRaster(width, height, to.color);
    case 'blur':
      return blurred(raster, Math.max(2, Math.min(width, height) / 45));
    case 'image':
      return rasterOf(sharpOf(other ?? raster).resize(width, height, { fit: 'cover' }));
  }
}

/** Puts the foreground onto the ground, in place. */
function layOver({ data }: Raster, front: Raster, matte: Matte): void {
  for (let index = 0, at = 0; index < matte.length; index += 1, at += 4) {
    const alpha =
      ((matte[index] ?? 0) / 255) * Math.min(1, (front.data[at + 3] ?? 255) / Math.max(1, matte[index] ?? 0));
    const below = ((data[at + 3] ?? 0) / 255) * (1 - alpha);
    const whole = alpha + below;
    if (whole === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const mixed = (front.data[at + channel] ?? 0) * alpha + (data[at + channel] ?? 0) * below;
      data[at + channel] = mixed / whole;
    }
    data[at + 3] = whole * 255;
  }
}
