import type { Item, Ranked } from './types';

/** Each sweep looks once down and once up; more change almost nothing. */
const SWEEPS = 8;

/** Orders the items of each rank so that edges cross as little as possible. */
export function orderRanks(ranked: Ranked): void {
  const { ranks, before, after } = ranked;
  walkOrder(ranked);
  let best = ranks.map((rank) => [...rank]);
  let fewest = crossings(ranks, after);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    for (let at = 1; at < ranks.length; at += 1) sortByNeighbors(ranks, at, at - 1, before);
    for (let at = ranks.length - 2; at >= 0; at -= 1) sortByNeighbors(ranks, at, at + 1, after);
    const count = crossings(ranks, after);
    if (count >= fewest) continue;
    fewest = count;
    best = ranks.map((rank) => [...rank]);
  }
  for (const [at, rank] of best.entries()) ranks[at] = rank;
}

/** Puts what belongs together next to each other: the order in which a walk from the first rank finds it. */
function walkOrder({ ranks, after }: Ranked): void {
  const placeOf = new Map<string, number>();
  const walk = (item: Item): void => {
    if (placeOf.has(item.id)) return;
    placeOf.set(item.id, placeOf.size);
    for (const next of after.get(item.id) ?? []) walk(next);
  };
  for (const rank of ranks) for (const item of rank) walk(item);
  for (const rank of ranks) rank.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0));
}

/** Sorts a rank by the mean place of each item's neighbors in the rank beside it. */
function sortByNeighbors(ranks: Item[][], at: number, beside: number, neighbors: Map<string, Item[]>): void {
  const placeOf = new Map((ranks[beside] ?? []).map(({ id }, place) => [id, place]));
  const meanOf = new Map(
    (ranks[at] ?? []).map(({ id }, place) => {
      const places = (neighbors.get(id) ?? []).map((one) => placeOf.get(one.id) ?? 0);
      return [id, places.length === 0 ? place : places.reduce((sum, one) => sum + one, 0) / places.length];
    }),
  );
  ranks[at]?.sort((a, b) => (meanOf.get(a.id) ?? 0) - (meanOf.get(b.id) ?? 0));
}

/** How many pairs of edges between neighboring ranks cross. */
function crossings(ranks: readonly Item[][], after: Map<string, Item[]>): number {
  let count = 0;
  for (const [at, rank] of ranks.entries()) {
    const placeOf = new Map((ranks[at + 1] ?? []).map(({ id }, place) => [id, place]));
    const ends = rank.map(({ id }) => (after.get(id) ?? []).map((next) => placeOf.get(next.id) ?? 0));
    for (const [one, its] of ends.entries()) {
      for (const others of ends.slice(one + 1))
        for (const end of its) count += others.filter((other) => other < end).length;
    }
  }
  return count;
}
