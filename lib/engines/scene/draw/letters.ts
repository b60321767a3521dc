/** Letters made of glyphs: with accents, with strokes, and the few that only look like others. */
import type { Scene } from '../scene';
import { GLYPHS } from './glyphs';

/** A letter as lines, each moved from the start of its baseline grid. */
export type Letter = {
  width: number;
  lines: readonly { x: number; y: number; d: string }[];
  /** Whether it rises above capitals. */
  isHigh: boolean;
};

/** Marks over a letter, around the middle of its upper edge. */
const ABOVE: Readonly<Record<string, string>> = {
  '\u0300': 'M-.7 -2.1L.5 -1.2',
  '\u0301': 'M.7 -2.1L-.5 -1.2',
  '\u0302': 'M-.9 -1.1L0 -2.1L.9 -1.1',
  '\u0303': 'M-1.1 -1.2C-.7 -2.2 -.3 -1.9 0 -1.6C.3 -1.2 .7 -1 1.1 -2',
  '\u0304': 'M-1 -1.5H1',
  '\u0306': 'M-1 -2.1C-.7 -.9 .7 -.9 1 -2.1',
  '\u0307': 'M0 -1.6V-1.5',
  '\u0308': 'M-.8 -1.6V-1.5M.8 -1.6V-1.5',
  '\u030a': 'M0 -2.5C.95 -2.5 .95 -1 0 -1C-.95 -1 -.95 -2.5 0 -2.5Z',
  '\u030b': 'M-.1 -2.2L-.9 -1.2M1.1 -2.2L.3 -1.2',
  '\u030c': 'M-.9 -2.1L0 -1.1L.9 -2.1',
};
/** Marks under a letter, around the middle of its width. */
const BELOW: Readonly<Record<string, string>> = {
  '\u0323': 'M0 7.5V7.6',
  '\u0326': 'M.2 7L-.2 8',
  '\u0327': 'M0 6.1C1.1 6.6 .9 8 -.6 7.7',
  '\u0328': 'M.5 6C-.4 6.8 0 8 1 7.5',
};
/** Letters that are others with a line across them, around the middle of the letter's width. */
const STROKED: Readonly<Record<string, readonly [letter: string, stroke: string]>> = {
  ø: ['o', 'M-1.6 6.4L1.6 1.6'],
  Ø: ['O', 'M-2 6.3L2 -.3'],
  ł: ['l', 'M-.8 3.6L.8 2.4'],
  Ł: ['L', 'M-2.3 3.9L.1 2.3'],
  đ: ['d', 'M.3 1H2.2'],
  Đ: ['D', 'M-2.7 2.9H0'],
  Ð: ['D', 'M-2.7 2.9H0'],
  ħ: ['h', 'M-2.1 1H.2'],
  Ħ: ['H', 'M-2.4 1.4H2.4'],
  ŧ: ['t', 'M-1 3.8H1'],
  Ŧ: ['T', 'M-1 3H1'],
};
/** What letters of a prompt are written like. */
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '⁄': '/',
};
const DOTLESS: Readonly<Record<string, string>> = { i: 'ı', j: 'ȷ' };
/** Letters that reach as high as capitals. */
const TALL = /[\p{Lu}\p{N}bdfhklt]/u;
/** Letters with marks are at least as wide. */
const MARK_WIDTH = 1.3;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/gu;

/** Each letter of a text without spaces, as far as it can be written, and the characters that cannot. */
export function lettersOf(text: string): { letters: Letter[]; missing: string[] } {
  const letters: Letter[] = [];
  const missing: string[] = [];
  for (const [character] of text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .matchAll(/\P{M}\p{M}*|\p{M}/gu)) {
    const made = letterOf(character) ?? compatible(character);
    if (made) letters.push(...made);
    else missing.push(character);
  }
  return { letters, missing };
}

/** Whether the signs of a scene can have all of their text. */
export function isWritable({ subjects }: Scene): boolean {
  return subjects.every(({ text = '' }) => missingLetters(text).length === 0);
}

/** The characters of a text that cannot be written. */
export function missingLetters(text: string): string[] {
  return lettersOf(text.replace(/\s+/g, '')).missing;
}

function letterOf(character: string): Letter[] | undefined {
  const alike = ALIKE[character] ?? character;
  const glyph = GLYPHS[alike];
  if (glyph) return [{ width: glyph[0], lines: [{ x: 0, y: 0, d: glyph[1] }], isHigh: false }];
  const [letter, stroke] = STROKED[character] ?? [];
  const stem = letter === undefined ? undefined : GLYPHS[letter];
  if (stem && stroke !== undefined) {
    const lines = [stem[1], stroke].map((d, at) => ({ x: at * (stem[0] / 2), y: 0, d }));
    return [{ width: stem[0], lines, isHigh: false }];
  }
  return accented(character);
}

/** A letter and its marks, if all of them are known. */
function accented(character: string): Letter[] | undefined {
  const [base = '', ...marks] = character.normalize('NFD');
  const isTopped = marks.some((mark) => mark in ABOVE);
  const [stem] = marks.length > 0 ? (letterOf((isTopped && DOTLESS[base]) || base) ?? []) : [];
  if (!stem || !marks.every((mark) => mark in ABOVE || mark in BELOW)) return undefined;
  const width = Math.max(stem.width, MARK_WIDTH);
  const isTall = TALL.test(base);
  const drawn = marks.map((mark, at) => {
    const above = ABOVE[mark];
    // A second mark is above the first one.
    const up = marks.slice(0, at).filter((other) => other in ABOVE).length * 1.6;
    return { x: width / 2, y: above === undefined ? 0 : (isTall ? 0.2 : 2) - up, d: above ?? BELOW[mark] ?? '' };
  });
  const moved = stem.lines.map((line) => ({ ...line, x: line.x + (width - stem.width) / 2 }));
  return [{ width, lines: [...moved, ...drawn], isHigh: isTopped && (isTall || marks.length > 1) }];
}

/** Ligatures, wide letters, and the like, as what they stand for. */
function compatible(character: string): Letter[] | undefined {
  const plain = character.normalize('NFKC');
  if (plain === character) return undefined;
  const parts = [...plain].map(letterOf);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
