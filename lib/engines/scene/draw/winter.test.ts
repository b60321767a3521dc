import { describe, expect, it } from 'vitest';
import type { Scene } from '../scene';
import { testScene } from '../test-scenes';
import { drawScene } from './draw-scene';
import { makePalette } from './palette';
import { paintScene } from './paint-scene';

const OPTIONS = { width: 256, height: 256, seed: 1 };
const SUNSHINE = 'fill="url(#shine)"';

const drawn = (scene: Partial<Scene>, icon = 'house'): string => drawScene(testScene([{ icon }], scene), OPTIONS);

describe('winter', () => {
  it('has no sun on its days, unless the prompt names it', () => {
    for (const place of ['meadow', 'snow', 'mountains', 'village', 'garden', 'forest'] as const) {
      expect(drawn({ place, season: 'summer' })).toContain(SUNSHINE);
      expect(drawn({ place, season: 'winter' })).not.toContain(SUNSHINE);
      expect(drawn({ place, season: 'winter', sky: 'sunny' })).toContain(SUNSHINE);
    }
  });

  it('lets flakes fall, and has neither leaves nor grass nor flowers', () => {
    const count = (svg: string, color: string): number => svg.split(color).length - 1;
    const [leaf, stem] = ['#3f9148', '#4b8b3e'];
    for (const place of ['meadow', 'garden'] as const) {
      const [summer, winter] = [drawn({ place, season: 'summer' }), drawn({ place, season: 'winter' })];
      expect(count(summer, stem)).toBeGreaterThan(0);
      expect(count(winter, stem) + count(winter, leaf)).toBe(0);
      expect(count(winter, 'fill="#ffffff"')).toBeGreaterThan(30);
    }
  });

  it('lays snow on roofs outdoors, and on nobody alive', () => {
    const capOn = (icon: string, scene: Partial<Scene>): boolean => {
      const { lit } = makePalette(testScene([], scene));
      return drawn(scene, icon).includes(`fill="${lit('#7f9bba')}"`);
    };
    expect(capOn('house', { season: 'winter' })).toBe(true);
    expect(capOn('house', { season: 'summer' })).toBe(false);
    expect(capOn('house', { season: 'winter', place: 'room' })).toBe(false);
    expect(capOn('dog', { season: 'winter' })).toBe(false);
  });

  it('is seen in a pencil sketch: there are more lines on the ground and in the sky than on blank paper', () => {
    const scene = testScene([], { place: 'snow' });
    const { data } = paintScene(scene, { ...OPTIONS, style: 'Pencil Sketch' });
    const dark = (from: number, to: number): number => {
      let count = 0;
      for (let pixel = from * 256; pixel < to * 256; pixel += 1) if ((data[pixel * 4] ?? 255) < 190) count += 1;
      return count;
    };
    expect(dark(0, 100)).toBeGreaterThan(40);
    expect(dark(180, 256)).toBeGreaterThan(200);
  });
});
