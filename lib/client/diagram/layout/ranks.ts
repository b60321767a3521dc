import type { Box, Link } from './types';

/**
 * The rank of each box: every edge leads to a later one, and the edges are short. Edges that would make a circle are
 * reversed.
 * @param stride the fewest ranks of an edge
 */
export function rankNodes(
  boxes: readonly Box[],
  links: readonly Link[],
  stride: number,
): { rankOf: Map<string, number>; isReversed: Set<number> } {
  const isReversed = findReversed(boxes, links);
  const edges = links.flatMap(({ from, to }, at) =>
    from === to ? [] : [isReversed.has(at) ? { upper: to, lower: from } : { upper: from, lower: to }],
  );
  const rankOf = new Map(boxes.map(({ id }) => [id, 0]));
  const rank = (id: string) => rankOf.get(id) ?? 0;
  // Without circles, this ends after as many rounds as the longest path has edges.
  for (let changed = true; changed;) {
    changed = false;
    for (const { upper, lower } of edges) {
      if (rank(lower) >= rank(upper) + stride) continue;
      rankOf.set(lower, rank(upper) + stride);
      changed = true;
    }
  }
  // What only leads somewhere stands right before it.
  const hasBefore = new Set(edges.map(({ lower }) => lower));
  for (const { id } of boxes) {
    const next = edges.filter(({ upper }) => upper === id).map(({ lower }) => rank(lower));
    if (!hasBefore.has(id) && next.length > 0) rankOf.set(id, Math.min(...next) - stride);
  }
  return { rankOf, isReversed };
}

/** The edges that lead back to where a walk along the edges comes from. */
function findReversed(boxes: readonly Box[], links: readonly Link[]): Set<number> {
  const leaving = new Map<string, { to: string; at: number }[]>();
  for (const [at, { from, to }] of links.entries()) {
    if (from !== to) leaving.set(from, [...(leaving.get(from) ?? []), { to, at }]);
  }
  const reversed = new Set<number>();
  const state = new Map<string, 'open' | 'done'>();
  const walk = (id: string): void => {
    state.set(id, 'open');
    for (const { to, at } of leaving.get(id) ?? []) {
      if (state.get(to) === 'open') reversed.add(at);
      else if (!state.has(to)) walk(to);
    }
    state.set(id, 'done');
  };
  // Of a circle, what the source names first comes first.
  for (const { id } of boxes) if (!state.has(id)) walk(id);
  return reversed;
}
