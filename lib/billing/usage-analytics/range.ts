import { DAY_MS } from '../../core/time';
import type { UsageAnalyticsQuery } from '../contract';

/** Whole UTC days, and their label in the response. */
export type DayRange = {
  /** `Nd` or `start:end`. */
  label: string;
  /** Start of the first day, milliseconds since 1970. */
  startMs: number;
  days: number;
};

/** The days of a query: the given range, or the last days including today. */
export function rangeOf(query: UsageAnalyticsQuery, nowMs: number): DayRange {
  if (query.days === undefined) {
    const { startDate, endDate } = query;
    const startMs = Date.parse(startDate);
    return { label: `${startDate}:${endDate}`, startMs, days: (Date.parse(endDate) - startMs) / DAY_MS + 1 };
  }
  const today = Math.floor(nowMs / DAY_MS);
  return { label: `${query.days}d`, startMs: (today - query.days + 1) * DAY_MS, days: query.days };
}

/** The days of a range in order: start in milliseconds, and the date `YYYY-MM-DD`. */
export function daysOf({ startMs, days }: DayRange): { startMs: number; date: string }[] {
  return Array.from({ length: days }, (_, index) => {
    const atMs = startMs + index * DAY_MS;
    return { startMs: atMs, date: new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length) };
  });
}
