/** Percentiles of durations in milliseconds; NaN if there are none. Sorts the given list. */
export function percentiles(tookMs: number[]): { p50Ms: number; p90Ms: number; p99Ms: number } {
  tookMs.sort((one, other) => one - other);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))] ?? Number.NaN;
  return { p50Ms: at(0.5), p90Ms: at(0.9), p99Ms: at(0.99) };
}
