import { clock } from '../platform/clock';
import { type Ban, findBan, GUARD_MS, type GuardBucket, recentFailures } from './failure-guard';
import { limiter } from './limiter';

/** A subject's failures of the last 30 seconds, and whether it and others are banned now. */
export type PeekedGuards = {
  failures: number;
  ban: Ban | null;
  /** The bans of the other subjects, in their order. */
  others: (Ban | null)[];
};

const BUCKETS: readonly GuardBucket[] = ['failed', 'unsupported_feature'];

/**
 * The failed-request guard's current state; counts nothing, never throws. With Redis it includes what other processes
 * have counted (one round trip); while Redis is down, only this process's counts.
 * @param subject whose failures are reported, see `findBan`
 * @param others further subjects, of which only the bans are reported
 */
export async function peekGuards(subject: string, others: readonly string[]): Promise<PeekedGuards> {
  const subjects = [subject, ...others];
  const banNames = subjects.flatMap((one) => BUCKETS.map((bucket) => `${bucket}:${one}`));
  const seen = await limiter().shared?.peekFailures(`failed:${subject}`, banNames, GUARD_MS);
  const nowMs = clock.now();
  const bans = subjects.map((one, index) => {
    const shared = BUCKETS.map((bucket, at) => {
      const banMs = seen?.banMs[index * BUCKETS.length + at] ?? 0;
      return banMs > 0 ? { bucket, untilMs: nowMs + banMs } : null;
    });
    return [findBan(one), ...shared].reduce(later);
  });
  const failures = seen?.failures ?? recentFailures(subject, 'failed');
  return { failures, ban: bans[0] ?? null, others: bans.slice(1) };
}

function later(one: Ban | null, other: Ban | null): Ban | null {
  return one === null || (other !== null && other.untilMs > one.untilMs) ? other : one;
}
