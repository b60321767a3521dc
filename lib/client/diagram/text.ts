/** Longer lines of a label are wrapped. */
const MAX_LINE = 36;
const MAX_LINES = 12;

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', nbsp: ' ', apos: "'", semi: ';' };

/** A label by lines: without quotation marks and formatting, with breaks where the source has them or it gets too long. */
export function labelLines(source: string): string[] {
  const text = source
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .replace(/^`([\s\S]*)`$/, '$1')
    .replace(/<br\s*\/?>|\\n/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/[#&](\w{2,6});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/[#&]#?(\d{1,6});/g, (whole, code: string) => characterOf(Number(code)) ?? whole);
  return text
    .split('\n')
    .flatMap((line) => wrapped(line.trim()))
    .slice(0, MAX_LINES);
}

function characterOf(code: number): string | null {
  return code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : null;
}

function wrapped(line: string): string[] {
  const lines: string[] = [];
  let last = '';
  for (const word of line.split(/\s+/)) {
    if (last !== '' && last.length + word.length + 1 > MAX_LINE) {
      lines.push(last);
      last = word;
    } else last = last === '' ? word : `${last} ${word}`;
  }
  return [...lines, last];
}

/** The parts of an em that characters are wide in a sans serif, about. */
const NARROW = /[ijlrtfI.,:;|!'"()[\]{} ]/;
const WIDE = /[mwMW@%]/;
const FULL =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** About how wide a line is, in pixels. It is rather too wide than too narrow. */
function textWidth(line: string, size: number): number {
  let ems = 0;
  for (const character of line) {
    if (FULL.test(character)) ems += 1.05;
    else if (WIDE.test(character)) ems += 0.9;
    else if (NARROW.test(character)) ems += 0.36;
    else ems += /\p{Lu}/u.test(character) ? 0.7 : 0.58;
  }
  return ems * size;
}

/** The width of the widest line. */
export function linesWidth(lines: readonly string[], size: number): number {
  return Math.max(0, ...lines.map((line) => textWidth(line, size)));
}

/** A text inside SVG. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/[^\P{Cc}\n\t]/gu, '');
}

/** The statements of a source: without comments, settings, and the empty ones. */
export function statementsOf(source: string): string[] {
  return source
    .replace(/^\s*---\n[\s\S]*?\n\s*---\s*\n/, '')
    .replace(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s)%%.*$/, '').trim())
    .filter((line) => line !== '');
}
