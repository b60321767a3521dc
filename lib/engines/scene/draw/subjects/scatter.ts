import type { Random } from '../random';
import { boundsOf, type Cluster, moved, scaled } from './cluster';

/** Where things float. */
export type Space = {
  top: number;
  bottom: number;
  /** The picture's width. */
  width: number;
  /** Upper limit of the scale: pixels of the picture per unit of the clusters. */
  maxScale: number;
  /** Share of the space that things may fill. */
  fill: number;
  /** What is there already. */
  taken: readonly Cluster[];
};

type Box = { left: number; top: number; right: number; bottom: number };
/** Something to place; `aim` is the height where it likes to be, 0 (top) to 1, and how much. */
export type Floating = { cluster: Cluster; aim: { at: number; force: number } };

const TRIES = 18;
const CANDIDATES = 44;
/** Things of the same kind are nearer or farther: their sizes differ that much. */
const NEAR = 1.1;
const FAR = 0.78;

/**
 * Scatters clusters over a space like birds over a sky: spread out, in no row, none before another. They are scaled to
 * the picture's units, as large as they fit; of the same kind, each has its own distance.
 */
export function scatter(items: readonly Floating[], space: Space, random: Random): Cluster[] {
  if (items.length === 0) return [];
  const sized = distanced(items).sort((a, b) => areaOf(b.cluster) - areaOf(a.cluster));
  const [wide, tall] = [space.width * 0.94, space.bottom - space.top];
  const total = sized.reduce((sum, { cluster }) => sum + areaOf(cluster), 0);
  const limits = sized.flatMap(({ cluster }) => {
    const { left, right, top, bottom } = boundsOf(cluster);
    return [wide / (right - left), (tall * 0.98) / (bottom - top)];
  });
  let scale = Math.max(0.001, Math.min(space.maxScale, ...limits, Math.sqrt((wide * tall * space.fill) / total)));
  for (let round = 0; round < TRIES; round += 1, scale *= 0.93) {
    const placed = placeAll(sized, scale, space, random, round === TRIES - 1);
    if (placed) return placed;
  }
  return [];
}

/** Of several of the same kind, some are nearer than others. */
function distanced(items: readonly Floating[]): Floating[] {
  const kinds = new Map<string, number>();
  const keyOf = ({ cluster }: Floating): string => {
    const subject = cluster.parts[0]?.subject;
    return `${subject?.icon} ${subject?.size}`;
  };
  for (const item of items) kinds.set(keyOf(item), (kinds.get(keyOf(item)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    const [count, index] = [kinds.get(key) ?? 1, seen.get(key) ?? 0];
    seen.set(key, index + 1);
    if (count === 1) return item;
    // Steps of 3 mix near and far ones among those that follow each other, and their colors.
    const rank = ((index * 3) % count) / (count - 1);
    return { ...item, cluster: scaled(item.cluster, NEAR + (FAR - NEAR) * Math.min(1, rank)) };
  });
}

/** All at positions that suit them; null if one finds none, unless it is the `last` round. */
function placeAll(
  items: readonly Floating[],
  scale: number,
  space: Space,
  random: Random,
  isLast: boolean,
): Cluster[] | null {
  const ideal = Math.sqrt((space.width * (space.bottom - space.top)) / items.length) * 0.9;
  const taken = space.taken.filter(({ parts }) => parts.length > 0).map(boundsOf);
  const boxes: Box[] = [];
  const result: Cluster[] = [];
  for (const { cluster, aim } of items) {
    const own = scaled(cluster, scale);
    const bounds = boundsOf(own);
    const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
    const others = [...boxes, ...taken];
    let best: { box: Box; score: number } | null = null;
    for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
      const left = random.between(space.width * 0.03, Math.max(space.width * 0.03, space.width * 0.97 - width));
      const top = random.between(space.top, Math.max(space.top, space.bottom - height));
      const box = { left, top, right: left + width, bottom: top + height };
      const gap = Math.min(width, height) * 0.1;
      const isFree = others.every((other) => areApart(box, other, gap));
      if (!isFree && !isLast) continue;
      const score =
        scoreOf(box, { aim, boxes, ideal, lanes: items.length, space }) + (isFree ? 0 : -9) + random.next() * 0.12;
      if (!best || score > best.score) best = { box, score };
    }
    if (!best) return null;
    boxes.push(best.box);
    result.push(moved(own, best.box.left - bounds.left, best.box.top - bounds.top));
  }
  return result;
}

type Situation = {
  aim: Floating['aim'];
  boxes: readonly Box[];
  /** How far things are from each other if they fill the space evenly. */
  ideal: number;
  /** How many things there are. */
  lanes: number;
  space: Space;
};

/** Far from the others, and not at the border. */
function scoreOf(box: Box, { aim, boxes, ideal, lanes, space }: Situation): number {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const nearest = boxes.reduce((least, other) => {
    const [dx, dy] = [(other.left + other.right) / 2 - x, (other.top + other.bottom) / 2 - y];
    return Math.min(least, Math.hypot(dx, dy) / ideal);
  }, 1);
  const aside = Math.abs(x / space.width - 0.5) * 2;
  const off = Math.abs((y - space.top) / (space.bottom - space.top) - aim.at) * 2;
  // Two or three share the width, whatever their heights.
  const lane = lanes > 3 ? 0 : Math.abs(x / space.width - (boxes.length + 0.5) / lanes);
  return nearest - (lanes === 1 ? 1 : 0.3) * aside - aim.force * off - 1.6 * lane;
}

function areApart(first: Box, second: Box, gap: number): boolean {
  return (
    first.left > second.right + gap ||
    first.right < second.left - gap ||
    first.top > second.bottom + gap ||
    first.bottom < second.top - gap
  );
}

function areaOf(cluster: Cluster): number {
  const { left, right, top, bottom } = boundsOf(cluster);
  return (right - left) * (bottom - top);
}
