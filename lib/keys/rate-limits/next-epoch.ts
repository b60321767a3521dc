import { DAY_MS } from '../../core/time';

/** The next 00:00 in UTC, when the day's DIEM and limits reset. */
export function nextEpoch(nowMs: number): string {
  return new Date((Math.floor(nowMs / DAY_MS) + 1) * DAY_MS).toISOString();
}
