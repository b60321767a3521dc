import { SECOND_MS } from '../core/time';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import { limiter } from './limiter';

/** What a bucket counts: any failed request, or requests for features that the model does not support. */
export type GuardBucket = 'failed' | 'unsupported_feature';

/**
 * Failures that a bucket allows in 30 seconds; one more is a ban. Source: docs/api-rules.md, "Failed-request guard".
 */
export const GUARD_LIMITS: Record<GuardBucket, number> = { failed: 20, unsupported_feature: 200 };

/** The span in which failures count together, and the length of a ban. */
export const GUARD_MS = 30 * SECOND_MS;

/** Remembered subjects; beyond that, the one that failed longest ago is forgotten. */
const MAX_SUBJECTS = 20_000;

/** Why a subject is banned, and until when. */
export type Ban = { bucket: GuardBucket; untilMs: number };

type Failures = {
  /** Times of the failures of the last 30 seconds, oldest first. */
  failedAtMs: Record<GuardBucket, number[]>;
  ban: Ban | null;
  lastFailedAtMs: number;
};

/** By subject; the one that failed longest ago comes first. */
const records = () => processState('limits.failure-guard', () => new Map<string, Failures>());

/** The time of the last failure of any subject, which may have caused a ban. */
const last = () => processState('limits.last-failure', () => ({ atMs: Number.NEGATIVE_INFINITY }));

/** Whether no subject can be banned now, because none has failed for a while. */
export function isQuiet(): boolean {
  return clock.now() - last().atMs > 2 * GUARD_MS;
}

/**
 * The ban of a subject that has failed too often; null if it is not banned.
 * @param subject who failed: `key:<id>`, `session:<account>`, an address, or an address with an unproven credential
 */
export function findBan(subject: string): Ban | null {
  const ban = records().get(subject)?.ban ?? null;
  return ban !== null && ban.untilMs > clock.now() ? ban : null;
}

/** Failures of a subject that this process has counted in a bucket within the last 30 seconds. */
export function recentFailures(subject: string, bucket: GuardBucket): number {
  const sinceMs = clock.now() - GUARD_MS;
  return (
    records()
      .get(subject)
      ?.failedAtMs[bucket].filter((atMs) => atMs > sinceMs).length ?? 0
  );
}

/**
 * Counts a failed request of a subject; the one above the bucket's limit within 30 seconds bans it for 30 seconds. With
 * Redis, the failures in all processes count together; another process learns of a ban at the subject's next failure
 * there.
 */
export function noteFailure(subject: string, bucket: GuardBucket): void {
  countLocally(subject, bucket);
  const { shared } = limiter();
  if (shared === null) return;
  // Not awaited by the request; never throws.
  void shared.noteFailure(`${bucket}:${subject}`, GUARD_MS, GUARD_LIMITS[bucket]).then((banMs) => {
    const failures = records().get(subject);
    if (banMs > 0 && failures) failures.ban = { bucket, untilMs: clock.now() + banMs };
  });
}

function countLocally(subject: string, bucket: GuardBucket): void {
  const nowMs = clock.now();
  last().atMs = nowMs;
  const all = records();
  const record = all.get(subject) ?? {
    failedAtMs: { failed: [], unsupported_feature: [] },
    ban: null,
    lastFailedAtMs: 0,
  };
  const times = record.failedAtMs[bucket].filter((atMs) => atMs > nowMs - GUARD_MS);
  times.push(nowMs);
  const isFull = times.length > GUARD_LIMITS[bucket];
  record.failedAtMs[bucket] = isFull ? [] : times;
  if (isFull) record.ban = { bucket, untilMs: nowMs + GUARD_MS };
  record.lastFailedAtMs = nowMs;
  all.delete(subject);
  all.set(subject, record);
  forgetOld(all, nowMs);
}

/** The number of remembered subjects. */
export function guardSize(): number {
  return records().size;
}

/** Forgets from the front, where the oldest are: subjects whose failures have expired, and those above the bound. */
function forgetOld(all: Map<string, Failures>, nowMs: number): void {
  for (const [subject, { lastFailedAtMs }] of all) {
    if (all.size <= MAX_SUBJECTS && lastFailedAtMs > nowMs - GUARD_MS) return;
    all.delete(subject);
  }
}
