/** Text in a picture. */
import { type Letter, lettersOf } from './letters';
import { type Box, line, n } from './svg';

const SPACE = 2;
const GAP = 1.15;
const LINE = 8.4;
const STROKE = 0.95;
const TOP = 0.6;
/** What marks above capitals take, over a line and between two. */
const MARK = 1.9;
/** Texts of more letters may have more than three lines. */
const SHORT = 40;
const LINES = { short: 3, long: 7 };
/** Longer words are broken. */
const MAX_WORD = 24;

type Word = readonly Letter[];

/**
 * Text in a box, as large as it fits, centered, in one to three lines, or up to seven if it is long. Characters without
 * a letter are left out.
 * @returns paths, or an empty text if nothing can be written
 */
export function drawText(text: string, box: Box, color: string): string {
  const words = text.split(/\s+/).flatMap((word) => broken(lettersOf(word).letters));
  if (words.length === 0) return '';
  const letters = words.flat();
  const rise = letters.some(({ isHigh }) => isHigh) ? MARK : 0;
  const lineHeight = LINE + rise;
  const most = letters.length > SHORT ? LINES.long : LINES.short;
  const scaleOf = (lines: Word[][]): number => {
    const widest = Math.max(...lines.map(widthOf)) + STROKE;
    return Math.min(box.width / widest, box.height / ((lines.length - 1) * lineHeight + 6 + STROKE + TOP + 2 * rise));
  };
  const layouts = Array.from({ length: most }, (_, at) => linesOf(words, at + 1));
  const lines = layouts.reduce((best, other) => (scaleOf(other) > scaleOf(best) * 1.05 ? other : best));
  const scale = scaleOf(lines);
  const top = box.y + box.height / 2 - (((lines.length - 1) * lineHeight + 6) * scale) / 2;
  return lines
    .map((row, at) => {
      const x = box.x + box.width / 2 - (widthOf(row) * scale) / 2;
      return drawLine(row, { x, y: top + at * lineHeight * scale, scale }, color);
    })
    .join('');
}

/** The words of a line from a start on its upper edge. */
function drawLine(words: Word[], { x, y, scale }: { x: number; y: number; scale: number }, color: string): string {
  const drawn: string[] = [];
  let at = x;
  for (const word of words) {
    for (const letter of word) {
      for (const stroke of letter.lines) {
        const place = `translate(${n(at + stroke.x * scale)} ${n(y + stroke.y * scale)})scale(${scale.toFixed(4)})`;
        drawn.push(`<g transform="${place}">${line(stroke.d, color, STROKE)}</g>`);
      }
      at += (letter.width + GAP) * scale;
    }
    at += SPACE * scale;
  }
  return drawn.join('');
}

/** A word in pieces that are not too long. */
function broken(letters: Letter[]): Word[] {
  const count = Math.ceil(letters.length / MAX_WORD);
  return Array.from({ length: count }, (_, at) => letters.slice(at * MAX_WORD, (at + 1) * MAX_WORD));
}

/** The words in at most this many lines of similar widths. */
function linesOf(words: Word[], count: number): Word[][] {
  const limit = widthOf(words) / count;
  const lines: Word[][] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const isFull = last === undefined || (lines.length < count && widthOf([...last, word]) > limit * 1.15);
    if (isFull) lines.push([word]);
    else last.push(word);
  }
  return lines;
}

function widthOf(words: Word[]): number {
  const letters = words.flat();
  return letters.reduce((sum, { width }) => sum + width + GAP, 0) - GAP + (words.length - 1) * SPACE;
}
