import { expect, it } from 'vitest';
import { layOut } from './layered';
import { nonDecreasing } from './place';
import type { Box, Link } from './types';

/** Random numbers from 0 to 1 that are the same each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomGraph(seed: number): { boxes: Box[]; links: Link[] } {
  const random = randomFrom(seed);
  const count = 2 + Math.floor(random() * 18);
  const boxes = Array.from({ length: count }, (_, at) => ({
    id: `b${at}`,
    across: 20 + random() * 150,
    along: 20 + random() * 60,
  }));
  const pick = () => `b${Math.floor(random() * count)}`;
  const links = Array.from({ length: Math.floor(random() * 2 * count) }, () => ({
    from: pick(),
    to: pick(),
    label: random() < 0.3 ? { across: 40, along: 18 } : null,
  }));
  return { boxes, links };
}

it('lays out any graph so that nothing overlaps, and all of it is inside', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { boxes, links } = randomGraph(seed);
    const { centers, routes, size } = layOut(boxes, links);
    expect(centers.size).toBe(boxes.length);
    expect(routes).toHaveLength(links.length);
    for (const [at, { label }] of links.entries()) {
      const isLoop = links[at]?.from === links[at]?.to;
      expect(routes[at]?.label === null, `seed ${seed}`).toBe(label === null || isLoop);
    }
    const placed = boxes.map((box) => ({ box, center: centers.get(box.id) ?? { across: NaN, along: NaN } }));
    for (const { box, center } of placed) {
      expect(center.across - box.across / 2, `seed ${seed}`).toBeGreaterThanOrEqual(-0.01);
      expect(center.across + box.across / 2).toBeLessThanOrEqual(size.across + 0.01);
      expect(center.along - box.along / 2).toBeGreaterThanOrEqual(-0.01);
      expect(center.along + box.along / 2).toBeLessThanOrEqual(size.along + 0.01);
    }
    for (const [at, one] of placed.entries()) {
      for (const other of placed.slice(at + 1)) {
        const across = Math.abs(one.center.across - other.center.across) - (one.box.across + other.box.across) / 2;
        const along = Math.abs(one.center.along - other.center.along) - (one.box.along + other.box.along) / 2;
        expect(Math.max(across, along), `seed ${seed}`).toBeGreaterThan(0);
      }
    }
  }
});

it('leads edges from earlier ranks to later ones, except where they make a circle', () => {
  const boxes = ['a', 'b', 'c', 'd'].map((id) => ({ id, across: 50, along: 20 }));
  const link = (from: string, to: string): Link => ({ from, to, label: null });
  const { centers } = layOut(boxes, [link('a', 'b'), link('b', 'c'), link('a', 'c'), link('c', 'a'), link('d', 'c')]);
  const along = (id: string) => centers.get(id)?.along ?? 0;
  expect(along('a')).toBeLessThan(along('b'));
  expect(along('b')).toBeLessThan(along('c'));
  // It only leads to c, so it stands right before it.
  expect(along('d')).toBe(along('b'));
});

it('moves values as little as is needed to order them', () => {
  const of = (values: number[]) => nonDecreasing(values.map((value) => ({ value, weight: 1 })));
  expect(of([1, 2, 3])).toEqual([1, 2, 3]);
  expect(of([3, 1, 2])).toEqual([2, 2, 2]);
  expect(of([0, 5, 3, 9])).toEqual([0, 4, 4, 9]);
});
