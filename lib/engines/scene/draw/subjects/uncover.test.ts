import { describe, expect, it } from 'vitest';
import { testScene } from '../../test-scenes';
import { layOut } from '../draw-scene';
import type { Cluster } from './cluster';
import { uncovered } from './uncover';

const OPTIONS = { width: 512, height: 512 };

describe('uncovered', () => {
  it('moves what stands before a face aside, and nothing else', () => {
    const [subject] = testScene([{ icon: 'penguin' }]).subjects;
    if (!subject) throw new Error('no subject');
    const at = (x: number, foot: number): Cluster => ({
      parts: [{ subject, x, y: foot - 300, width: 200, height: 300, depth: 0, stands: true }],
    });
    const [back, front, apart] = [at(300, 700), at(320, 850), at(750, 700)];
    const moved = uncovered([back, front, apart], { width: 1000 });
    const [first, second, third] = moved.map(({ parts: [part] }) => part?.x ?? 0);
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeGreaterThan(120);
    expect(third).toBe(750);
    expect(uncovered([back, apart], { width: 1000 })).toEqual([back, apart]);
  });

  it('keeps everything in the picture', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { parts, land } = layOut(testScene([{ icon: 'dog', count: 9 }]), { ...OPTIONS, seed });
      for (const { x, width } of parts) {
        expect(x).toBeGreaterThan(-land.width * 0.02);
        expect(x + width).toBeLessThan(land.width * 1.02);
      }
    }
  });
});

describe('things that are counted', () => {
  it('differ in size and shade from three on; two are a pair', () => {
    const sizes = (count: number): number => {
      const { parts } = layOut(testScene([{ icon: 'balloon', count }], { place: 'plain' }), { ...OPTIONS, seed: 1 });
      return new Set(parts.map(({ shade }) => shade)).size;
    };
    expect(sizes(2)).toBe(1);
    expect(sizes(5)).toBeGreaterThan(3);
  });

  it('stand on both sides of what they are around, at several depths, and face it', () => {
    const { parts } = layOut(
      testScene([
        { icon: 'carrot', size: 'huge' },
        { icon: 'rabbit', count: 8, relation: { kind: 'beside', target: 0 } },
      ]),
      { ...OPTIONS, seed: 1 },
    );
    const carrot = parts.find(({ subject }) => subject.icon === 'carrot');
    const rabbits = parts.filter(({ subject }) => subject.icon === 'rabbit');
    const isLeft = ({ x, width }: { x: number; width: number }): boolean =>
      x + width / 2 < (carrot?.x ?? 0) + (carrot?.width ?? 0) / 2;
    expect(rabbits.filter(isLeft)).toHaveLength(4);
    expect(rabbits.every((rabbit) => rabbit.isMirrored === isLeft(rabbit))).toBe(true);
    expect(new Set(rabbits.map(({ y, height }) => Math.round(y + height))).size).toBeGreaterThan(3);
  });
});
