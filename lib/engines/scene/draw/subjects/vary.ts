/** Things that are counted are no clones in a row: they differ in size and shade, and some face the other side. */
import type { Subject } from '../../scene';
import { boundsOf, type Cluster, type Part, scaled } from './cluster';

/** What has letters, digits, or hands of a clock on it, or is known to face one side. */
const ONE_WAY =
  /^own:(sign|banner|flag|book-stack|shelf|stairs)$|flag|clock|watch|hourglass|store|bank|hospital|hotel|office|school|police|taxi|ambulance|fire-engine|racing|book|newspaper|calendar|keyboard|button|envelope|letter|music|computer|phone|ticket|receipt|money|coin|game-die|mahjong|atm|abc|numbers|input|bus|map|globe|scroll|package|shirt|sign|question|exclamation|violin|guitar|trumpet|saxophone/;
/** Members of a wide row move together by this factor when they stand in two rows instead. */
const CLOSER = 0.62;

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
    const loose = loosened(cluster);
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

/** The cluster with its rows of the same thing in a loose double row, every second one mirrored. */
function loosened(cluster: Cluster): Cluster {
  const ids = [...new Set(cluster.parts.map(({ subject }) => subject.id))];
  return ids.reduce((result, id) => (isLooseRow(result, id) ? doubleRow(result, id) : result), cluster);
}

/** Whether at least four of a subject stand on the ground at one side of their host, with nothing on them. */
function isLooseRow({ parts }: Cluster, id: number): boolean {
  const row = parts.filter(({ subject }) => subject.id === id);
  const [first] = row;
  if (!first || row.length < 4 || first.subject.relation?.kind === 'holding') return false;
  const isEven = row.every(({ stands, y, height }) => stands && Math.abs(y + height - first.y - first.height) < 0.01);
  const isFree = parts.every(({ subject }) => subject.relation?.target !== id);
  const { left, right } = boundsOf({ parts: row });
  const isAside = parts.every(
    ({ subject, x, width }) => subject.id === id || x + width / 2 < left || x + width / 2 > right,
  );
  return isEven && isFree && isAside && parts.length > row.length;
}

function doubleRow({ parts }: Cluster, id: number): Cluster {
  const row = parts.filter(({ subject }) => subject.id === id);
  const { left, right } = boundsOf({ parts: row });
  const others = parts.filter(({ subject }) => subject.id !== id);
  const isRight = boundsOf({ parts: others }).left < left;
  const turns = row.every(canTurn);
  let index = 0;
  const changed = parts.map((part): Part => {
    if (part.subject.id !== id) return part;
    index += 1;
    const isNear = index % 2 === 0;
    const x = isRight ? left + (part.x - left) * CLOSER : right - part.width - (right - part.width - part.x) * CLOSER;
    return {
      ...part,
      x,
      y: part.y + part.height * (isNear ? 0.34 : -0.3),
      depth: part.depth + (isNear ? 0.02 : -0.02),
      isMirrored: turns && index % 3 === 0,
    };
  });
  return { parts: changed };
}
