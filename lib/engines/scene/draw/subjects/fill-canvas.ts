import { makeRandom } from '../random';
import { type Bands, type Canvas, usualScale } from './bands';
import type { Cluster } from './cluster';
import { type Floating, scatter } from './scatter';

/** Everything scattered over the whole picture, as large as it fits. */
export function fillCanvas(bands: Bands, { width, height, seed }: Canvas): Cluster[] {
  const high = [...bands.sky, ...bands.ceiling, ...bands.banner];
  const low = [...bands.ground, ...bands.water];
  const isMixed = high.length > 0 && low.length > 0;
  const force = isMixed ? 0.7 : high.length + low.length === 1 ? 0.5 : 0.1;
  const items = [
    ...high.map((cluster): Floating => ({ cluster, aim: { at: isMixed ? 0.28 : 0.5, force } })),
    ...low.map((cluster): Floating => ({ cluster, aim: { at: isMixed ? 0.68 : 0.52, force } })),
  ];
  const clusters = items.map(({ cluster }) => cluster);
  const maxScale = usualScale(clusters, { width, height }, 1.6);
  const space = { top: height * 0.09, bottom: height * 0.91, width, maxScale, fill: 0.46, taken: [] };
  return scatter(items, space, makeRandom(seed, 'positions'));
}
