import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../platform/clock';
import { boundedCache } from './bounded-cache';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

describe('a bounded cache', () => {
  it('keeps the newest entries up to its limit', () => {
    const cache = boundedCache<number>(3);
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, index, 1_000);
    expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([undefined, 1, 2, 3]);
    expect(cache.size()).toBe(3);
  });

  it('expires entries', () => {
    const cache = boundedCache<string>(3);
    cache.set('a', 'x', 1_000);
    const then = realNow();
    clock.now = () => then + 999;
    expect(cache.get('a')).toBe('x');
    clock.now = () => then + 1_100;
    expect(cache.get('a')).toBeUndefined();
    expect(cache.size()).toBe(0);
  });

  it('recalls an expired entry during the grace period', () => {
    const cache = boundedCache<string>(3, 500);
    const then = realNow();
    clock.now = () => then;
    cache.set('a', 'x', 1_000);
    clock.now = () => then + 1_499;
    expect([cache.get('a'), cache.recall('a')]).toEqual([undefined, 'x']);
    clock.now = () => then + 1_500;
    expect([cache.recall('a'), cache.size()]).toEqual([undefined, 0]);
  });

  it('evicts nothing when it replaces an entry', () => {
    const cache = boundedCache<number>(2);
    cache.set('a', 1, 1_000);
    cache.set('b', 2, 1_000);
    cache.set('b', 3, 1_000);
    expect(cache.get('a')).toBe(1);
    expect(cache.get('b')).toBe(3);
  });

  it('deletes matching entries', () => {
    const cache = boundedCache<number>(9);
    for (const value of [1, 2, 3]) cache.set(String(value), value, 1_000);
    cache.deleteWhere((value) => value > 1);
    expect(cache.size()).toBe(1);
  });
});
