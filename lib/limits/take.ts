import { ApiError } from '../core/errors';
import { HOUR_MS, SECOND_MS } from '../core/time';
import { clock } from '../platform/clock';
import { countRefusal } from '../platform/metrics/metrics';
import { countInMemory } from './memory-store';
import { type NamedRule, RULES, type RuleName } from './rules';

/**
 * Counts one use of a rule for a subject.
 * @param subject who is counted: `subjectOfAddress(client.address)`, or `email:ada@example.com`
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` once the window is full
 */
export function take(name: RuleName, subject: string): void {
  const rule: NamedRule = RULES[name];
  const { count, resetsAtMs } = countInMemory(name, subject, rule);
  if (count <= rule.limit) return;
  countRefusal(rule.per);
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAtMs - clock.now()) / SECOND_MS));
  throw new ApiError('RATE_LIMIT_EXCEEDED', `${excessOf(rule)} Try again in ${formatWait(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

function excessOf({ what, limit, windowMs }: NamedRule): string {
  if (what === undefined) return 'Too many attempts.';
  return `Too many ${what} (over ${limit} per ${windowMs === HOUR_MS ? 'hour' : 'minute'}).`;
}

function formatWait(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
