import { now } from '@/lib/client/now';

/** A failure that comes into view within this time after it happened is announced. */
const FRESH_MS = 2_000;

/** Whether a failure has just happened, so that it is announced; not one of an earlier visit. */
export function isFresh({ at }: { at: number }): boolean {
  return now() - at < FRESH_MS;
}
