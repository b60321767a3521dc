/** Frees native memory that only the garbage collector can release. */

/**
 * Every evaluation leaves a sampler behind whose candidates (12 bytes per token of the vocabulary: 0.6 to 1.8 MB) are
 * freed when its wrapper is collected. V8 only sees a few bytes of wrapper, and no reason to hurry.
 */
const EVALUATIONS_PER_SWEEP = 32;

/** A function to call at each evaluation; from time to time it collects garbage, which takes about ten milliseconds. */
export function createSweep(): () => void {
  let evaluations = 0;
  return () => {
    evaluations += 1;
    // Absent if the process was started without --expose-gc: then the memory is freed later.
    if (evaluations % EVALUATIONS_PER_SWEEP === 0) globalThis.gc?.();
  };
}
