import type { Item, Ranked } from './types';

const PASSES = 12;
/** Edges that pass a rank are kept straight rather than boxes centered. */
const WEIGHT_OF_BENDS = 4;

/**
 * The centers of all items across the direction: near those that they are connected with, in their order, and with gaps.
 * The leftmost edge is at 0.
 */
export function placeAcross(
  { ranks, before, after }: Ranked,
  gapBetween: (one: Item, other: Item) => number,
): Map<string, number> {
  const centers = new Map<string, number>();
  for (const rank of ranks) {
    const offsets = offsetsOf(rank, gapBetween);
    const middle = (offsets.at(-1) ?? 0) / 2;
    for (const [at, { id }] of rank.entries()) centers.set(id, (offsets[at] ?? 0) - middle);
  }
  const settle = (rank: Item[], neighbors: Map<string, Item[]>[]) => {
    const offsets = offsetsOf(rank, gapBetween);
    const wanted = rank.map((item, at) => {
      const near = neighbors.flatMap((of) => of.get(item.id) ?? []);
      const own = centers.get(item.id) ?? 0;
      return { value: meanOf(near, centers, own) - (offsets[at] ?? 0), weight: item.isBend ? WEIGHT_OF_BENDS : 1 };
    });
    for (const [at, value] of nonDecreasing(wanted).entries()) {
      const item = rank[at];
      if (item) centers.set(item.id, value + (offsets[at] ?? 0));
    }
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const rank of ranks.slice(1)) settle(rank, [before]);
    for (const rank of [...ranks].reverse().slice(1)) settle(rank, [after]);
  }
  for (const rank of ranks) settle(rank, [before, after]);
  const left = Math.min(...ranks.flat().map((item) => (centers.get(item.id) ?? 0) - item.across / 2));
  return new Map([...centers].map(([id, center]) => [id, center - left]));
}

function meanOf(near: readonly Item[], centers: Map<string, number>, otherwise: number): number {
  if (near.length === 0) return otherwise;
  return near.reduce((sum, { id }) => sum + (centers.get(id) ?? 0), 0) / near.length;
}

/** The centers of a rank's items if they stand side by side, from the center of the first one. */
function offsetsOf(rank: readonly Item[], gapBetween: (one: Item, other: Item) => number): number[] {
  const offsets: number[] = [];
  for (const [at, item] of rank.entries()) {
    const last = rank[at - 1];
    offsets.push(last ? (offsets[at - 1] ?? 0) + (last.across + item.across) / 2 + gapBetween(last, item) : 0);
  }
  return offsets;
}

/** The nearest values to the wanted ones of which none is smaller than the one before (pool adjacent violators). */
export function nonDecreasing(wanted: readonly { value: number; weight: number }[]): number[] {
  const pools: { value: number; weight: number; count: number }[] = [];
  for (const { value, weight } of wanted) {
    let pool = { value, weight, count: 1 };
    for (let last = pools.at(-1); last && last.value > pool.value; last = pools.at(-1)) {
      pools.pop();
      const weights = last.weight + pool.weight;
      const mean = (last.value * last.weight + pool.value * pool.weight) / weights;
      pool = { value: mean, weight: weights, count: last.count + pool.count };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}
