'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { now } from '@/lib/client/now';
import { DAY_MS } from '@/lib/core/time';

/** Ranges that end today, as days; `custom` has days of its own. */
export const RANGES = ['1', '7', '30', '90', 'custom'] as const;
/** What the bars are cut by. */
export const GROUPS = ['model', 'key', 'day'] as const;
/** What the bars measure. */
export const METRICS = ['cost', 'diem', 'tokens', 'requests', 'failed'] as const;
/** Which requests the table shows. */
const STATUSES = ['ok', 'failed'] as const;

/** The longest range that the server adds up. */
export const MAX_DAYS = 90;
/** No installation is older; a year that is still being typed is. */
export const FIRST_DAY = '2000-01-01';
/** The range of the page's first view, and of its widest tile. */
const USUAL = '30';

/** First and last UTC day, both in it, `YYYY-MM-DD`. */
export type Days = { start: string; end: string };

const PARSERS = {
  range: parseAsStringLiteral(RANGES).withDefault(USUAL),
  start: parseAsString,
  end: parseAsString,
  model: parseAsString,
  key: parseAsString,
  status: parseAsStringLiteral(STATUSES),
  by: parseAsStringLiteral(GROUPS).withDefault('model'),
  metric: parseAsStringLiteral(METRICS).withDefault('cost'),
};

/** What the address says of the page, so that every view can be shared and survives a reload. */
export function useFilters() {
  const [filters, set] = useQueryStates(PARSERS, { history: 'push', clearOnDefault: true });
  const { range, start, end } = filters;
  const custom = range === 'custom' ? daysBetween(start, end) : null;
  return { filters, set, days: custom ?? lastDays(range === 'custom' ? Number(USUAL) : Number(range)) };
}

export type Filters = ReturnType<typeof useFilters>['filters'];
export type SetFilters = ReturnType<typeof useFilters>['set'];

/** The last UTC days, today the last of them. */
export function lastDays(count: number, nowMs = now()): Days {
  return { start: dayOf(nowMs - (count - 1) * DAY_MS), end: dayOf(nowMs) };
}

/** Two days in their order and at most 90 days apart; null where one of them is none, or before the year 2000. */
export function daysBetween(start: string | null, end: string | null): Days | null {
  const [a, b] = [parseDay(start), parseDay(end)];
  if (a === null || b === null) return null;
  const [first, last] = a < b ? [a, b] : [b, a];
  return { start: dayOf(first), end: dayOf(Math.min(last, first + (MAX_DAYS - 1) * DAY_MS)) };
}

/**
 * The days after one end of them was typed: where they would be turned or too many, the other end moves.
 * @param days as they were before
 * @param today the last day that can be chosen
 * @returns null where what was typed is no day, before the year 2000, or still to come
 */
export function moveEnd(days: Days, which: keyof Days, typed: string, today: string): Days | null {
  const at = parseDay(typed);
  if (at === null || typed > today) return null;
  const other = Date.parse(which === 'start' ? days.end : days.start);
  const reachMs = (MAX_DAYS - 1) * DAY_MS;
  if (which === 'end') return { start: dayOf(Math.min(at, Math.max(other, at - reachMs))), end: typed };
  return { start: typed, end: dayOf(Math.min(Math.max(at, other), at + reachMs, Date.parse(today))) };
}

/** Every day of a range in its order. */
export function eachDay({ start, end }: Days): string[] {
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => dayOf(Date.parse(start) + index * DAY_MS));
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);

function parseDay(day: string | null): number | null {
  if (day === null || day < FIRST_DAY || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const atMs = Date.parse(day);
  // Some engines read 30 February as 2 March.
  return Number.isNaN(atMs) || dayOf(atMs) !== day ? null : atMs;
}
