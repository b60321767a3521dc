import { describe, expect, it } from 'vitest';
import { testScene } from '../../test-scenes';
import { layOut } from '../draw-scene';
import type { PlacedPart } from './place-subjects';

const OPTIONS = { width: 512, height: 512 };

/** The share of a part's upper half that the box of another one covers. */
function hidden(part: PlacedPart, other: PlacedPart): number {
  const across = Math.min(part.x + part.width, other.x + other.width) - Math.max(part.x, other.x);
  const down = Math.min(part.y + part.height / 2, other.y + other.height) - Math.max(part.y, other.y);
  return across > 0 && down > 0 ? (across * down * 2) / (part.width * part.height) : 0;
}

describe('uncovered', () => {
  it('lets nobody stand before the face of another one', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      for (const [icon, count] of [
        ['penguin', 5],
        ['two-hump-camel', 4],
        ['cat', 7],
      ] as const) {
        const { parts } = layOut(testScene([{ icon, count }, { icon: 'tent' }]), { ...OPTIONS, seed });
        const before = (part: PlacedPart): PlacedPart[] => parts.slice(parts.indexOf(part) + 1);
        const most = Math.max(...parts.flatMap((part) => before(part).map((other) => hidden(part, other))));
        expect(most, `${count} × ${icon}, seed ${seed}`).toBeLessThan(0.35);
      }
    }
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
});
