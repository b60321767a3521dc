import { afterEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { admitRepeat } from './repeats';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

function refusal(account: string, bytes = 0): [number, number | undefined] | null {
  try {
    admitRepeat(account, bytes);
    return null;
  } catch (thrown) {
    return isApiError(thrown) ? [thrown.status, thrown.options.retryAfterSeconds] : null;
  }
}
const admitted = (account: string, bytes: number, of: number) =>
  Array.from({ length: of }, () => refusal(account, bytes)).filter((one) => one === null).length;

describe('repeats', () => {
  it('are 120 at once, then 2 per second, by account', () => {
    const at = realNow();
    clock.now = () => at;
    expect(admitted('often', 0, 500)).toBe(120);
    expect(refusal('often')).toEqual([429, 1]);
    expect(refusal('seldom')).toBeNull();
    clock.now = () => at + 3_000;
    expect(admitted('often', 0, 500)).toBe(6);
    clock.now = () => at + 3_600_000;
    expect(admitted('often', 0, 500)).toBe(120);
  });

  it('get 40 MB of stored answers at once, then 2 MB per second; those without an answer pass', () => {
    const at = realNow();
    clock.now = () => at;
    // One goes beyond the bound.
    expect(admitted('large', 1_600_000, 100)).toBe(26);
    expect(refusal('large', 1)).toEqual([429, 1]);
    expect(refusal('large', 0)).toBeNull();
    clock.now = () => at + 8_500;
    expect(admitted('large', 1_600_000, 100)).toBe(10);
  });
});
