import { expect, it } from 'vitest';
import { testScene } from '../../test-scenes';
import { layOut } from '../draw-scene';

it('has street lamps whose feet are no nearer than those of buildings, for these hide them', () => {
  for (const seed of [1, 2, 3]) {
    const scene = testScene([{ icon: 'own:shop' }], { place: 'street' });
    const { backdrop, parts } = layOut(scene, { width: 512, height: 512, seed });
    const lamps = backdrop.back.join('').match(/<!--street lamp-->.*?<!--\/street lamp-->/gs) ?? [];
    const feet = [...lamps.join('').matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)].map(
      ([, y, height]) => Number(y) + Number(height),
    );
    const shop = parts.find(({ subject }) => subject.icon === 'own:shop');
    expect(feet.length).toBeGreaterThan(0);
    expect(Math.max(...feet)).toBeLessThanOrEqual((shop?.y ?? 0) + (shop?.height ?? 0) + 0.1);
  }
});
