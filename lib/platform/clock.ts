/** The one reader of the machine's clock. Everything else asks here, so that a test can say what time it is. */
export const clock = {
  /** Milliseconds since 1970, UTC. */
  now: (): number => Date.now(),
};
