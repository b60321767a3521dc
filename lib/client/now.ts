/**
 * The only place that reads the wall clock in the browser.
 * @returns Unix milliseconds
 */
export function now(): number {
  return Date.now();
}

/** Milliseconds of a monotonic clock, for measuring durations. */
export function ticks(): number {
  return performance.now();
}
