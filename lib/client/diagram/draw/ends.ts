import type { EdgeEnd } from '../types';
import { n, type Colors, type Spot } from './canvas';

/** A place on the outline of a node, and the direction that leads away from it, of length 1. */
export type Port = Spot & { dx: number; dy: number };

/** How far before the node the line of an edge ends. */
const LENGTHS: Partial<Record<EdgeEnd, number>> = {
  arrow: 7,
  triangle: 12,
  diamond: 16,
  'filled-diamond': 16,
  circle: 8,
};

/** Where the line of an edge ends. */
export function lineEnd(end: EdgeEnd, { x, y, dx, dy }: Port): Spot {
  const length = LENGTHS[end] ?? 0;
  return { x: x + dx * length, y: y + dy * length };
}

/** What is drawn at the end of an edge. */
export function drawEnd(end: EdgeEnd, port: Port, { line, paper }: Colors): string {
  // `away` from the node, and `side` of the edge.
  const at = (away: number, side: number) =>
    `${n(port.x + port.dx * away - port.dy * side)} ${n(port.y + port.dy * away + port.dx * side)}`;
  const shape = (points: string[], fill: string) =>
    `<path d="M ${points.join(' L ')} Z" fill="${fill}" stroke="${line}" stroke-linejoin="round"/>`;
  const strokes = (...pairs: [string, string][]) =>
    `<path d="${pairs.map(([from, to]) => `M ${from} L ${to}`).join(' ')}" fill="none" stroke="${line}" stroke-width="1.5"/>`;
  const circle = (away: number) => {
    const [x = '', y = ''] = at(away, 0).split(' ');
    return `<circle cx="${x}" cy="${y}" r="4" fill="${paper}" stroke="${line}" stroke-width="1.5"/>`;
  };
  const bar = (away: number): [string, string] => [at(away, -6), at(away, 6)];
  const foot: [string, string][] = [
    [at(12, 0), at(0, -6)],
    [at(12, 0), at(0, 6)],
  ];
  switch (end) {
    case 'none':
      return '';
    case 'arrow':
      return shape([at(0, 0), at(9, -4.5), at(9, 4.5)], line);
    case 'circle':
      return circle(4);
    case 'cross':
      return strokes([at(2, -5), at(12, 5)], [at(2, 5), at(12, -5)]);
    case 'triangle':
      return shape([at(0, 0), at(12, -7), at(12, 7)], paper);
    case 'diamond':
      return shape([at(0, 0), at(8, -5), at(16, 0), at(8, 5)], paper);
    case 'filled-diamond':
      return shape([at(0, 0), at(8, -5), at(16, 0), at(8, 5)], line);
    case 'one':
      return strokes(bar(6), bar(11));
    case 'zero-or-one':
      return strokes(bar(6)) + circle(14);
    case 'many':
      return strokes(...foot, bar(15));
    case 'zero-or-many':
      return strokes(...foot) + circle(17);
  }
}
