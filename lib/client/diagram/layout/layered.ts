import { NotDrawn } from '../graph-builder';
import { orderRanks } from './order';
import { placeAcross } from './place';
import { rankNodes } from './ranks';
import type { Box, Item, Layout, Link, Point, Ranked } from './types';

const GAP_ACROSS = 36;
const GAP_ALONG = 46;
/** Between a box and the label of an edge, which leaves space for what is at the edge's end. */
const GAP_OF_LABELS = 30;
const GAP_OF_BENDS = 20;
/** More would keep the page busy. */
const MAX_BENDS = 2_000;

/** Lays out boxes in ranks, so that edges lead from one rank to a later one and cross as little as possible. */
export function layOut(boxes: readonly Box[], links: readonly Link[]): Layout {
  // A label stands in a rank between those of its edge.
  const stride = links.some(({ label }) => label !== null) ? 2 : 1;
  const { rankOf, isReversed } = rankNodes(boxes, links, stride);
  const { ranked, chains } = connect(boxes, links, { rankOf, isReversed });
  orderRanks(ranked);
  const across = placeAcross(ranked, gapBetween);
  const along = placeAlong(ranked.ranks, stride);
  const pointOf = (item: Item): Point => ({ across: across.get(item.id) ?? 0, along: along.centers[item.rank] ?? 0 });
  const routes = chains.map(({ bends, labelAt }, at) => {
    const points = bends.map(pointOf);
    const label = labelAt === null ? null : (points[labelAt] ?? null);
    return { between: isReversed.has(at) ? points.reverse() : points, label };
  });
  const items = ranked.ranks.flat();
  const width = Math.max(0, ...items.map((item) => (across.get(item.id) ?? 0) + item.across / 2));
  return {
    centers: new Map(items.filter(({ isBend }) => !isBend).map((item) => [item.id, pointOf(item)])),
    routes,
    size: { across: width, along: along.size },
  };
}

/** The space between two neighbors of a rank. */
function gapBetween(one: Item, other: Item): number {
  return one.isBend || other.isBend ? GAP_OF_BENDS : GAP_ACROSS;
}

type Chain = { bends: Item[]; labelAt: number | null };

/** Puts a bend of each edge into every rank that it passes. */
function connect(
  boxes: readonly Box[],
  links: readonly Link[],
  { rankOf, isReversed }: { rankOf: ReadonlyMap<string, number>; isReversed: ReadonlySet<number> },
): { ranked: Ranked; chains: Chain[] } {
  const items = new Map(boxes.map((box) => [box.id, { ...box, rank: rankOf.get(box.id) ?? 0, isBend: false }]));
  const ranks: (Item[] | undefined)[] = [];
  let bendsInAll = 0;
  const put = (item: Item) => (ranks[item.rank] ??= []).push(item);
  for (const item of items.values()) put(item);
  const before = new Map<string, Item[]>();
  const after = new Map<string, Item[]>();
  const join = (upper: Item, lower: Item) => {
    after.set(upper.id, [...(after.get(upper.id) ?? []), lower]);
    before.set(lower.id, [...(before.get(lower.id) ?? []), upper]);
  };
  const chains = links.map(({ from, to, label }, at): Chain => {
    const [upper, lower] = (isReversed.has(at) ? [to, from] : [from, to]).map((id) => items.get(id));
    if (!upper || !lower || upper === lower) return { bends: [], labelAt: null };
    const count = lower.rank - upper.rank - 1;
    const labelAt = label === null ? null : Math.floor(count / 2);
    const bends = Array.from({ length: Math.max(0, count) }, (_, step): Item => {
      const size = step === labelAt && label ? label : { across: 2, along: 0 };
      return { id: `bend ${at} ${step}`, ...size, rank: upper.rank + 1 + step, isBend: true };
    });
    bendsInAll += bends.length;
    if (bendsInAll > MAX_BENDS) throw new NotDrawn('too many bends');
    for (const bend of bends) put(bend);
    const chain = [upper, ...bends, lower];
    for (const [step, item] of chain.slice(1).entries()) join(chain[step] ?? upper, item);
    return { bends, labelAt };
  });
  // No rank is empty, not even one that no edge passes.
  const filled = Array.from(ranks, (rank) => rank ?? []);
  return { ranked: { ranks: filled, before, after }, chains };
}

/** The centers of the ranks along the direction. */
function placeAlong(ranks: readonly Item[][], stride: number): { centers: number[]; size: number } {
  const gap = stride === 1 ? GAP_ALONG : GAP_OF_LABELS;
  let at = 0;
  const centers = ranks.map((rank) => {
    const height = Math.max(0, ...rank.map(({ along }) => along));
    const center = at + height / 2;
    at += height + gap;
    return center;
  });
  return { centers, size: Math.max(0, at - gap) };
}
