import type { Subject } from '../../scene';

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
