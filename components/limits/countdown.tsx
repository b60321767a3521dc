'use client';

import { useSyncExternalStore } from 'react';
import { formatCountdown } from '@/components/ui/show/countdown-text';
import { formatUtc } from '@/components/ui/show/relative-time';
import { now } from '@/lib/client/now';
import { SECOND_MS } from '@/lib/core/time';

const TICK_MS = SECOND_MS / 4;

/** Whole seconds until an instant on the server's clock, at least 0. @param skewMs how far that clock is ahead */
export function useSecondsUntil(at: string, skewMs: number): number {
  const untilMs = Date.parse(at) - skewMs;
  return useSyncExternalStore(
    subscribe,
    () => Math.max(0, Math.ceil((untilMs - now()) / SECOND_MS)),
    () => 0,
  );
}

/** The time until an instant, to the second, with the UTC instant on hover. Not announced while it counts. */
export function Countdown({ at, skewMs, className }: { at: string; skewMs: number; className?: string }) {
  const seconds = useSecondsUntil(at, skewMs);
  return (
    <time dateTime={at} title={formatUtc(at)} aria-live="off" className={className}>
      {formatCountdown(seconds * SECOND_MS)}
    </time>
  );
}

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, TICK_MS);
  return () => clearInterval(timer);
}
