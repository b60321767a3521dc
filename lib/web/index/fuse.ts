/** Source: G. V. Cormack, C. L. A. Clarke, S. Büttcher: "Reciprocal Rank Fusion", SIGIR 2009. */
const K = 60;

/**
 * Joins rankings by reciprocal rank: an item gets 1 / (60 + its rank) from each ranking that has it.
 * @returns all items, the best first
 */
export function fuse(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    for (const [at, item] of ranking.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (K + at + 1));
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([item]) => item);
}
