import { expect, it } from 'vitest';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import { testScene } from '../../test-scenes';
import { hexOf, hslOf, hueDistance } from '../color';
import { paintScene } from '../paint-scene';

it('gives the lines of a flower the color that is demanded', () => {
  for (const icon of ['blossom', 'tulip', 'rose', 'hibiscus']) {
    const scene = testScene([{ icon, color: 'pink', size: 'huge' }], { place: 'plain' });
    const { data } = paintScene(scene, { width: 160, height: 160, seed: 1, style: 'Neon' });
    const hues: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      const { h, s, l } = hslOf(hexOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
      if (l > 0.3 && s > 0.3) hues.push(h);
    }
    const pink = hues.filter((h) => hueDistance(h, SUBJECT_COLORS.pink.h) < 35);
    expect(hues.length, icon).toBeGreaterThan(100);
    // The rest is its green stem, and the ground.
    expect(pink.length / hues.length, icon).toBeGreaterThan(0.3);
  }
});
