import { clock } from '../platform/clock';
import { closedUntil, GUARD_MS, type GuardBucket, recentFailures } from './failure-guard';
import { limiter } from './limiter';

/** A ban of a subject: why, and until when. */
export type Ban = { bucket: GuardBucket; untilMs: number };

/** A subject's failures of the last 30 seconds, and whether it and others are banned now. */
export type PeekedGuards = {
  failures: number;
  closed: Ban | null;
  /** In the order of the others. */
  others: (Ban | null)[];
};

const BUCKETS: readonly GuardBucket[] = ['failed', 'unsupported_feature'];

/**
 * The failed-request guard's current state; counts nothing, never throws. With Redis it includes what other processes have
 * counted (one round trip); while Redis is down, only this process's counts.
 * @param subject whose failures are reported, see `closedUntil`
 * @param others for these only bans are reported
 */
export async function peekGuards(subject: string, others: readonly string[]): Promise<PeekedGuards> {
  const subjects = [subject, ...others];
  const bans = subjects.flatMap((one) => BUCKETS.map((bucket) => `${bucket}:${one}`));
  const seen = await limiter().shared?.peekFailures(`failed:${subject}`, bans, GUARD_MS);
  const nowMs = clock.now();
  const closed = subjects.map((one, index) => {
    const shared = BUCKETS.map((bucket, at) => {
      const closedMs = seen?.closedMs[index * BUCKETS.length + at] ?? 0;
      return closedMs > 0 ? { bucket, untilMs: nowMs + closedMs } : null;
    });
    return [closedUntil(one), ...shared].reduce(later);
  });
  const failures = seen?.failures ?? recentFailures(subject, 'failed');
  return { failures, closed: closed[0] ?? null, others: closed.slice(1) };
}

function later(one: Ban | null, other: Ban | null): Ban | null {
  return one === null || (other !== null && other.untilMs > one.untilMs) ? other : one;
}
