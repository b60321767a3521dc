import type { Subject } from '../../scene';
import type { Stance } from '../figures/skeleton';

/** One drawn thing. Its box is in units of a grown person's height; y grows downward and is 0 on the ground. */
export type Part = {
  subject: Subject;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Parts with a higher number cover those with a lower one. */
  depth: number;
  /** What carries it: the ground, or something else. */
  stands: boolean;
  /** Of those who have a body of our own: what it does. */
  stance?: Stance;
  /** Whether it faces the other side than its icon. */
  isMirrored?: boolean;
  /** How much lighter (above 0) or darker than its icon it is, −1…1. */
  shade?: number;
};

/** Things that keep their positions to each other. */
export type Cluster = { parts: Part[] };

/** Left, top, right, and bottom of a cluster that is not empty. */
export function boundsOf({ parts }: Cluster): { left: number; top: number; right: number; bottom: number } {
  return {
    left: Math.min(...parts.map(({ x }) => x)),
    top: Math.min(...parts.map(({ y }) => y)),
    right: Math.max(...parts.map(({ x, width }) => x + width)),
    bottom: Math.max(...parts.map(({ y, height }) => y + height)),
  };
}

/** The cluster, moved. */
export function moved({ parts }: Cluster, dx: number, dy: number): Cluster {
  return { parts: parts.map((part) => ({ ...part, x: part.x + dx, y: part.y + dy })) };
}

/** The cluster, `factor` times as large; the point (0, 0) stays. */
export function scaled({ parts }: Cluster, factor: number): Cluster {
  return {
    parts: parts.map((part) => ({
      ...part,
      x: part.x * factor,
      y: part.y * factor,
      width: part.width * factor,
      height: part.height * factor,
    })),
  };
}

/** The cluster with all its parts nearer to the viewer, and no longer on the ground if something else carries it. */
export function lifted({ parts }: Cluster, depth: number, isCarried: boolean): Cluster {
  return { parts: parts.map((part) => ({ ...part, depth: part.depth + depth, stands: part.stands && !isCarried })) };
}

/** Clusters side by side on the ground, centered on 0. */
export function inRow(clusters: readonly Cluster[], gap: number): Cluster {
  let x = 0;
  const parts = clusters.flatMap((cluster) => {
    const { left, right } = boundsOf(cluster);
    const placed = moved(cluster, x - left, 0).parts;
    x += right - left + gap;
    return placed;
  });
  return moved({ parts }, -(x - gap) / 2, 0);
}

/** Like a row, but from three on every second one is farther back, so that they need less space. */
export function inLooseRow(clusters: readonly Cluster[], gap: number): Cluster {
  if (clusters.length < 3) return inRow(clusters, gap);
  const staggered = clusters.map((cluster, index) => {
    const { top, bottom } = boundsOf(cluster);
    return index % 2 === 0 ? cluster : lifted(moved(cluster, 0, (top - bottom) * 0.5), -0.3, false);
  });
  const width = Math.min(...clusters.map((cluster) => boundsOf(cluster).right - boundsOf(cluster).left));
  return inRow(staggered, gap - width * 0.42);
}

/** More clusters than fit side by side, piled up in two or three rows; the upper ones are behind. */
export function inPile(clusters: readonly Cluster[], gap: number): Cluster {
  const rows = clusters.length < 5 ? 1 : clusters.length < 9 ? 2 : 3;
  const parts: Part[] = [];
  let left = [...clusters];
  let rise = 0;
  for (let row = 0; row < rows; row += 1) {
    const members = left.slice(0, Math.ceil(left.length / (rows - row) + (rows - row - 1) / 2));
    left = left.slice(members.length);
    if (members.length === 0) break;
    const line = inRow(members, gap);
    parts.push(...lifted(moved(line, 0, -rise), -row * 0.1, false).parts);
    const { top, bottom } = boundsOf(line);
    rise += (bottom - top) * 0.72;
  }
  return { parts };
}
