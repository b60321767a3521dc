import { describe, expect, it } from 'vitest';
import type { Upstream } from '../../models/model-base';
import { orderUpstreams } from './order-upstreams';

const upstream = (provider: string, weight: number): Upstream => ({ provider, model: 'big', weight });
const three = [upstream('a', 1), upstream('b', 3), upstream('c', 6)];
const keys = Array.from({ length: 4_000 }, (_, index) => `thread-${index}`);

const firstOf = (upstreams: Upstream[], key?: string) => orderUpstreams(upstreams, key, Math.random)[0]?.provider ?? '';

/** The share of each provider among the first ones. */
function sharesOf(firsts: string[]): Record<string, number> {
  const shares: Record<string, number> = {};
  for (const first of firsts) shares[first] = (shares[first] ?? 0) + 1 / firsts.length;
  return shares;
}

describe('orderUpstreams', () => {
  it.each([
    ['by chance', () => keys.map(() => firstOf(three))],
    ['by keys', () => keys.map((key) => firstOf(three, key))],
  ])('gives each its share, %s', (_, draw) => {
    const shares = sharesOf(draw());
    // A failure would take more than five standard deviations.
    expect(shares.a).toBeCloseTo(0.1, 1);
    expect(Math.abs((shares.b ?? 0) - 0.3)).toBeLessThan(0.04);
    expect(Math.abs((shares.c ?? 0) - 0.6)).toBeLessThan(0.04);
  });

  it('draws the later ones by weight among the rest, each once', () => {
    const seconds: string[] = [];
    for (let round = 0; round < 8_000; round += 1) {
      const order = orderUpstreams(three, undefined, Math.random).map(({ provider }) => provider);
      expect([...order].sort()).toEqual(['a', 'b', 'c']);
      if (order[0] === 'c') seconds.push(order[1] ?? '');
    }
    expect(Math.abs((sharesOf(seconds).b ?? 0) - 0.75)).toBeLessThan(0.04);
  });

  it('gives a key the same order, whatever the random number and the order of the list', () => {
    for (const key of keys.slice(0, 50)) {
      const order = orderUpstreams(three, key, () => 0);
      expect(orderUpstreams([...three].reverse(), key, () => 0.9)).toEqual(order);
    }
  });

  it('moves only the keys that a new upstream takes over, and only those of a removed one', () => {
    const four = [...three, upstream('d', 2)];
    const moved = keys.filter((key) => firstOf(three, key) !== firstOf(four, key));
    expect(new Set(moved.map((key) => firstOf(four, key)))).toEqual(new Set(['d']));
    expect(Math.abs(moved.length / keys.length - 2 / 12)).toBeLessThan(0.03);
    const without = three.slice(0, 2);
    for (const key of keys.slice(0, 500)) {
      const rest = orderUpstreams(three, key, () => 0).filter(({ provider }) => provider !== 'c');
      expect(orderUpstreams(without, key, () => 0)).toEqual(rest);
    }
  });

  it('puts those of weight 0 last', () => {
    const spare = [upstream('z', 0), ...three, upstream('y', 0)];
    for (const key of [undefined, ...keys.slice(0, 50)]) {
      const order = orderUpstreams(spare, key, Math.random).map(({ provider }) => provider);
      expect(order.slice(3).sort()).toEqual(['y', 'z']);
    }
    expect(orderUpstreams([], 'x', Math.random)).toEqual([]);
  });
});
