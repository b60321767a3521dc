import { clock } from '../platform/clock';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import type { Rule } from './rules';

/** Subjects that one rule counts in one window. */
const MAX_SUBJECTS = 50_000;

/** The result of counting one use; `count` includes it. */
export type Count = { count: number; resetsAtMs: number };

/** The counts of one rule in its current window. */
type Window = { startsAtMs: number; counts: Map<string, number>; full: boolean };

/**
 * Counts one use in the current window of a rule for a subject. Windows are fixed: they begin at whole multiples of
 * their length, so all counts of a rule expire together and are dropped once per window.
 *
 * A full window keeps every count that it has: dropping one would give that subject its attempts back, which is exactly
 * why an attacker with many addresses would fill it. A subject that is not in it counts as over the limit (infinity)
 * until the window ends. So a flood can lock new subjects out of a rule for the rest of a window, but can never get
 * anyone in; each rule has its own window, so filling the one of sign-up does not block sign-in.
 */
export function countInMemory(name: string, subject: string, { windowMs }: Rule): Count {
  const startsAtMs = Math.floor(clock.now() / windowMs) * windowMs;
  const resetsAtMs = startsAtMs + windowMs;
  const window = windowOf(name, startsAtMs);
  const before = window.counts.get(subject);
  if (before === undefined && window.counts.size >= MAX_SUBJECTS) {
    noteFull(name, window);
    return { count: Number.POSITIVE_INFINITY, resetsAtMs };
  }
  const count = (before ?? 0) + 1;
  window.counts.set(subject, count);
  return { count, resetsAtMs };
}

function windowOf(name: string, startsAtMs: number): Window {
  const windows = processState('limits.rule-windows', () => new Map<string, Window>());
  const current = windows.get(name);
  if (current?.startsAtMs === startsAtMs) return current;
  const fresh = { startsAtMs, counts: new Map<string, number>(), full: false };
  windows.set(name, fresh);
  return fresh;
}

/** Logged once per window: subjects are now refused although they did nothing wrong, so the operator should know. */
function noteFull(name: string, window: Window): void {
  if (!window.full)
    log.warn({ rule: name, subjects: MAX_SUBJECTS }, 'a limit refuses new subjects until its window ends');
  window.full = true;
}
