import type { GraphNode, Shape } from '../types';
import { centerOf, drawLabel, labelSize, LINE, n, type Colors, type Rect } from './canvas';

const PADDING = { x: 16, y: 10 };
const LEAST_WIDTH = 48;
const SECTION_PADDING = 8;
const DOT = 16;
const BAR = { width: 64, height: 6 };

/** The size of a node with its label. */
export function sizeOf({ shape, lines, sections = [] }: GraphNode): { width: number; height: number } {
  const label = labelSize(lines);
  const width = Math.max(LEAST_WIDTH, label.width + 2 * PADDING.x);
  const height = Math.max(LINE, label.height) + 2 * PADDING.y;
  if (shape === 'start' || shape === 'end') return { width: DOT, height: DOT };
  if (shape === 'bar') return BAR;
  if (shape === 'diamond') return { width: label.width * 1.3 + 56, height: label.height * 1.6 + 44 };
  if (shape === 'circle') {
    const diameter = Math.hypot(label.width, label.height) + 2 * PADDING.y;
    return { width: diameter, height: diameter };
  }
  if (shape === 'rows') {
    const all = sections.flat();
    return {
      width: Math.max(width, labelSize(all).width + 2 * PADDING.x),
      height: sections.reduce((sum, section) => sum + sectionHeight(section), height),
    };
  }
  return { width: width + (EXTRA_WIDTH[shape] ?? 0), height: height + (shape === 'cylinder' ? 16 : 0) };
}

const EXTRA_WIDTH: Partial<Record<Shape, number>> = { stadium: 12, subroutine: 16, hexagon: 28, slanted: 28, flag: 20 };
const sectionHeight = (section: readonly string[]) => Math.max(6, section.length * LINE + SECTION_PADDING);

/** Whether edges may leave a node anywhere along a side, and not only in its middle. */
export function hasStraightSides(shape: Shape): boolean {
  return !['diamond', 'circle', 'start', 'end', 'hexagon'].includes(shape);
}

/** A node with its label. */
export function drawNode(node: GraphNode, rect: Rect, colors: Colors): string {
  const { shape, lines } = node;
  const center = centerOf(rect);
  if (shape === 'start') return `<circle cx="${n(center.x)}" cy="${n(center.y)}" r="${DOT / 2}" fill="${colors.ink}"/>`;
  if (shape === 'end') {
    const ring = `<circle cx="${n(center.x)}" cy="${n(center.y)}" r="${DOT / 2}" fill="none" stroke="${colors.ink}" stroke-width="1.5"/>`;
    return `${ring}<circle cx="${n(center.x)}" cy="${n(center.y)}" r="4.5" fill="${colors.ink}"/>`;
  }
  if (shape === 'bar') return `<rect ${rectText(rect)} rx="2" fill="${colors.ink}"/>`;
  if (shape === 'rows') return drawRows(node, rect, colors);
  const shift = shape === 'flag' ? 6 : 0;
  const at = { x: center.x + shift, y: center.y + (shape === 'cylinder' ? 4 : 0) };
  return (
    outlineOf(shape, rect, `fill="${colors.fill}" stroke="${colors.line}"`) +
    drawLabel(lines, at, { color: colors.ink })
  );
}

function outlineOf(shape: Shape, rect: Rect, paint: string): string {
  const { x, y, width, height } = rect;
  const [right, bottom] = [x + width, y + height];
  const center = centerOf(rect);
  const polygon = (points: [number, number][]) =>
    `<polygon points="${points.map(([px, py]) => `${n(px)},${n(py)}`).join(' ')}" ${paint}/>`;
  if (shape === 'circle') return `<circle cx="${n(center.x)}" cy="${n(center.y)}" r="${n(width / 2)}" ${paint}/>`;
  if (shape === 'diamond') {
    return polygon([
      [center.x, y],
      [right, center.y],
      [center.x, bottom],
      [x, center.y],
    ]);
  }
  if (shape === 'hexagon') {
    return polygon([
      [x + 14, y],
      [right - 14, y],
      [right, center.y],
      [right - 14, bottom],
      [x + 14, bottom],
      [x, center.y],
    ]);
  }
  if (shape === 'slanted')
    return polygon([
      [x + 14, y],
      [right, y],
      [right - 14, bottom],
      [x, bottom],
    ]);
  if (shape === 'flag')
    return polygon([
      [x, y],
      [right, y],
      [right, bottom],
      [x, bottom],
      [x + 12, center.y],
    ]);
  if (shape === 'cylinder') {
    const [half, lip] = [n(width / 2), 7];
    const arc = (sweep: 0 | 1, to: number) => `a ${half} ${lip} 0 0 ${sweep} ${n(to)} 0`;
    const body = `M ${n(x)} ${n(y + lip)} ${arc(1, width)} V ${n(bottom - lip)} ${arc(1, -width)} Z`;
    return `<path d="${body}" ${paint}/><path d="M ${n(x)} ${n(y + lip)} ${arc(0, width)}" ${paint}/>`;
  }
  const radius = shape === 'stadium' ? height / 2 : shape === 'round' ? 10 : 4;
  const box = `<rect ${rectText(rect)} rx="${n(radius)}" ${paint}/>`;
  if (shape !== 'subroutine') return box;
  const bar = (at: number) => `<path d="M ${n(at)} ${n(y)} V ${n(bottom)}" ${paint}/>`;
  return box + bar(x + 8) + bar(right - 8);
}

/** A class or an entity: its name, and compartments below it. */
function drawRows({ lines, sections = [] }: GraphNode, rect: Rect, colors: Colors): string {
  const { x, y, width } = rect;
  const head = Math.max(LINE, lines.length * LINE) + 2 * PADDING.y;
  const parts = [
    `<rect ${rectText(rect)} rx="4" fill="${colors.fill}" stroke="${colors.line}"/>`,
    drawLabel(lines, { x: x + width / 2, y: y + head / 2 }, { color: colors.ink, bold: true }),
  ];
  let top = y + head;
  for (const section of sections) {
    const height = sectionHeight(section);
    parts.push(`<path d="M ${n(x)} ${n(top)} H ${n(x + width)}" stroke="${colors.line}"/>`);
    parts.push(drawLabel(section, { x: x + PADDING.x, y: top + height / 2 }, { color: colors.ink, anchor: 'start' }));
    top += height;
  }
  return parts.join('');
}

/** The attributes of a rectangle. */
export const rectText = ({ x, y, width, height }: Rect): string =>
  `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"`;
