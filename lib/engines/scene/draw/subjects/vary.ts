/** Things that are counted are no clones in a row: they differ in size and shade, and some face the other side. */
import type { Subject } from '../../scene';
import { boundsOf, type Cluster, type Part, scaled } from './cluster';

/** What has letters, digits, or hands of a clock on it, or is known to face one side. */
const ONE_WAY =
  /^own:(sign|banner|flag|book-stack|shelf|stairs)$|flag|clock|watch|hourglass|store|bank|hospital|hotel|office|school|police|taxi|ambulance|fire-engine|racing|book|newspaper|calendar|keyboard|button|envelope|letter|music|computer|phone|ticket|receipt|money|coin|game-die|mahjong|atm|abc|numbers|input|bus|map|globe|scroll|package|shirt|sign|question|exclamation|violin|guitar|trumpet|saxophone/;
/** Those around something stand this share of their width apart, */
const CLOSER = 0.6;
/** and before it (above 0) or behind it in turn, by shares of their height. */
const DEPTHS = [0.5, -0.35, 0.8, 0.1];

/** How those that are counted differ, in turn: their sizes, and how much lighter or darker they are. */
const SIZES = [1, 0.9, 1.06, 0.95, 1.09, 0.88];
const SHADES = [0, 0.09, -0.08, -0.03, 0.05];

/** One of several of the same thing, which differs a little from the others; two are a pair. */
export function individual(cluster: Cluster, index: number, { count }: Subject): Cluster {
  if (count < 3) return cluster;
  const { parts } = scaled(cluster, SIZES[index % SIZES.length] ?? 1);
  return { parts: parts.map((part) => ({ ...part, shade: SHADES[index % SHADES.length] ?? 0 })) };
}

/** Clusters of the same thing, every second of them mirrored. */
export function varied(clusters: readonly Cluster[]): Cluster[] {
  const seen = new Map<number, number>();
  return clusters.map((cluster) => {
    const id = cluster.parts[0]?.subject.id ?? -1;
    const index = seen.get(id) ?? 0;
    seen.set(id, index + 1);
    const loose = gathered(cluster);
    return index % 2 === 1 && loose.parts.every(canTurn) ? mirrored(loose) : loose;
  });
}

function canTurn({ subject }: Part): boolean {
  return !subject.text && !ONE_WAY.test(subject.icon);
}

function mirrored(cluster: Cluster): Cluster {
  const { left, right } = boundsOf(cluster);
  return {
    parts: cluster.parts.map((part) => ({
      ...part,
      x: left + right - part.x - part.width,
      isMirrored: !part.isMirrored,
    })),
  };
}

/** The cluster with those that are around its main thing as loose groups at both sides, which face it. */
function gathered(cluster: Cluster): Cluster {
  const ids = [...new Set(cluster.parts.map(({ subject }) => subject.id))];
  return ids.reduce((result, id) => (isAround(result, id) ? gather(result, id) : result), cluster);
}

/** Whether at least four of a subject stand beside the main thing, with nothing on them. */
function isAround({ parts }: Cluster, id: number): boolean {
  const [main] = parts;
  const members = parts.filter(({ subject }) => subject.id === id);
  const isBeside = members.every(
    ({ subject: { relation }, stands }) =>
      relation?.kind === 'beside' && relation.target === main?.subject.id && stands,
  );
  return members.length >= 4 && isBeside && parts.every(({ subject }) => subject.relation?.target !== id);
}

function gather({ parts }: Cluster, id: number): Cluster {
  const [main] = parts as [Part];
  const middle = main.x + main.width / 2;
  const foot = main.y + main.height;
  const turns = parts.every((part) => part.subject.id !== id || canTurn(part));
  const counts = { left: 0, right: 0 };
  const isLeft = ({ x, width }: Part): boolean => x + width / 2 < middle;
  const nearestFirst = parts
    .filter(({ subject }) => subject.id === id)
    .sort((a, b) => Math.abs(a.x + a.width / 2 - middle) - Math.abs(b.x + b.width / 2 - middle));
  const moves = new Map<Part, Part>();
  for (const part of nearestFirst) {
    const side = isLeft(part) ? 'left' : 'right';
    const order = counts[side];
    counts[side] += 1;
    const away = part.width * (CLOSER * order - 0.1);
    const x = side === 'left' ? main.x - away - part.width : main.x + main.width + away;
    const depth = DEPTHS[order % DEPTHS.length] ?? 0;
    const y = foot - part.height + part.height * depth;
    // Most animals face the left in their icons.
    moves.set(part, { ...part, x, y, depth: main.depth + depth, isMirrored: turns && side === 'left' });
  }
  return { parts: parts.map((part) => moves.get(part) ?? part) };
}
