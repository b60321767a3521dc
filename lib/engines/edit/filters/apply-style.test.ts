import sharp from 'sharp';
import { expect, it } from 'vitest';
import { IMAGE_STYLES } from '../../../core/image-styles';
import { landscape } from '../test-images';
import { applyStyle } from './apply-style';
import { copyOf, type Raster, rasterOf } from './raster';

/** The mean distance of two images' colors. */
function difference(one: Raster, other: Raster): number {
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) sum += Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
  return sum / one.data.length;
}

it('draws every style differently, in the same size, and the same way each time', async () => {
  const base = await rasterOf(sharp(await landscape(120, 80)));
  const results: Raster[] = [];
  for (const { name } of IMAGE_STYLES) {
    const result = await applyStyle(copyOf(base), name);
    expect([result.width, result.height], name).toEqual([120, 80]);
    expect(difference(result, base), name).toBeGreaterThan(2);
    expect(difference(result, await applyStyle(copyOf(base), name)), name).toBe(0);
    for (const earlier of results) expect(difference(result, earlier), name).toBeGreaterThan(2);
    results.push(result);
  }
});

it('works on the smallest images', async () => {
  const base = await rasterOf(sharp(await landscape(16, 16)));
  for (const { name } of IMAGE_STYLES) {
    expect((await applyStyle(copyOf(base), name)).data, name).toHaveLength(16 * 16 * 4);
  }
});
