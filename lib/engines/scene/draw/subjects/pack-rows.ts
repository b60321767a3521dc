import type { Zone } from '../places/land';
import type { Random } from '../random';
import { boundsOf, type Cluster, moved, scaled } from './cluster';

/** Where a band of the picture is, and how large things may get in it. */
export type Band = Zone & {
  /** The picture's width. */
  width: number;
  /** Nothing reaches above this. */
  ceiling: number;
  /** Upper limit of the scale: pixels of the picture per unit of the clusters. */
  maxScale: number;
  /** Whether rows float in the whole band instead of standing one behind the other. */
  isFloating: boolean;
};

type Row = { clusters: Cluster[]; y: number; scale: number };

const MAX_ROWS = 8;
/** Share of the width that may be filled. */
const FILLED = 0.9;
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
  return best.rows.flatMap((row, index) => spread(row, index % 2 ? 0.25 : -0.25, band, random));
}

/** The same clusters in this many rows, and the largest scale that is possible then. */
function plan(sorted: readonly Cluster[], count: number, band: Band): { rows: Row[]; scale: number } {
  const rows = divide(sorted, count);
  const [top, bottom] = band.isFloating
    ? [band.top, band.bottom]
    : [band.top + (band.bottom - band.top) * 0.25, band.bottom];
  let scale = band.maxScale;
  const placed = rows.map((members, index): Row => {
    const far = PERSPECTIVE ** (rows.length - 1 - index);
    const tallest = Math.max(...members.map(heightOf)) * far;
    const wide = members.reduce((sum, cluster) => sum + widthOf(cluster), 0) * far;
    scale = Math.min(scale, (band.width * FILLED) / (wide * (1 + 0.05 * (members.length - 1))));
    const y =
      rows.length === 1
        ? top + (bottom - top) * (band.isFloating ? 1 : 0.6)
        : top + ((bottom - top) * (index + (band.isFloating ? 1 : 0))) / (rows.length - (band.isFloating ? 0 : 1));
    if (band.isFloating) scale = Math.min(scale, ((bottom - top) / rows.length / tallest) * 0.94);
    else {
      scale = Math.min(scale, (y - band.ceiling) / tallest);
      if (index > 0) scale = Math.min(scale, (bottom - top) / (rows.length - 1) / (tallest * (1 - HIDDEN)));
    }
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

/** Spreads a row over the width, in a random order, with gaps that are neither tight nor lost; `stagger` shifts it. */
function spread({ clusters, y, scale }: Row, stagger: number, band: Band, random: Random): Cluster[] {
  const order = clusters
    .map((cluster) => ({ cluster, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ cluster }) => scaled(cluster, scale));
  const wide = order.reduce((sum, cluster) => sum + widthOf(cluster), 0);
  const left = band.width * 0.96 - wide;
  const gap = Math.max(0, Math.min(left / (order.length + 1), (wide / order.length) * (band.isFloating ? 1.6 : 0.55)));
  const free = Math.max(0, band.width - wide - gap * (order.length - 1));
  const jitter = random.between(-0.16, 0.16) * free * (order.length > 1 || band.isFloating ? 1 : 0.6);
  const shift = order.length > 1 ? stagger * (wide / order.length + gap) : 0;
  let x = Math.max(free * 0.1, Math.min(free * 0.9, free / 2 + jitter + shift));
  return order.map((cluster) => {
    const { left: edge, bottom } = boundsOf(cluster);
    const sway = band.isFloating
      ? -random.between(0, 0.08) * (band.bottom - band.top)
      : order.length > 1
        ? random.between(-0.012, 0.012) * (band.bottom - band.top)
        : 0;
    const placed = moved(cluster, x - edge, y + sway - (band.isFloating ? bottom : Math.max(0, bottom)));
    x += widthOf(cluster) + gap;
    return placed;
  });
}

function widthOf(cluster: Cluster): number {
  const { left, right } = boundsOf(cluster);
  return right - left;
}

function heightOf(cluster: Cluster): number {
  const { top, bottom } = boundsOf(cluster);
  return Math.max(bottom, 0) - top;
}
