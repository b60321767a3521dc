/** The middle value, or the mean of the two in the middle; NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower = Number.NaN, upper = Number.NaN] = [(sorted.length - 1) / 2, sorted.length / 2].map(
    (position) => sorted[Math.floor(position)],
  );
  return (lower + upper) / 2;
}
