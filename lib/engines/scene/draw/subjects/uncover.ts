/** What a prompt asks for is to be seen: things step aside where one would hide another. */
import { boundsOf, type Cluster, moved, type Part } from './cluster';

type Box = Pick<Part, 'x' | 'y' | 'width' | 'height'>;

const ROUNDS = 3;
/** Positions that are tried to each side, and how far they reach in shares of the picture's width. */
const STEPS = 14;
const REACH = 0.42;
/** Share of a thing that may be hidden, and of its box that is usually empty at each side. */
const HIDDEN = 0.08;
const EMPTY = 0.03;
/** Upper share of a thing where its face is. */
const HEAD = 0.42;

/** Clusters on the ground, moved to the sides as little as lets each be seen; what is lower is before the others. */
export function uncovered(clusters: readonly Cluster[], { width }: { width: number }): Cluster[] {
  const placed = [...clusters];
  for (let round = 0; round < ROUNDS; round += 1) {
    let isBetter = false;
    placed.forEach((cluster, index) => {
      const others = placed.filter((_, other) => other !== index);
      let [best, least] = [cluster, costOf(cluster, others)];
      if (least < 0.02) return;
      for (let step = -STEPS; step <= STEPS; step += 1) {
        const shifted = moved(cluster, (step / STEPS) * REACH * width, 0);
        const { left, right } = boundsOf(shifted);
        if (left < width * 0.015 || right > width * 0.985) continue;
        const cost = costOf(shifted, others) + 0.12 * Math.abs(step / STEPS);
        if (cost < least - 0.01) [best, least] = [shifted, cost];
      }
      isBetter ||= best !== cluster;
      placed[index] = best;
    });
    if (!isBetter) break;
  }
  return placed;
}

/** How much a cluster hides others, and is hidden by them. */
function costOf(cluster: Cluster, others: readonly Cluster[]): number {
  const { bottom } = boundsOf(cluster);
  return others.reduce((sum, other) => {
    const isBefore = bottom > boundsOf(other).bottom;
    return sum + (isBefore ? hiddenBy(other, cluster) : hiddenBy(cluster, other));
  }, 0);
}

/** How much of a cluster's things another one before it hides; their upper parts count twice. */
function hiddenBy({ parts: behind }: Cluster, { parts: before }: Cluster): number {
  return behind.reduce((sum, part) => {
    const head = { ...part, height: part.height * HEAD };
    const shares = before.map((other) => Math.max(0, shareOf(part, other) - HIDDEN) + shareOf(head, other));
    return sum + Math.max(...shares);
  }, 0);
}

/** The share of a box that another one covers, whose sides are mostly empty. */
function shareOf(box: Box, other: Box): number {
  const [from, to] = [other.x + other.width * EMPTY, other.x + other.width * (1 - EMPTY)];
  const across = Math.min(box.x + box.width * (1 - EMPTY), to) - Math.max(box.x + box.width * EMPTY, from);
  const down = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
  return across > 0 && down > 0 ? (across * down) / (box.width * box.height) : 0;
}
