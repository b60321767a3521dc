/** Steps that put several images into one. */
import { mixInto, newRaster, type Raster, rasterOf, sharpOf } from '../filters/raster';
import type { EditStep } from '../step';
import { boundedSize } from './fit-size';
import { offsetOf, rawOf } from './reshape';

type Step<Kind extends EditStep['kind']> = Extract<EditStep, { kind: Kind }>;

const MARGIN_SHARE = 0.03;
const GAP_SHARE = 0.015;

/** Another image on top of the base, with a margin to its edges. */
export async function place(base: Raster, other: Raster, { anchor, share }: Step<'place'>): Promise<Raster> {
  const margin = share > 0.9 ? 0 : Math.round(MARGIN_SHARE * Math.min(base.width, base.height));
  const fit = Math.min((base.width * share) / other.width, (base.height - 2 * margin) / other.height);
  const width = Math.max(1, Math.min(base.width, Math.round(other.width * fit)));
  const height = Math.max(1, Math.min(base.height, Math.round(other.height * fit)));
  const small = await rasterOf(sharpOf(other).resize(width, height, { fit: 'fill' }));
  const free = offsetOf(anchor, base.width - width - 2 * margin, base.height - height - 2 * margin);
  const left = Math.min(base.width - width, Math.max(0, free.left + margin));
  const top = Math.min(base.height - height, Math.max(0, free.top + margin));
  return rasterOf(sharpOf(base).composite([{ ...rawOf(small), left, top }]));
}

/** Another image, cut to the base's size, mixed into it. */
export async function blend(base: Raster, other: Raster, amount: number): Promise<Raster> {
  const same = await rasterOf(sharpOf(other).resize(base.width, base.height, { fit: 'cover' }));
  mixInto(base, same, amount);
  return base;
}

/** All images, each as a cell of a row, a column, or a grid. */
export async function collage(images: readonly Raster[], layout: Step<'collage'>['layout']): Promise<Raster> {
  const columns = layout === 'row' ? images.length : layout === 'column' ? 1 : Math.ceil(Math.sqrt(images.length));
  const rows = Math.ceil(images.length / columns);
  const base = images[0] ?? newRaster(1, 1);
  // Every cell is as large as the base; all together must be within the bounds.
  const whole = boundedSize(base.width * columns, base.height * rows);
  const gap = Math.round(GAP_SHARE * Math.min(whole.width, whole.height));
  const cell = {
    width: Math.max(1, Math.floor((whole.width - gap * (columns - 1)) / columns)),
    height: Math.max(1, Math.floor((whole.height - gap * (rows - 1)) / rows)),
  };
  const layers = await Promise.all(
    images.map(async (image, index) => ({
      ...rawOf(await rasterOf(sharpOf(image).resize(cell.width, cell.height, { fit: 'cover' }))),
      left: (index % columns) * (cell.width + gap),
      top: Math.floor(index / columns) * (cell.height + gap),
    })),
  );
  const ground = newRaster(
    cell.width * columns + gap * (columns - 1),
    cell.height * rows + gap * (rows - 1),
    [255, 255, 255],
  );
  return rasterOf(sharpOf(ground).composite(layers));
}
