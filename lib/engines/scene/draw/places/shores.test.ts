import { describe, expect, it } from 'vitest';
import { testScene } from '../../test-scenes';
import { layOut, sceneryOf } from '../draw-scene';
import { paintScene } from '../paint-scene';

const OPTIONS = { width: 256, height: 256, seed: 1 };

describe('the sea at night', () => {
  it('mirrors its own moon, and none that is elsewhere', () => {
    const seen = (icon: string) => sceneryOf(testScene([{ icon }], { place: 'sea', time: 'night' }), OPTIONS);
    expect(seen('own:lighthouse')).toContain('reflection');
    expect(seen('full-moon')).not.toContain('reflection');
  });
});

describe('a lake', () => {
  it('carries water birds, unless somebody needs its shore', () => {
    const birds = testScene([{ icon: 'duck', count: 3 }, { icon: 'swan' }], { place: 'lake' });
    expect(layOut(birds, OPTIONS).parts.map(({ footing }) => footing)).toEqual(Array(4).fill('water'));
    const fed = testScene([{ icon: 'duck', count: 3 }, { icon: 'boy' }], { place: 'lake' });
    const { parts, backdrop } = layOut(fed, OPTIONS);
    expect(parts.find(({ subject }) => subject.icon === 'boy')?.footing).toBe('ground');
    expect(backdrop.footing).toBe('ground');
  });

  it('keeps the light of dawn in fog, and its ripples, in a woodblock print', () => {
    const scene = testScene([{ icon: 'duck' }], { place: 'lake', time: 'dawn', weather: 'fog' });
    const { data } = paintScene(scene, { ...OPTIONS, style: 'Ukiyo-e' });
    const sky = [0, 0, 0];
    for (let pixel = 256 * 50; pixel < 256 * 90; pixel += 1)
      [0, 1, 2].forEach((channel) => (sky[channel] = (sky[channel] ?? 0) + (data[pixel * 4 + channel] ?? 0)));
    const [red = 0, green = 0] = sky;
    expect(red / green).toBeGreaterThan(1.08);
    const inks = new Set<number>();
    for (let pixel = 256 * 190; pixel < 256 * 215; pixel += 1) inks.add((data[pixel * 4 + 2] ?? 0) >> 4);
    expect(inks.size).toBeGreaterThan(3);
  });
});
