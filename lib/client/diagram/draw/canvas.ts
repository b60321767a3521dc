import { escaped, linesWidth } from '../text';

/** The colors of a diagram. */
export type Colors = {
  ink: string;
  muted: string;
  line: string;
  fill: string;
  frame: string;
  paper: string;
  accent: string;
};

const LIGHT: Colors = {
  ink: '#1d2129',
  muted: '#5a6070',
  line: '#6b7280',
  fill: '#f1f2f5',
  frame: '#e3e5ea',
  paper: '#ffffff',
  accent: '#c2410c',
};
const DARK: Colors = {
  ink: '#eef0f4',
  muted: '#a3a9b6',
  line: '#8b92a1',
  fill: '#2a2f3a',
  frame: '#3a404d',
  paper: '#1b1f27',
  accent: '#fb923c',
};

/** The colors on a dark or a light page. */
export function colorsOf(dark: boolean): Colors {
  return dark ? DARK : LIGHT;
}

/** In pixels. */
export const FONT = 14;
export const SMALL_FONT = 12;
export const LINE = 18;
const MARGIN = 16;

export type Rect = { x: number; y: number; width: number; height: number };
export type Spot = { x: number; y: number };

export const centerOf = ({ x, y, width, height }: Rect): Spot => ({ x: x + width / 2, y: y + height / 2 });

/** The size of a label. */
export function labelSize(lines: readonly string[], font = FONT): { width: number; height: number } {
  return { width: linesWidth(lines, font), height: lines.length * LINE };
}

/** A label with its center, or its left end, at a point. */
export function drawLabel(
  lines: readonly string[],
  { x, y }: Spot,
  {
    color,
    font = FONT,
    anchor = 'middle',
    bold = false,
  }: { color: string; font?: number; anchor?: 'middle' | 'start'; bold?: boolean },
): string {
  const first = y - ((lines.length - 1) * LINE) / 2;
  const style = `font-size="${font}" fill="${color}" text-anchor="${anchor}"${bold ? ' font-weight="600"' : ''}`;
  return lines
    .map((line, at) => `<text x="${n(x)}" y="${n(first + at * LINE)}" dy="0.35em" ${style}>${escaped(line)}</text>`)
    .join('');
}

/** A label on a background of its own, so that lines below it do not cross it. */
export function drawTag(lines: readonly string[], center: Spot, colors: Colors): string {
  if (lines.length === 0) return '';
  const { width, height } = labelSize(lines, SMALL_FONT);
  const box = `<rect x="${n(center.x - width / 2 - 3)}" y="${n(center.y - height / 2)}" width="${n(width + 6)}" height="${n(height)}" fill="${colors.paper}" rx="3"/>`;
  return box + drawLabel(lines, center, { color: colors.muted, font: SMALL_FONT });
}

/** A whole image, and its size in pixels. */
export type Image = { svg: string; width: number; height: number };

/** @param title what the image is, for those who cannot see it */
export function drawImage(parts: readonly string[], content: { width: number; height: number }, title: string): Image {
  const width = Math.ceil(content.width + 2 * MARGIN);
  const height = Math.ceil(content.height + 2 * MARGIN);
  const box = `viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" role="img" ${box} font-family="ui-sans-serif, system-ui, sans-serif">`;
  return { svg: `${head}<title>${escaped(title)}</title>${parts.join('')}</svg>`, width, height };
}

/** A number as short as SVG needs it. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);
