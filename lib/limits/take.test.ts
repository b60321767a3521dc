import { afterEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { renderMetrics } from '../platform/metrics/scrape';
import { RULES } from './rules';
import { take } from './take';

const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

function refusalOf(subject: string): { message: string; wait: number | undefined } | null {
  try {
    take('signUp', subject);
    return null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { message: `${error.status} ${error.message}`, wait: error.options.retryAfterSeconds };
  }
}

describe('taking from a limit', () => {
  it('allows up to the limit and then says how long to wait, in text and in seconds', () => {
    clock.now = () => 3_600_000 * 50 + 60_000;
    for (let index = 0; index < 5; index += 1) expect(refusalOf('address:a')).toBeNull();
    expect(refusalOf('address:a')).toEqual({ message: '429 Too many attempts. Try again in 59 minutes.', wait: 3_540 });
    clock.now = () => 3_600_000 * 51 - 1;
    expect(refusalOf('address:a')).toEqual({ message: '429 Too many attempts. Try again in 1 second.', wait: 1 });
    expect(refusalOf('address:b')).toBeNull();
    clock.now = () => 3_600_000 * 51;
    expect(refusalOf('address:a')).toBeNull();
  });

  it('names what was exceeded, with the bound, and counts the refusal under the rule’s label', async () => {
    const refused = async (per: string) => {
      const { text } = await renderMetrics();
      return Number(new RegExp(`^farebox_refusals_total{kind="${per}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    clock.now = () => 3_600_000 * 60 + 60_000;
    const [addresses, accounts] = [await refused('address'), await refused('account')];
    for (let index = 0; index < RULES.sessionRouteAccount.limit; index += 1) take('sessionRouteAccount', 'account:a');
    const message = 'Too many requests to the sign-in routes (over 300 per minute). Try again in 60 seconds.';
    expect(() => take('sessionRouteAccount', 'account:a')).toThrow(message);
    for (let index = 0; index < RULES.exportUsage.limit; index += 1) take('exportUsage', 'account:a');
    const perHour = 'Too many exports of requests (over 20 per hour). Try again in 59 minutes.';
    expect(() => take('exportUsage', 'account:a')).toThrow(perHour);
    expect([await refused('address'), await refused('account')]).toEqual([addresses, accounts + 2]);
  });
});
