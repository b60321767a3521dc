import { labelSize, SMALL_FONT, type Rect, type Spot } from '../draw/canvas';
import { sizeOf } from '../draw/shapes';
import type { Graph, GraphEdge } from '../types';
import { layOut } from './layered';
import type { Layout, Point } from './types';

/** Where everything of a graph is. `between` is what an edge passes from its start to its end. */
export type Arranged = {
  rects: Map<string, Rect>;
  edges: { edge: GraphEdge; between: Spot[]; label: Spot | null }[];
  width: number;
  height: number;
};

const GROUP_PADDING = 16;
export const GROUP_TITLE = 28;
const TAG_PADDING = { across: 10, along: 8 };

/** Lays out a graph: each group by itself, and then as one box of what is around it. */
export function arrange(graph: Graph): Arranged {
  const byLevel = new Map<string | null, { edge: GraphEdge; from: string; to: string }[]>();
  for (const edge of graph.edges) {
    const placed = levelOf(graph, edge);
    if (placed) byLevel.set(placed.level, [...(byLevel.get(placed.level) ?? []), { edge, ...placed }]);
  }
  const arrangeLevel = (level: string | null): Arranged => {
    const groups = [...graph.groups.values()].filter(({ parent }) => parent === level).map(({ id }) => id);
    const inner = new Map(groups.map((id) => [id, arrangeLevel(id)]));
    const nodes = [...graph.nodes.values()].filter(({ group }) => group === level);
    const sizes = new Map([
      ...nodes.map((node) => [node.id, sizeOf(node)] as const),
      ...groups.map((id) => [id, groupSize(graph, id, inner.get(id))] as const),
    ]);
    const edges = byLevel.get(level) ?? [];
    return onScreen(graph.direction, sizes, edges, inner);
  };
  return arrangeLevel(null);
}

type Sizes = ReadonlyMap<string, { width: number; height: number }>;

/** Lays out one level, and adds what is inside its groups. */
function onScreen(
  direction: Graph['direction'],
  sizes: Sizes,
  edges: readonly { edge: GraphEdge; from: string; to: string }[],
  inner: ReadonlyMap<string, Arranged>,
): Arranged {
  const isUpright = direction === 'TB' || direction === 'BT';
  const turned = ({ width, height }: { width: number; height: number }) =>
    isUpright ? { across: width, along: height } : { across: height, along: width };
  const boxes = [...sizes].map(([id, size]) => ({ id, ...turned(size) }));
  const links = edges.map(({ from, to, edge: { label } }) => {
    const size = turned(labelSize(label, SMALL_FONT));
    const padded = { across: size.across + TAG_PADDING.across, along: size.along + TAG_PADDING.along };
    return { from, to, label: label.length === 0 ? null : padded };
  });
  const layout: Layout = layOut(boxes, links);
  const spotOf = ({ across, along }: Point): Spot => {
    const at = direction === 'BT' || direction === 'RL' ? layout.size.along - along : along;
    return isUpright ? { x: across, y: at } : { x: at, y: across };
  };
  const rects = new Map<string, Rect>();
  const arranged: Arranged['edges'] = edges.map(({ edge }, at) => {
    const route = layout.routes[at];
    return { edge, between: route?.between.map(spotOf) ?? [], label: route?.label ? spotOf(route.label) : null };
  });
  for (const [id, size] of sizes) {
    const center = spotOf(layout.centers.get(id) ?? { across: 0, along: 0 });
    const rect = { x: center.x - size.width / 2, y: center.y - size.height / 2, ...size };
    rects.set(id, rect);
    const within = inner.get(id);
    if (!within) continue;
    const shift = { x: rect.x + (rect.width - within.width) / 2, y: rect.y + GROUP_TITLE };
    const moved = (spot: Spot): Spot => ({ x: spot.x + shift.x, y: spot.y + shift.y });
    for (const [innerId, one] of within.rects) rects.set(innerId, { ...one, ...moved(one) });
    for (const one of within.edges)
      arranged.push({ ...one, between: one.between.map(moved), label: one.label && moved(one.label) });
  }
  const { across, along } = layout.size;
  return {
    rects,
    edges: arranged,
    ...(isUpright ? { width: across, height: along } : { width: along, height: across }),
  };
}

function groupSize(graph: Graph, id: string, inner: Arranged | undefined): { width: number; height: number } {
  const title = labelSize(graph.groups.get(id)?.lines ?? [], SMALL_FONT);
  return {
    width: Math.max(inner?.width ?? 0, title.width) + 2 * GROUP_PADDING,
    height: (inner?.height ?? 0) + GROUP_TITLE + GROUP_PADDING,
  };
}

/**
 * The level at which an edge is laid out, the innermost that has both of its ends, and which nodes or groups of that
 * level it connects. Null between a group and what is inside it: such an edge is not drawn.
 */
function levelOf(graph: Graph, { from, to }: GraphEdge): { level: string | null; from: string; to: string } | null {
  const [froms, tos] = [pathOf(graph, from), pathOf(graph, to)];
  for (const [depth, { level, id }] of froms.entries()) {
    const other = tos.find((one) => one.level === level);
    if (!other) continue;
    if (other.id === id && !(depth === 0 && from === to)) return null;
    return { level, from: id, to: other.id };
  }
  return null;
}

/** The levels that something is in, from the innermost, and what contains it there. */
function pathOf(graph: Graph, start: string): { level: string | null; id: string }[] {
  const path: { level: string | null; id: string }[] = [];
  for (let id: string | null = start; id !== null;) {
    const level: string | null = graph.nodes.get(id)?.group ?? graph.groups.get(id)?.parent ?? null;
    path.push({ level, id });
    id = level;
  }
  return path;
}
