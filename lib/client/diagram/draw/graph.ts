import { arrange, GROUP_TITLE, type Arranged } from '../layout/nested';
import type { Graph, GraphEdge } from '../types';
import {
  centerOf,
  drawImage,
  drawLabel,
  drawTag,
  n,
  SMALL_FONT,
  type Colors,
  type Image,
  type Rect,
  type Spot,
} from './canvas';
import { drawEnd, lineEnd, type Port } from './ends';
import { drawNode, hasStraightSides, rectText } from './shapes';

/** The part of a side, from its middle, on which edges may end. */
const REACH = 0.35;
/** Between edges that connect the same two nodes. */
const BESIDE = 14;
const LOOP = { out: 34, half: 9 };

/** Draws a graph. */
export function drawGraph(graph: Graph, colors: Colors): Image {
  const arranged = arrange(graph);
  const { rects } = arranged;
  const frames = [...graph.groups].flatMap(([id, { lines }]) => {
    const rect = rects.get(id);
    return rect ? [drawFrame(lines, rect, colors)] : [];
  });
  const nodes = [...graph.nodes.values()].flatMap((node) => {
    const rect = rects.get(node.id);
    return rect ? [drawNode(node, rect, colors)] : [];
  });
  const edges = drawEdges(graph, arranged, colors);
  const loops = graph.edges.some(({ from, to }) => from === to) ? LOOP.out : 0;
  const size = { width: arranged.width + loops, height: arranged.height };
  return drawImage(
    [...frames, ...edges.lines, ...nodes, ...edges.tags],
    size,
    `Diagram with ${graph.nodes.size} nodes`,
  );
}

function drawFrame(lines: string[], rect: Rect, colors: Colors): string {
  const at = { x: rect.x + rect.width / 2, y: rect.y + GROUP_TITLE / 2 };
  const title = drawLabel(lines.slice(0, 1), at, { color: colors.muted, font: SMALL_FONT });
  return `<rect ${rectText(rect)} rx="6" fill="${colors.frame}" fill-opacity="0.35" stroke="${colors.frame}"/>${title}`;
}

function drawEdges(graph: Graph, { rects, edges }: Arranged, colors: Colors): { lines: string[]; tags: string[] } {
  const lines: string[] = [];
  const tags: string[] = [];
  const drawn = new Map<string, number>();
  for (const { edge, between, label } of edges) {
    const [from, to] = [rects.get(edge.from), rects.get(edge.to)];
    if (!from || !to) continue;
    if (edge.from === edge.to) {
      lines.push(drawLoop(edge, from, colors));
      tags.push(drawTag(edge.label, { x: from.x + from.width + LOOP.out / 2, y: from.y - 2 }, colors));
      continue;
    }
    const pair = [edge.from, edge.to].sort().join('\n');
    const before = drawn.get(pair) ?? 0;
    drawn.set(pair, before + 1);
    const upright = graph.direction === 'TB' || graph.direction === 'BT';
    const shapeOf = (id: string) => graph.nodes.get(id)?.shape ?? 'box';
    const beside = between.length === 0 ? before * BESIDE : 0;
    const start = portOf(from, between[0] ?? centerOf(to), {
      upright,
      isStraight: hasStraightSides(shapeOf(edge.from)),
      beside,
    });
    const end = portOf(to, between.at(-1) ?? centerOf(from), {
      upright,
      isStraight: hasStraightSides(shapeOf(edge.to)),
      beside,
    });
    const spots = [lineEnd(edge.start, start), ...between, lineEnd(edge.end, end)];
    lines.push(
      drawLine(edge, curve(spots, upright), colors) +
        drawEnd(edge.start, start, colors) +
        drawEnd(edge.end, end, colors),
    );
    tags.push(drawTag(edge.label, label ?? middleOf(spots), colors));
  }
  return { lines, tags };
}

function drawLine({ stroke }: GraphEdge, path: string, { line }: Colors): string {
  const dashes = stroke === 'dotted' ? ' stroke-dasharray="4 4"' : '';
  return `<path d="${path}" fill="none" stroke="${line}" stroke-width="${stroke === 'thick' ? 3 : 1.5}"${dashes}/>`;
}

function drawLoop(edge: GraphEdge, { x, y, width, height }: Rect, colors: Colors): string {
  const [right, middle] = [x + width, y + height / 2];
  const start: Port = { x: right, y: middle - LOOP.half, dx: 1, dy: 0 };
  const end: Port = { x: right, y: middle + LOOP.half, dx: 1, dy: 0 };
  const [from, to] = [lineEnd(edge.start, start), lineEnd(edge.end, end)];
  const out = n(right + LOOP.out);
  const path = `M ${n(from.x)} ${n(from.y)} C ${out} ${n(from.y - 8)} ${out} ${n(to.y + 8)} ${n(to.x)} ${n(to.y)}`;
  return drawLine(edge, path, colors) + drawEnd(edge.start, start, colors) + drawEnd(edge.end, end, colors);
}

/** Where an edge leaves a node: on the side that faces the next spot of it, along the direction of the diagram. */
function portOf(
  { x, y, width, height }: Rect,
  next: Spot,
  { upright, isStraight, beside }: { upright: boolean; isStraight: boolean; beside: number },
): Port {
  const center = { x: x + width / 2, y: y + height / 2 };
  const clamp = (wanted: number, middle: number, size: number) => {
    const reach = isStraight ? size * REACH : 0;
    return Math.min(Math.max(wanted, middle - reach), middle + reach) + (isStraight ? beside : 0);
  };
  const isBeyondX = next.x < x || next.x > x + width;
  const isBeyondY = next.y < y || next.y > y + height;
  if ((upright && isBeyondY) || !isBeyondX) {
    const dy = next.y > center.y ? 1 : -1;
    return { x: clamp(next.x, center.x, width), y: dy > 0 ? y + height : y, dx: 0, dy };
  }
  const dx = next.x > center.x ? 1 : -1;
  return { x: dx > 0 ? x + width : x, y: clamp(next.y, center.y, height), dx, dy: 0 };
}

/** A smooth line through some spots, which leaves and arrives in the direction of the diagram and swings nowhere. */
function curve(spots: readonly Spot[], upright: boolean): string {
  const points = spots.map(({ x, y }) => (upright ? { along: y, across: x } : { along: x, across: y }));
  const slopes = points.slice(1).map((point, at) => slopeBetween(points[at] ?? point, point));
  // The harmonic mean of both sides; 0 at the ends, and where the line turns.
  const tangents = points.map((_, at) => {
    const [before, after] = [slopes[at - 1] ?? 0, slopes[at] ?? 0];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  const text = (along: number, across: number) => (upright ? `${n(across)} ${n(along)}` : `${n(along)} ${n(across)}`);
  const parts = points.map((point, at) => {
    const last = points[at - 1];
    if (!last) return `M ${text(point.along, point.across)}`;
    const third = (point.along - last.along) / 3;
    const one = text(last.along + third, last.across + (tangents[at - 1] ?? 0) * third);
    const other = text(point.along - third, point.across - (tangents[at] ?? 0) * third);
    return `C ${one} ${other} ${text(point.along, point.across)}`;
  });
  return parts.join(' ');
}

type Placed = { along: number; across: number };
const slopeBetween = (one: Placed, other: Placed) =>
  one.along === other.along ? 0 : (other.across - one.across) / (other.along - one.along);

function middleOf(spots: readonly Spot[]): Spot {
  const [first, last] = [spots[0] ?? { x: 0, y: 0 }, spots.at(-1) ?? { x: 0, y: 0 }];
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
}
