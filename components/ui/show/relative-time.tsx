'use client';

import { useSyncExternalStore } from 'react';
import { now } from '@/lib/client/now';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/core/time';
import { classNames } from '../class-names';

/** The upper limit of each unit; half a unit early, so that rounding never yields `60 minutes`. */
const STEPS: [limitMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [HOUR_MS - MINUTE_MS / 2, MINUTE_MS, 'minute'],
  [DAY_MS - HOUR_MS / 2, HOUR_MS, 'hour'],
  [45 * DAY_MS, DAY_MS, 'day'],
  [350 * DAY_MS, 30 * DAY_MS, 'month'],
  [Infinity, 365 * DAY_MS, 'year'],
];
const TICK_MS = MINUTE_MS / 2;

const LOCAL: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** An instant relative to another: `just now`, `5 minutes ago`, `in 3 days`. */
export function formatRelative(atMs: number, nowMs: number): string {
  const distance = atMs - nowMs;
  const size = Math.abs(distance);
  if (size < MINUTE_MS) return distance > 0 ? 'in a moment' : 'just now';
  const step = STEPS.find(([limit]) => size < limit);
  return step ? formatter.format(Math.round(distance / step[1]), step[2]) : '';
}

/** An ISO instant as `2026-11-21 12:00:00 UTC`. */
export function formatUtc(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** An ISO instant in local time: `2026-11-21 13:00:00 CET`. */
export function formatLocal(iso: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { ...LOCAL, timeZone }).formatToParts(Date.parse(iso));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const time = `${of('hour')}:${of('minute')}:${of('second')}`;
  return `${of('year')}-${of('month')}-${of('day')} ${time} ${of('timeZoneName')}`;
}

/** A relative time that updates itself, with the instant in UTC and local time on hover. `at` is ISO 8601 with `Z`. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const nowMs = useNow();
  return (
    <time
      dateTime={at}
      title={nowMs === null ? formatUtc(at) : instantText(at)}
      className={classNames('whitespace-nowrap', className)}
    >
      {nowMs === null ? at.slice(0, 10) : formatRelative(Date.parse(at), nowMs)}
    </time>
  );
}

/** Only one of them if both are the same. */
function instantText(at: string): string {
  const [utc, local] = [formatUtc(at), formatLocal(at)];
  return utc === local ? utc : `${utc}, here ${local}`;
}

/** The current time, in steps of half a minute; null during server rendering. */
function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(now() / TICK_MS) * TICK_MS + TICK_MS,
    () => null,
  );
}

function subscribe(notify: () => void): () => void {
  const timer = setInterval(notify, TICK_MS);
  return () => clearInterval(timer);
}
