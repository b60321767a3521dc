import type { Font } from 'opentype.js';
import sharp from 'sharp';
import { lumaOf, type Raster, rasterOf, sharpOf } from '../filters/raster';
import type { Anchor, EditStep } from '../step';
import { textFont } from './font';

const LINE_HEIGHT = 1.2;
/** Of the image's width. */
const MAX_LINE_SHARE = 0.92;
const MAX_BLOCK_SHARE = 0.9;
const MARGIN_SHARE = 0.04;
const SMALLEST = 6;

/** Draws a text onto an image, in as many lines as it needs, with an outline that keeps it readable on any ground. */
export async function drawText(raster: Raster, step: Extract<EditStep, { kind: 'text' }>): Promise<Raster> {
  const svg = Buffer.from(textSvg(raster, step));
  return rasterOf(sharpOf(raster).composite([{ input: await sharp(svg).png({ compressionLevel: 1 }).toBuffer() }]));
}

/** The text as an SVG of the image's size, with outlines instead of letters. */
function textSvg(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  { text, anchor, color, size }: Extract<EditStep, { kind: 'text' }>,
): string {
  const font = textFont();
  const { lines, pixels } = fitText(font, text, { width, height }, size * height);
  const margin = MARGIN_SHARE * Math.min(width, height);
  const block = lines.length * pixels * LINE_HEIGHT;
  const top = topOf(anchor, height, block, margin);
  const paths = lines.map((line, index) => {
    const length = font.getAdvanceWidth(line, pixels);
    const left = leftOf(anchor, width, length, margin);
    return font.getPath(line, left, top + pixels * (0.92 + index * LINE_HEIGHT), pixels).toPathData(2);
  });
  const fill = `rgb(${color.join(' ')})`;
  const edge = lumaOf(color[0], color[1], color[2]) > 128 ? '#000' : '#fff';
  const stroke = `stroke="${edge}" stroke-opacity=".75" stroke-width="${(pixels * 0.09).toFixed(2)}" stroke-linejoin="round"`;
  const shape = paths.join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${shape}" fill="none" ${stroke}/><path d="${shape}" fill="${fill}"/></svg>`;
}

/** Breaks a text into lines; letters become smaller until it fits. */
function fitText(
  font: Font,
  text: string,
  { width, height }: Pick<Raster, 'width' | 'height'>,
  wanted: number,
): { lines: string[]; pixels: number } {
  for (let pixels = Math.max(SMALLEST, wanted); ; pixels *= 0.85) {
    const lines = breakLines(text, (line) => font.getAdvanceWidth(line, pixels) <= width * MAX_LINE_SHARE);
    const isWide = lines.some((line) => font.getAdvanceWidth(line, pixels) > width * MAX_LINE_SHARE);
    const isTall = lines.length * pixels * LINE_HEIGHT > height * MAX_BLOCK_SHARE;
    if ((!isWide && !isTall) || pixels <= SMALLEST) return { lines, pixels };
  }
}

function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function topOf(anchor: Anchor, height: number, block: number, margin: number): number {
  if (anchor.startsWith('top')) return margin;
  if (anchor.startsWith('bottom')) return height - margin - block;
  return (height - block) / 2;
}

function leftOf(anchor: Anchor, width: number, length: number, margin: number): number {
  if (anchor.endsWith('left')) return margin;
  if (anchor.endsWith('right')) return width - margin - length;
  return (width - length) / 2;
}
