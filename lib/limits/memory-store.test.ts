import { afterEach, describe, expect, it } from 'vitest';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import { countInMemory, type Count } from './memory-store';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});
const RULE = { limit: 3, windowMs: 60_000 };

describe('counting in memory', () => {
  it('counts within a window that begins at a whole multiple of its length', () => {
    clock.now = () => 60_000 * 1_000 + 59_000;
    expect(countInMemory('a', RULE)).toEqual({ count: 1, resetsAtMs: 60_000 * 1_001 });
    expect(countInMemory('a', RULE).count).toBe(2);
    expect(countInMemory('b', RULE).count).toBe(1);
    clock.now = () => 60_000 * 1_001;
    expect(countInMemory('a', RULE)).toEqual({ count: 1, resetsAtMs: 60_000 * 1_002 });
  });

  it('keeps a bounded number of counters, and drops those that are over first', () => {
    const counters = processState('limits.counters', () => new Map<string, Count>());
    counters.clear();
    clock.now = () => 0;
    countInMemory('over', RULE);
    clock.now = () => 60_000;
    for (let index = 0; index < 49_999; index += 1) countInMemory(`s${index}`, RULE);
    countInMemory('new', RULE);
    expect(counters.size).toBe(50_000);
    expect(counters.has('over')).toBe(false);
    expect(counters.has('s0')).toBe(true);
    countInMemory('newer', RULE);
    expect(counters.size).toBe(50_000);
    expect(counters.has('s0')).toBe(false);
  });
});
