import { describe, expect, it } from 'vitest';
import { makeSpentTime } from './time-budget';

const refusalOf = (act: () => void) => {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown;
  }
};

describe('time of accounts', () => {
  it('is refused beyond the burst, only to that account, with the time to wait', () => {
    const spent = makeSpentTime({ burstMs: 1_000, perSecondMs: 100 }, 'Too much.');
    spent.spend('greedy', 1_000);
    expect(refusalOf(() => spent.check('greedy'))).toBeNull();
    spent.spend('greedy', 500);
    expect(refusalOf(() => spent.check('greedy'))).toMatchObject({
      ...{
        code: 'RATE_LIMIT_EXCEEDED',
        status: 429,
        message: 'Too much. Try again in 5 s.',
        options: { retryAfterSeconds: 5 },
      },
    });
    expect(refusalOf(() => spent.check('modest'))).toBeNull();
  });

  it('is restored, and one long call does not block an account for longer than a burst takes to restore', () => {
    const fast = makeSpentTime({ burstMs: 10, perSecondMs: 1_000 }, '');
    fast.spend('one', 15);
    expect(refusalOf(() => fast.check('one'))).not.toBeNull();
    while (refusalOf(() => fast.check('one')) !== null);
    const spent = makeSpentTime({ burstMs: 1_000, perSecondMs: 100 }, '');
    spent.spend('one', 600_000);
    expect(refusalOf(() => spent.check('one'))).toMatchObject({ options: { retryAfterSeconds: 10 } });
  });

  it('is forgotten for the accounts that used the least, if there are too many', () => {
    const spent = makeSpentTime({ burstMs: 1_000_000, perSecondMs: 1 }, '');
    spent.spend('greedy', 2_000_000);
    spent.spend('modest', 1_500_000);
    expect(refusalOf(() => spent.check('modest'))).not.toBeNull();
    for (let n = 0; n < 25_000; n += 1) spent.spend(`account ${n}`, 1_900_000);
    expect(refusalOf(() => spent.check('greedy'))).not.toBeNull();
    expect(refusalOf(() => spent.check('modest'))).toBeNull();
  });
});
