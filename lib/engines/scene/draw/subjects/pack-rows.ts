import type { Zone } from '../places/land';
import type { Random } from '../random';
import { boundsOf, type Cluster, moved, scaled } from './cluster';

/** Where a band of the ground is, and how large things may get in it. */
export type Band = Zone & {
  /** The picture's width. */
  width: number;
  /** Nothing reaches above this. */
  ceiling: number;
  /** Upper limit of the scale: pixels of the picture per unit of the clusters. */
  maxScale: number;
};

type Row = { clusters: Cluster[]; y: number; scale: number };

const MAX_ROWS = 8;
/** Share of the width that may be filled. */
const FILLED = 0.9;
const WIDEST = 0.92;
/** Each row farther back is that much smaller. */
const PERSPECTIVE = 0.92;
/** Share of a thing's height that the row before it may hide. */
const HIDDEN = 0.36;

/**
 * Places clusters in a band, in as many rows as let them be largest: the tallest behind, none hiding another. They are
 * scaled to the picture's units.
 */
export function packRows(clusters: readonly Cluster[], band: Band, random: Random): Cluster[] {
  if (clusters.length === 0) return [];
  const sorted = [...clusters].sort((a, b) => heightOf(b) - heightOf(a));
  const most = Math.min(MAX_ROWS, sorted.length);
  const plans = Array.from({ length: most }, (_, index) => plan(sorted, index + 1, band));
  const best = plans.reduce((largest, other) =>
    other.scale > largest.scale * (sorted.length <= 6 ? 1.32 : 1.06) ? other : largest,
  );
  const count = best.rows.length;
  return best.rows.flatMap((row, index) => spread(row, { stagger: index % 2 ? 0.25 : -0.25, count }, band, random));
}

/** The same clusters in this many rows, and the largest scale that is possible then. */
function plan(sorted: readonly Cluster[], count: number, band: Band): { rows: Row[]; scale: number } {
  const rows = divide(sorted, count);
  const [top, bottom] = [band.top + (band.bottom - band.top) * 0.25, band.bottom];
  let scale = band.maxScale;
  const placed = rows.map((members, index): Row => {
    const far = PERSPECTIVE ** (rows.length - 1 - index);
    const tallest = Math.max(...members.map(heightOf)) * far;
    const wide = members.reduce((sum, cluster) => sum + widthOf(cluster), 0) * far;
    scale = Math.min(scale, (band.width * FILLED) / (wide * (1 + 0.05 * (members.length - 1))));
    const y = top + (bottom - top) * (rows.length === 1 ? 0.6 : index / (rows.length - 1));
    scale = Math.min(scale, (y - band.ceiling) / tallest);
    if (index > 0) scale = Math.min(scale, (bottom - top) / (rows.length - 1) / (tallest * (1 - HIDDEN)));
    return { clusters: members, y, scale: far };
  });
  const all = Math.max(scale, 0.001);
  return { rows: placed.map((row) => ({ ...row, scale: row.scale * all })), scale: all };
}

/** Splits a list into rows of about the same width. */
function divide(sorted: readonly Cluster[], count: number): Cluster[][] {
  const total = sorted.reduce((sum, cluster) => sum + widthOf(cluster), 0);
  const rows: Cluster[][] = Array.from({ length: count }, () => []);
  let filled = 0;
  sorted.forEach((cluster, index) => {
    const width = widthOf(cluster);
    const wanted = Math.min(count - 1, Math.floor(((filled + width / 2) / total) * count));
    // No row stays empty.
    const row = Math.max(count - (sorted.length - index), Math.min(wanted, index));
    rows[Math.min(count - 1, Math.max(0, row))]?.push(cluster);
    filled += width;
  });
  return rows.filter((row) => row.length > 0);
}

/**
 * Spreads a row over the width, in a random order, with uneven gaps that are neither tight nor lost. Neighbors stand a
 * little nearer and farther in turn, and are larger and smaller by that.
 */
function spread(
  { clusters, y, scale }: Row,
  { stagger, count }: { stagger: number; count: number },
  band: Band,
  random: Random,
): Cluster[] {
  const order = clusters
    .map((cluster) => ({ cluster, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ cluster }, index) => {
      const step = stepOf(cluster, index, { scale, y, isOnlyRow: count === 1, isOnly: clusters.length === 1 }, band);
      const turn = step * random.between(0.55, 1);
      return { cluster: scaled(cluster, scale * (1 + (0.42 * turn) / (heightOf(cluster) * scale))), turn };
    });
  const wanted = order.reduce((sum, { cluster }) => sum + widthOf(cluster), 0);
  // Those that are larger than the others must not push them out of the picture.
  const factor = Math.min(1, (band.width * WIDEST) / wanted);
  const wide = wanted * factor;
  const left = band.width * 0.96 - wide;
  const gap = Math.max(0, Math.min(left / (order.length + 1), (wide / order.length) * 0.55));
  const free = Math.max(0, band.width - wide - gap * (order.length - 1));
  const jitter = random.between(-0.16, 0.16) * free * (order.length > 1 ? 1 : 0.6);
  const shift = order.length > 1 ? stagger * (wide / order.length + gap) : 0;
  let x = Math.max(band.width * 0.03, Math.min(free - band.width * 0.03, free / 2 + jitter + shift));
  return order.map(({ cluster: own, turn }, index) => {
    const cluster = scaled(own, factor);
    const { left: edge, bottom } = boundsOf(cluster);
    const sway = index === 0 || index === order.length - 1 ? 0 : random.between(-0.3, 0.3) * gap;
    const placed = moved(cluster, x + sway - edge, y + turn - Math.max(0, bottom));
    x += widthOf(cluster) + gap;
    return placed;
  });
}

/** How far a member of a row may stand before it (above 0) or behind it. */
function stepOf(
  cluster: Cluster,
  index: number,
  { scale, y, isOnlyRow, isOnly }: { scale: number; y: number; isOnlyRow: boolean; isOnly: boolean },
  band: Band,
): number {
  if (isOnly) return 0;
  const most = heightOf(cluster) * scale * (isOnlyRow ? 0.17 : 0.08);
  return index % 2 ? Math.min(most, band.bottom - y) : -Math.min(most, (y - band.top) * 0.8);
}

function widthOf(cluster: Cluster): number {
  const { left, right } = boundsOf(cluster);
  return right - left;
}

function heightOf(cluster: Cluster): number {
  const { top, bottom } = boundsOf(cluster);
  return Math.max(bottom, 0) - top;
}
