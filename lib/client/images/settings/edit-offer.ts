import { EDIT_BOUNDS } from './bounds';

type Size = { width: number; height: number };

/** Why an image cannot be edited, as a short note; null if it can. */
export function refuseEdit({ width, height }: Size): string | null {
  if (width * height < EDIT_BOUNDS.minPixels) return 'image too small';
  return width * height > EDIT_BOUNDS.maxPixels ? 'image too large' : null;
}

/** Why an image cannot be enlarged by a scale, as a short note; null if it can. The service would reduce 4× to 2×. */
export function refuseUpscale(size: Size, scale: 2 | 4): string | null {
  const isTooLarge = size.width * size.height * scale * scale > EDIT_BOUNDS.maxUpscaledPixels;
  return isTooLarge ? 'image too large' : refuseEdit(size);
}
