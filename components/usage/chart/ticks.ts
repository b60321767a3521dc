/** At most this many steps from zero to the top of the axis. */
const MOST_STEPS = 4;
/** Steps with short labels, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * The ticks of an axis from zero: evenly spaced, with short labels, and none below the highest value.
 * @param highest ≥ 0
 * @param whole no step is below 1, for counts
 */
export function ticksOf(highest: number, whole: boolean): number[] {
  if (!(highest > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(highest / MOST_STEPS));
  const fits = STEPS.map((step) => step * power).find((step) => step * MOST_STEPS >= highest * (1 - Number.EPSILON));
  const step = whole ? Math.max(1, fits ?? highest) : (fits ?? highest);
  const steps = Math.ceil((highest / step) * (1 - Number.EPSILON));
  // Multiples, not sums, so that 3 × 0.1 is rounded once.
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
