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

/**
 * All images, each as a cell of a row, a column, or a grid. What the last row of a grid has fewer, its cells are wider,
 * so that none is empty.
 * @param base every cell is about as large as it
 */
export async function collage(
  images: readonly Raster[],
  layout: Step<'collage'>['layout'],
  base: Pick<Raster, 'width' | 'height'>,
): Promise<Raster> {
  const columns = layout === 'row' ? images.length : layout === 'column' ? 1 : Math.ceil(Math.sqrt(images.length));
  const rows = Math.ceil(images.length / columns);
  // All together must be within the bounds.
  const { width, height } = boundedSize(base.width * columns, base.height * rows);
  const gap = Math.round(GAP_SHARE * Math.min(width, height));
  const lines = parted(height, rows, gap);
  const layers = await Promise.all(
    images.map(async (image, index) => {
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, images.length - row * columns);
      const [across, down] = [parted(width, inRow, gap)[index % columns], lines[row]];
      if (!across || !down) throw new Error('A collage has no such cell.');
      const cell = await rasterOf(sharpOf(image).resize(across.length, down.length, { fit: 'cover' }));
      return { ...rawOf(cell), left: across.start, top: down.start };
    }),
  );
  return rasterOf(sharpOf(newRaster(width, height, [255, 255, 255])).composite(layers));
}

/** A length in so many parts with gaps between them, all of it used: they differ by a pixel at most. */
function parted(length: number, parts: number, gap: number): { start: number; length: number }[] {
  const free = Math.max(parts, length - gap * (parts - 1));
  return Array.from({ length: parts }, (_, index) => {
    const [from, to] = [Math.floor((free * index) / parts), Math.floor((free * (index + 1)) / parts)];
    return { start: from + gap * index, length: Math.max(1, to - from) };
  });
}
