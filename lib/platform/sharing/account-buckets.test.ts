import { describe, expect, it } from 'vitest';
import { bucketOf, levelOf, makeAccountBuckets } from './account-buckets';

describe('buckets of accounts', () => {
  it('drain by themselves; reading a level creates no bucket', () => {
    const all = makeAccountBuckets(10);
    bucketOf(all, 'one', 0).level = 50;
    expect(levelOf(all, 'one', 2_000)).toBe(30);
    expect(bucketOf(all, 'one', 3_000).level).toBe(20);
    expect(levelOf(all, 'another', 3_000)).toBe(0);
    expect(all.buckets.size).toBe(1);
  });

  it('are at most 10,000, even if none is empty: the emptiest are deleted, many at once', () => {
    const all = makeAccountBuckets(1);
    bucketOf(all, 'greedy', 0).level = 1_000_000;
    bucketOf(all, 'modest', 0).level = 1_000;
    const sizes: number[] = [];
    for (let n = 0; n < 30_000; n += 1) {
      bucketOf(all, `account ${n}`, 0).level = 2_000 + n;
      sizes.push(all.buckets.size);
    }
    expect(Math.max(...sizes)).toBe(10_000);
    expect(sizes.filter((size, at) => size < (sizes[at - 1] ?? 0)).length).toBeLessThan(6);
    expect(levelOf(all, 'greedy', 0)).toBe(1_000_000);
    expect(levelOf(all, 'modest', 0)).toBe(0);
    expect(levelOf(all, 'account 29999', 0)).toBe(31_999);
  });

  it('are deleted first if they are empty', () => {
    const all = makeAccountBuckets(1);
    for (let n = 0; n < 4_000; n += 1) bucketOf(all, `busy ${n}`, 0).level = 1_000;
    for (let n = 0; n < 6_000; n += 1) bucketOf(all, `idle ${n}`, 0);
    bucketOf(all, 'one more', 0);
    expect(all.buckets.size).toBe(4_001);
    expect(levelOf(all, 'busy 0', 0)).toBe(1_000);
  });
});
