'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { now } from '@/lib/client/now';
import { DAY_MS } from '@/lib/core/time';

/** Ranges that end today, in days; `custom` has its own days. */
export const RANGES = ['1', '7', '30', '90', 'custom'] as const;
/** How the chart is grouped. */
export const GROUPS = ['model', 'key', 'day'] as const;
/** What the bars measure. */
export const METRICS = ['cost', 'diem', 'tokens', 'requests', 'failed'] as const;
/** Filters the table by status. */
const STATUSES = ['ok', 'failed'] as const;

/** The longest range that the server sums up. */
export const MAX_DAYS = 90;
/** No installation is older; partially typed years are. */
export const FIRST_DAY = '2000-01-01';
/** The initial range, and that of the longest tile. */
const DEFAULT_RANGE = '30';

/** First and last UTC day, inclusive, `YYYY-MM-DD`. */
export type Days = { start: string; end: string };

const PARSERS = {
  range: parseAsStringLiteral(RANGES).withDefault(DEFAULT_RANGE),
  start: parseAsString,
  end: parseAsString,
  model: parseAsString,
  key: parseAsString,
  status: parseAsStringLiteral(STATUSES),
  by: parseAsStringLiteral(GROUPS).withDefault('model'),
  metric: parseAsStringLiteral(METRICS).withDefault('cost'),
};

/** The page's state as stored in its URL, so that every view can be shared and survives a reload. */
export function useFilters() {
  const [filters, set] = useQueryStates(PARSERS, { history: 'push', clearOnDefault: true });
  const { range, start, end } = filters;
  const custom = range === 'custom' ? daysBetween(start, end) : null;
  return { filters, set, days: custom ?? lastDays(range === 'custom' ? Number(DEFAULT_RANGE) : Number(range)) };
}

export type Filters = ReturnType<typeof useFilters>['filters'];
export type SetFilters = ReturnType<typeof useFilters>['set'];

/** The last UTC days, including today. */
export function lastDays(count: number, nowMs = now()): Days {
  return { start: dayOf(nowMs - (count - 1) * DAY_MS), end: dayOf(nowMs) };
}

/** A range in order and at most 90 days long; null if either day is invalid or before the year 2000. */
export function daysBetween(start: string | null, end: string | null): Days | null {
  const [a, b] = [parseDay(start), parseDay(end)];
  if (a === null || b === null) return null;
  const [first, last] = a < b ? [a, b] : [b, a];
  return { start: dayOf(first), end: dayOf(Math.min(last, first + (MAX_DAYS - 1) * DAY_MS)) };
}

/**
 * The range after one end was typed: if it would be reversed or too long, the other end moves.
 * @param days the previous range
 * @param today the last valid day
 * @returns null if the typed day is invalid, before the year 2000, or in the future
 */
export function moveEnd(days: Days, which: keyof Days, typed: string, today: string): Days | null {
  const at = parseDay(typed);
  if (at === null || typed > today) return null;
  const other = Date.parse(which === 'start' ? days.end : days.start);
  const reachMs = (MAX_DAYS - 1) * DAY_MS;
  if (which === 'end') return { start: dayOf(Math.min(at, Math.max(other, at - reachMs))), end: typed };
  return { start: typed, end: dayOf(Math.min(Math.max(at, other), at + reachMs, Date.parse(today))) };
}

/** Every day of a range, in order. */
export function eachDay({ start, end }: Days): string[] {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => dayOf(Date.parse(start) + index * DAY_MS));
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

function parseDay(day: string | null): number | null {
  if (day === null || day < FIRST_DAY || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const atMs = Date.parse(day);
  // Some engines parse 30 February as 2 March.
  return Number.isNaN(atMs) || dayOf(atMs) !== day ? null : atMs;
}
