import { describe, expect, it } from 'vitest';
import { ticksOf } from './ticks';

describe('the ticks of an axis', () => {
  it.each([
    [0, true, [0, 1]],
    [1, true, [0, 1]],
    [3, true, [0, 1, 2, 3]],
    [7, true, [0, 2, 4, 6, 8]],
    [21, true, [0, 10, 20, 30]],
    [1_234_567, true, [0, 500_000, 1_000_000, 1_500_000]],
    [0.3, false, [0, 0.1, 0.2, 0.3]],
    [0.000412, false, [0, 0.0002, 0.0004, 0.0006]],
  ] as const)('up to %d (whole: %s)', (highest, whole, ticks) => {
    expect(ticksOf(highest, whole)).toEqual(ticks);
  });

  it('is even, reaches the highest value, and has at most five', () => {
    for (let highest = 0.0001; highest < 1e7; highest *= 1.37) {
      const ticks = ticksOf(highest, false);
      const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1e-6 * (steps[0] ?? 0));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });
});
