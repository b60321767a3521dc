/**
 * The one reader of the clock in the browser.
 * @returns milliseconds since 1970, UTC
 */
export function now(): number {
  return Date.now();
}

/** Milliseconds of a clock that never jumps, for measuring how long something took. */
export function ticks(): number {
  return performance.now();
}
