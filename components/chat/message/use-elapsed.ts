'use client';

import { useSyncExternalStore } from 'react';
import { now } from '@/lib/client/now';

/** How often per step the clock is read: the shown time is at most a quarter of a step late. */
const READS_PER_STEP = 4;

/**
 * The milliseconds since a time, in whole steps, and rendered once per step.
 * @param since in Unix milliseconds; null stops the clock at 0
 */
export function useElapsed(since: number | null, stepMs: number): number {
  return useSyncExternalStore(
    (notify) => {
      if (since === null) return () => undefined;
      const timer = setInterval(notify, stepMs / READS_PER_STEP);
      return () => clearInterval(timer);
    },
    () => (since === null ? 0 : Math.max(0, Math.floor((now() - since) / stepMs) * stepMs)),
    () => 0,
  );
}
