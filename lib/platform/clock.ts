/** The only place that reads the system clock. All other code uses this, so that tests can set the time. */
export const clock = {
  /** Milliseconds since 1970, UTC. */
  now: (): number => Date.now(),
};
