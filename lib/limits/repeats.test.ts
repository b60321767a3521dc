import { afterEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { admitAnswer, admitRepeat } from './repeats';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

/** `Retry-After` of a refusal; null if the call passes. */
function refusal(call: () => unknown): number | null {
  try {
    call();
    return null;
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.status !== 429) throw thrown;
    return thrown.options.retryAfterSeconds ?? 0;
  }
}
const repeat = (account: string) => refusal(() => admitRepeat(account));
const answer = (account: string, bytes: number) => refusal(() => admitAnswer(account, bytes));
const admitted = (call: () => number | null, of: number) =>
  Array.from({ length: of }, call).filter((one) => one === null).length;

describe('repeats', () => {
  it('may be 600 in a burst, then 10 per second, per account', () => {
    const at = realNow();
    clock.now = () => at;
    expect(admitted(() => repeat('often'), 700)).toBe(600);
    expect(repeat('seldom')).toBeNull();
    clock.now = () => at + 3_000;
    expect(admitted(() => repeat('often'), 700)).toBe(30);
    clock.now = () => at + 3_600_000;
    expect(admitted(() => repeat('often'), 700)).toBe(600);
  });

  it('all pass for a client that repeats 50 requests as often as `Retry-After` suggests while they run', () => {
    const at = realNow();
    // As `acquireRecord` suggests: after 2 seconds, later after a quarter of the time that the first request has taken.
    for (let second = 0; second < 600; second += Math.max(2, Math.ceil(second / 4))) {
      clock.now = () => at + second * 1_000;
      expect(admitted(() => repeat('cut off'), 50)).toBe(50);
    }
  });

  it('are refused with a Retry-After that grows with the backlog, and then pass', () => {
    const at = realNow();
    clock.now = () => at;
    expect(admitted(() => repeat('patient'), 600)).toBe(600);
    const waits = Array.from({ length: 200 }, () => repeat('patient') ?? 0);
    expect([waits[0], waits[9], waits[10], waits[199]]).toEqual([1, 1, 2, 20]);
    for (let second = 1; second <= 20; second += 1) {
      clock.now = () => at + second * 1_000;
      for (const wait of waits) if (wait === second) expect(repeat('patient')).toBeNull();
    }
  });

  it('never have to wait longer than 30 seconds, and refused ones do not count against others', () => {
    const at = realNow();
    clock.now = () => at;
    const waits = Array.from({ length: 10_000 }, () => repeat('pushing') ?? 0);
    expect(Math.max(...waits)).toBe(30);
    clock.now = () => at + 1_000;
    expect(admitted(() => repeat('pushing'), 100)).toBe(10);
  });

  it('that turn out not to be repeats are not counted', () => {
    const at = realNow();
    clock.now = () => at;
    for (let count = 0; count < 2_000; count += 1) admitRepeat('once')();
    expect(admitted(() => repeat('once'), 700)).toBe(600);
  });

  it('get a burst of 40 MB of stored answers, then 2 MB per second', () => {
    const at = realNow();
    clock.now = () => at;
    // One goes beyond the bound.
    expect(admitted(() => answer('large', 1_500_000), 27)).toBe(27);
    expect(answer('large', 1)).toBe(1);
    expect(answer('large', 4_000_000)).toBe(3);
    expect(repeat('large')).toBeNull();
    clock.now = () => at + 8_500;
    expect(admitted(() => answer('large', 1_500_000), 100)).toBe(11);
  });

  it('whose answer is not sent do not use its bytes', () => {
    for (let count = 0; count < 100; count += 1) admitAnswer('unlucky', 2_000_000)();
    expect(answer('unlucky', 2_000_000)).toBeNull();
  });
});
