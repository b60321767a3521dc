import { afterEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { admitLargeBody, countLargeBody } from './large-bodies';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

function refusal(account: string): [number, number | undefined] | null {
  try {
    admitLargeBody(account);
    return null;
  } catch (thrown) {
    return isApiError(thrown) ? [thrown.status, thrown.options.retryAfterSeconds] : null;
  }
}

describe('the bucket of large bodies', () => {
  it('allows a burst of 400 MB, then 10 MB per second, per account', () => {
    const at = realNow();
    clock.now = () => at;
    countLargeBody('greedy', 400_000_000);
    expect(refusal('greedy')).toBeNull();
    countLargeBody('greedy', 35_000_000);
    expect(refusal('greedy')).toEqual([429, 4]);
    expect(refusal('modest')).toBeNull();
    clock.now = () => at + 3_500;
    expect(refusal('greedy')).toBeNull();
  });
});
