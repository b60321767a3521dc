/** Pure arithmetic on instants, all in UTC. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The service revision `YYYYMMDD.HHMMSS` of an instant (contract 1.1). */
export function revisionOf(at: Date): string {
  const digits = at.toISOString().replace(/[-:]/g, '');
  return `${digits.slice(0, 8)}.${digits.slice(9, 15)}`;
}

/** The next 00:00 UTC after an instant: when epochs begin. */
export function nextUtcMidnight(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS + DAY_MS);
}
