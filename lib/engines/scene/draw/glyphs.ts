/** Letters as lines, because fonts may be absent: every glyph is a path on a grid whose baseline is 6. */
import { line, n } from './svg';

/** The path and the width of a glyph; capitals are 6 high, small letters 4. */
type Glyph = readonly [width: number, path: string];

const GLYPHS: Readonly<Record<string, Glyph>> = {
  A: [4, 'M0 6L2 0L4 6M.8 4H3.2'],
  B: [3.6, 'M0 0V6H2C4.1 6 4.1 2.9 2 2.9H0M0 0H1.8C3.7 0 3.7 2.9 1.8 2.9'],
  C: [4, 'M4 1.2C2.8 -.5 0 -.3 0 3C0 6.3 2.8 6.5 4 4.8'],
  D: [4, 'M0 0V6H1.5C5 6 5 0 1.5 0Z'],
  E: [3.2, 'M3.2 0H0V6H3.2M0 2.9H2.7'],
  F: [3.2, 'M3.2 0H0V6M0 2.9H2.6'],
  G: [4.2, 'M4 1.2C2.8 -.5 0 -.3 0 3C0 6.3 3.2 6.6 4.2 4.9V3.2H2.5'],
  H: [3.8, 'M0 0V6M3.8 0V6M0 2.9H3.8'],
  I: [0.2, 'M.1 0V6'],
  J: [2.6, 'M2.6 0V4.2C2.6 6.4 .2 6.5 0 4.6'],
  K: [3.6, 'M0 0V6M3.5 0L0 3.3M1.2 2.3L3.6 6'],
  L: [3, 'M0 0V6H3'],
  M: [4.8, 'M0 6V0L2.4 4L4.8 0V6'],
  N: [3.9, 'M0 6V0L3.9 6V0'],
  O: [4.4, 'M2.2 0C5.1 0 5.1 6 2.2 6C-.7 6 -.7 0 2.2 0Z'],
  P: [3.5, 'M0 6V0H1.9C4.1 0 4.1 3.4 1.9 3.4H0'],
  Q: [4.4, 'M2.2 0C5.1 0 5.1 6 2.2 6C-.7 6 -.7 0 2.2 0ZM2.8 4.4L4.4 6.3'],
  R: [3.6, 'M0 6V0H1.9C4.1 0 4.1 3.3 1.9 3.3H0M1.8 3.3L3.6 6'],
  S: [3.6, 'M3.4 1C2.6 -.4 .2 -.2 .2 1.5C.2 3.4 3.6 2.6 3.6 4.5C3.6 6.4 .7 6.4 0 4.9'],
  T: [4, 'M0 0H4M2 0V6'],
  U: [3.8, 'M0 0V3.9C0 6.7 3.8 6.7 3.8 3.9V0'],
  V: [4, 'M0 0L2 6L4 0'],
  W: [5.6, 'M0 0L1.4 6L2.8 1.5L4.2 6L5.6 0'],
  X: [3.8, 'M0 0L3.8 6M3.8 0L0 6'],
  Y: [4, 'M0 0L2 3L4 0M2 3V6'],
  Z: [3.6, 'M0 0H3.6L0 6H3.6'],
  a: [3, 'M3 2V6M3 3.2C2.3 1.6 0 1.7 0 4C0 6.3 2.3 6.4 3 4.8'],
  b: [3, 'M0 0V6M0 4.8C.7 6.4 3 6.3 3 4C3 1.7 .7 1.6 0 3.2'],
  c: [2.7, 'M2.7 2.8C1.8 1.5 0 1.8 0 4C0 6.2 1.8 6.5 2.7 5.2'],
  d: [3, 'M3 0V6M3 3.2C2.3 1.6 0 1.7 0 4C0 6.3 2.3 6.4 3 4.8'],
  e: [3, 'M0 3.9H3C3 1.5 0 1.3 0 4C0 6.5 2.2 6.4 2.8 5.2'],
  f: [2, 'M2 .3C1.2 -.2 .7 .3 .7 1.3V6M0 2.4H1.8'],
  g: [3, 'M3 2V6.5C3 8.3 .8 8.2 .2 7.2M3 3.2C2.3 1.6 0 1.7 0 4C0 6.3 2.3 6.4 3 4.8'],
  h: [2.8, 'M0 0V6M0 3.4C.6 1.5 2.8 1.6 2.8 3.6V6'],
  i: [0.2, 'M.1 2.2V6M.1 .4V.5'],
  j: [1, 'M.9 2.2V6.8C.9 7.7 .4 7.9 0 7.7M.9 .4V.5'],
  k: [2.6, 'M0 0V6M2.4 2.2L0 4.4M.9 3.6L2.6 6'],
  l: [0.2, 'M.1 0V6'],
  m: [4.4, 'M0 2V6M0 3.3C.5 1.6 2.2 1.7 2.2 3.4V6M2.2 3.3C2.8 1.6 4.4 1.7 4.4 3.4V6'],
  n: [2.8, 'M0 2V6M0 3.4C.6 1.5 2.8 1.6 2.8 3.6V6'],
  o: [3, 'M1.5 2C3.5 2 3.5 6 1.5 6C-.5 6 -.5 2 1.5 2Z'],
  p: [3, 'M0 2V8M0 4.8C.7 6.4 3 6.3 3 4C3 1.7 .7 1.6 0 3.2'],
  q: [3, 'M3 2V8M3 3.2C2.3 1.6 0 1.7 0 4C0 6.3 2.3 6.4 3 4.8'],
  r: [1.8, 'M0 2V6M0 3.8C.3 2.4 1 1.9 1.8 2.1'],
  s: [2.4, 'M2.3 2.6C1.7 1.6 .1 1.8 .1 2.9C.1 4.2 2.4 3.7 2.4 5C2.4 6.3 .5 6.3 0 5.3'],
  t: [2, 'M.8 .6V4.8C.8 6 1.4 6.2 2 5.9M0 2.2H1.9'],
  u: [2.8, 'M0 2V4.4C0 6.4 2.2 6.5 2.8 4.6M2.8 2V6'],
  v: [2.8, 'M0 2L1.4 6L2.8 2'],
  w: [4, 'M0 2L1 6L2 2.8L3 6L4 2'],
  x: [2.6, 'M0 2L2.6 6M2.6 2L0 6'],
  y: [2.8, 'M0 2L1.4 5.8M2.8 2L.9 7.6H.3'],
  z: [2.4, 'M0 2H2.4L0 6H2.4'],
  '0': [3.6, 'M1.8 0C4.2 0 4.2 6 1.8 6C-.6 6 -.6 0 1.8 0Z'],
  '1': [1.6, 'M0 1.3L1.4 0V6'],
  '2': [3.3, 'M.1 1.5C.3 -.5 3.2 -.5 3.2 1.6C3.2 3 1 4.2 0 6H3.3'],
  '3': [3.3, 'M.2 .9C1 -.4 3.2 -.2 3.1 1.5C3 2.8 1.9 2.8 1.3 2.8C2 2.8 3.3 3 3.3 4.4C3.3 6.4 .7 6.5 0 5'],
  '4': [3.6, 'M2.8 6V0L0 4.2H3.6'],
  '5': [3.3, 'M3 0H.5L.2 2.8C1.5 1.8 3.3 2.4 3.3 4.1C3.3 6.3 .9 6.5 0 5.2'],
  '6': [3.4, 'M2.9 .5C1 -.6 0 1.8 0 4C0 6.7 3.4 6.7 3.4 4.1C3.4 1.9 .6 1.9 .1 3.8'],
  '7': [3.2, 'M0 0H3.2L1.2 6'],
  '8': [3.4, 'M1.7 2.8C-.2 2.8 -.1 0 1.7 0C3.5 0 3.6 2.8 1.7 2.8C-.6 2.8 -.6 6 1.7 6C4 6 4 2.8 1.7 2.8Z'],
  '9': [3.4, 'M3.3 2.2C2.8 4.1 0 4.1 0 1.9C0 -.7 3.4 -.7 3.4 2C3.4 4.2 2.4 6.6 .5 5.5'],
  '!': [0.2, 'M.1 0V4M.1 5.7V5.8'],
  '?': [2.8, 'M0 1.3C.4 -.6 2.8 -.3 2.8 1.4C2.8 2.8 1.4 2.8 1.4 4.1M1.4 5.7V5.8'],
  '.': [0.2, 'M.1 5.8V5.9'],
  ',': [0.5, 'M.4 5.6L0 6.7'],
  ':': [0.2, 'M.1 2.7V2.8M.1 5.6V5.7'],
  ';': [0.5, 'M.4 2.7V2.8M.4 5.6L0 6.7'],
  '-': [2, 'M0 3.4H2'],
  '+': [3, 'M0 3.4H3M1.5 1.9V4.9'],
  '=': [3, 'M0 2.6H3M0 4.2H3'],
  '/': [2.6, 'M0 6.4L2.6 -.2'],
  "'": [0.2, 'M.1 0V1.3'],
  '"': [1.2, 'M.1 0V1.3M1.1 0V1.3'],
  '(': [1.2, 'M1.2 -.3C-.3 1.6 -.3 4.6 1.2 6.5'],
  ')': [1.2, 'M0 -.3C1.5 1.6 1.5 4.6 0 6.5'],
  '&': [4, 'M4 6L.9 1.9C.1 .6 .8 0 1.5 0C2.5 0 2.6 1.2 1.9 1.8L.8 2.8C-.5 4 .2 6 1.8 6C3 6 3.6 5 3.7 3.6'],
  '%': [4, 'M0 6L4 0M.8 .3C1.9 .3 1.9 2 .8 2C-.3 2 -.3 .3 .8 .3ZM3.2 4C4.3 4 4.3 5.7 3.2 5.7C2.1 5.7 2.1 4 3.2 4Z'],
  $: [3.6, 'M3.4 1.4C2.6 0 .2 .2 .2 1.8C.2 3.4 3.6 2.7 3.6 4.3C3.6 6 .7 6 0 4.6M1.8 -.4V6.4'],
  '#': [3.6, 'M1.2 .6L.7 5.6M2.9 .6L2.4 5.6M.1 2.2H3.5M0 4H3.4'],
  '*': [2.4, 'M1.2 .4V3M0 1L2.4 2.4M2.4 1L0 2.4'],
  '@': [
    5,
    'M3.4 2.3V4C3.4 5 5 4.8 5 3C5 .8 3.6 0 2.5 0C1 0 0 1.2 0 3C0 4.9 1.2 6 2.8 6C3.4 6 3.9 5.9 4.3 5.6M3.4 3.1C3.4 1.7 1.5 1.7 1.5 3.1C1.5 4.5 3.4 4.5 3.4 3.1Z',
  ],
  _: [3, 'M0 6.6H3'],
  '¢': [2.7, 'M2.7 2.8C1.8 1.5 0 1.8 0 4C0 6.2 1.8 6.5 2.7 5.2M1.5 1V7'],
  '€': [3.8, 'M3.8 1.2C2.8 -.5 .6 -.3 .6 3C.6 6.3 2.8 6.5 3.8 4.8M0 2.3H2.7M0 3.7H2.4'],
  '£': [3.4, 'M3.2 1.2C2.6 -.4 .9 -.2 .9 1.6V4C.9 5.2 .6 6 0 6H3.4M0 3H2.5'],
};

const SPACE = 2;
const GAP = 1.15;
const LINE = 8.4;
const STROKE = 0.95;
const TOP = 0.6;

/**
 * Text in a box, as large as it fits, centered, in one to three lines. Accents are dropped; characters without a glyph
 * are left out.
 * @returns paths, or an empty text if nothing can be written
 */
export function drawText(
  text: string,
  box: { x: number; y: number; width: number; height: number },
  color: string,
): string {
  const words = text
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .split(/\s+/)
    .map((word) => [...word].filter((sign) => GLYPHS[sign]).join(''))
    .filter((word) => word !== '');
  if (words.length === 0) return '';
  const layouts = [1, 2, 3].map((count) => linesOf(words, count));
  const scaleOf = (lines: string[]): number => {
    const widest = Math.max(...lines.map(widthOf)) + STROKE;
    return Math.min(box.width / widest, box.height / (lines.length * LINE - (LINE - 6) + STROKE + TOP));
  };
  const lines = layouts.reduce((best, other) => (scaleOf(other) > scaleOf(best) * 1.05 ? other : best));
  const scale = scaleOf(lines);
  const height = (lines.length - 1) * LINE + 6;
  const top = box.y + box.height / 2 - (height * scale) / 2;
  return lines
    .flatMap((text, row) => {
      let x = box.x + box.width / 2 - (widthOf(text) * scale) / 2;
      return [...text].map((sign) => {
        const [width, d] = GLYPHS[sign] ?? [SPACE - GAP, ''];
        const at = `translate(${n(x)} ${n(top + row * LINE * scale)})scale(${scale.toFixed(4)})`;
        x += (width + GAP) * scale;
        return d === '' ? '' : `<g transform="${at}">${line(d, color, STROKE)}</g>`;
      });
    })
    .join('');
}

/** The words in at most this many lines of similar widths. */
function linesOf(words: string[], count: number): string[] {
  const limit = widthOf(words.join(' ')) / count;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isFull = last === undefined || (lines.length < count && widthOf(`${last} ${word}`) > limit * 1.15);
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function widthOf(text: string): number {
  return [...text].reduce((sum, sign) => sum + (GLYPHS[sign]?.[0] ?? SPACE - GAP) + GAP, -GAP);
}
