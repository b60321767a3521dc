/** Gives native memory back that only the garbage collector can free. */

/**
 * Every evaluation leaves a sampler behind whose candidates (12 bytes per token of the vocabulary: 0.6 to 1.8 MB) are
 * freed when its wrapper is collected. V8 sees a few bytes of wrapper and sees no reason to hurry.
 */
const EVALUATIONS_PER_SWEEP = 32;

/** A function to be called at each evaluation; now and then it collects garbage, some ten milliseconds long. */
export function createSweep(): () => void {
  let evaluations = 0;
  return () => {
    evaluations += 1;
    // Absent where the process was started without --expose-gc: then the memory is given back later.
    if (evaluations % EVALUATIONS_PER_SWEEP === 0) globalThis.gc?.();
  };
}
