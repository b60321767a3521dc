import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import type { Rule } from './rules';

/** Counters kept at once; the oldest go first. Callers are counted per address too, so few can make many. */
const MAX_COUNTERS = 50_000;

/** What a count came to: `count` includes this one. */
export type Count = { count: number; resetsAtMs: number };

/** Counts one more in the current window of a subject. Windows are fixed: they begin at whole multiples of their length. */
export function countInMemory(subject: string, { windowMs }: Rule): Count {
  const counters = processState('limits.counters', () => new Map<string, Count>());
  const now = clock.now();
  const current = counters.get(subject);
  if (current && current.resetsAtMs > now) {
    current.count += 1;
    return current;
  }
  counters.delete(subject);
  if (counters.size >= MAX_COUNTERS) makeRoom(counters, now);
  const fresh = { count: 1, resetsAtMs: Math.floor(now / windowMs) * windowMs + windowMs };
  counters.set(subject, fresh);
  return fresh;
}

function makeRoom(counters: Map<string, Count>, now: number): void {
  for (const [subject, { resetsAtMs }] of counters) if (resetsAtMs <= now) counters.delete(subject);
  const oldest = counters.size >= MAX_COUNTERS ? counters.keys().next() : undefined;
  if (oldest && !oldest.done) counters.delete(oldest.value);
}
