import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/core/time';

/** A remaining time, as `5 h 07 min 09 s`; at least zero, without leading zero units. */
export function formatCountdown(leftMs: number): string {
  const left = Math.max(0, leftMs);
  const hours = Math.floor(left / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  const two = (figure: number) => String(figure).padStart(2, '0');
  if (hours > 0) return `${hours} h ${two(minutes)} min ${two(seconds)} s`;
  return minutes > 0 ? `${minutes} min ${two(seconds)} s` : `${seconds} s`;
}
