import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../platform/clock';
import { countInMemory } from './memory-store';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});
const RULE = { limit: 3, windowMs: 60_000 };

describe('counting in memory', () => {
  it('counts within a window that begins at a whole multiple of its length', () => {
    clock.now = () => 60_000 * 1_000 + 59_000;
    expect(countInMemory('rule', 'a', RULE)).toEqual({ count: 1, resetsAtMs: 60_000 * 1_001 });
    expect(countInMemory('rule', 'a', RULE).count).toBe(2);
    expect(countInMemory('rule', 'b', RULE).count).toBe(1);
    expect(countInMemory('other rule', 'a', RULE).count).toBe(1);
    clock.now = () => 60_000 * 1_001;
    expect(countInMemory('rule', 'a', RULE)).toEqual({ count: 1, resetsAtMs: 60_000 * 1_002 });
  });

  it('keeps a bounded number of counts; a full window keeps those it has and refuses new ones', () => {
    clock.now = () => 0;
    for (let index = 0; index < 50_000; index += 1) countInMemory('flooded', `s${index}`, RULE);
    expect(countInMemory('flooded', 'newcomer', RULE)).toEqual({ count: Infinity, resetsAtMs: 60_000 });
    expect(countInMemory('flooded', 's0', RULE).count).toBe(2);
    expect(countInMemory('flooded', 's49999', RULE).count).toBe(2);
    expect(countInMemory('unrelated', 'newcomer', RULE).count).toBe(1);
    clock.now = () => 60_000;
    expect(countInMemory('flooded', 'newcomer', RULE).count).toBe(1);
    expect(countInMemory('flooded', 's0', RULE).count).toBe(1);
  });
});
