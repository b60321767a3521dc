/** Words of a passage, about; a long line is cut at twice as many. */
const WORDS = 200;
/** A section with fewer words or characters is joined with the next one: it would be found, and say nothing. */
const FEW_WORDS = 40;
const FEW_CHARACTERS = 200;
/** A passage has at most about so many characters, however few words these are. */
const MAX_CHARACTERS = 4_000;
/** Words that a passage repeats from the one before, where a section is cut. */
const OVERLAP_WORDS = 30;
const MAX_PASSAGES = 2_000;
const MAX_HEADING_CHARACTERS = 300;
/** Longer "words" are data. They count as several, so that a passage of them is not huge. */
const WORD_CHARACTERS = 40;
/** One this long is cut. */
const MAX_WORD_CHARACTERS = 400;
/** Its code, and that of all control characters before it. */
const SPACE = 0x20;
/** A longer line is no heading. */
const MAX_HEADING_LINE = 1_000;
/** All that ends a line for some reader. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** A part of a document. */
export type Passage = {
  /** The document's title and the headings above, from the outside in. */
  heading: string;
  text: string;
};

type Section = { headings: string[]; lines: string[] };

/**
 * Splits Markdown at its headings, and long sections between lines, into passages of about 200 words. Addresses of
 * links are left out: nobody searches for them, and they would count as words. A text of headings alone is one section.
 * @returns at most 2,000 of at most some 5,200 characters, without empty ones
 */
export function splitPassages(title: string, markdown: string): Passage[] {
  const passages: Passage[] = [];
  const lines = markdown.replaceAll('\0', '').split(LINE_END);
  const sections = joinSmall(sectionsOf(lines));
  for (const { headings, lines: own } of sections.length > 0 ? sections : [{ headings: [], lines }]) {
    const heading = headingOf(title, headings);
    for (const text of chunksOf(own)) {
      if (passages.length === MAX_PASSAGES) return passages;
      passages.push({ heading, text });
    }
  }
  return passages;
}

function headingOf(title: string, headings: readonly string[]): string {
  const all = headings[0] === title ? headings : [title, ...headings];
  return all
    .filter((part) => part !== '')
    .join(' › ')
    .slice(0, MAX_HEADING_CHARACTERS);
}

function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  let section: Section = { headings: [], lines: [] };
  let fence: string | null = null;
  const path: string[] = [];
  for (const line of lines) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const heading = fence === null ? headingOfLine(line) : null;
    if (heading === null) {
      section.lines.push(withoutLinks(line));
      continue;
    }
    sections.push(section);
    path.length = Math.min(path.length, heading.level - 1);
    path[heading.level - 1] = withoutLinks(heading.text).replaceAll('`', '');
    section = { headings: path.filter((part) => typeof part === 'string'), lines: [] };
  }
  return [...sections, section];
}

/** A heading of Markdown (`## Text`, also `## Text ##`), or null. In one pass: the line may have been made to be slow. */
function headingOfLine(line: string): { level: number; text: string } | null {
  const level = line.length <= MAX_HEADING_LINE ? /^#{1,6}(?=\s)/.exec(line)?.[0].length : undefined;
  if (level === undefined) return null;
  const text = line.slice(level).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const isClosed = end < text.length && (end === 0 || /\s/.test(text[end - 1] ?? ''));
  const shown = isClosed ? text.slice(0, end).trimEnd() : text;
  return shown === '' ? null : { level, text: shown };
}

/** Joins sections with few words to the next one, which then begins with their text and its own heading. */
function joinSmall(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  let small: Section | null = null;
  for (const section of sections) {
    if (countWords(section.lines.join(' ')) === 0) continue;
    const own = section.headings.at(-1);
    const whole: Section =
      small === null ? section : { headings: small.headings, lines: [...small.lines, own ?? '', ...section.lines] };
    const text: string = whole.lines.join(' ');
    small = text.length < FEW_CHARACTERS || countWords(text) < FEW_WORDS ? whole : null;
    if (small === null) joined.push(whole);
  }
  return small === null ? joined : [...joined, small];
}

function chunksOf(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  let chunk: string[] = [];
  let words = 0;
  let characters = 0;
  const flush = () => {
    const text = chunk.join('\n').trim();
    if (text !== '') chunks.push(text);
    chunk = text === '' ? [] : [overlapOf(text)];
    words = 0;
    characters = 0;
  };
  for (const line of lines.flatMap(piecesOf)) {
    const own = countWords(line);
    // Of blank lines one is enough.
    if (own === 0 && (words === 0 || chunk.at(-1) === '')) continue;
    if (words >= WORDS || (words > 0 && characters + line.length > MAX_CHARACTERS)) flush();
    chunk.push(own === 0 ? '' : line);
    words += own;
    characters += line.length + 1;
  }
  if (words > 0) flush();
  return chunks;
}

/** What the passage after this one begins with, as a line, if their section was cut between them. */
export function overlapOf(text: string): string {
  return text
    .split(/\s+/)
    .slice(-OVERLAP_WORDS)
    .join(' ')
    .slice(-OVERLAP_WORDS * WORD_CHARACTERS);
}

/** A line as it is, or a very long one in pieces. */
function piecesOf(line: string): string[] {
  if (line.length <= MAX_CHARACTERS && countWords(line) <= 2 * WORDS) return [line.trimEnd()];
  const pieces: string[] = [];
  let piece: string[] = [];
  let words = 0;
  let characters = 0;
  for (const word of line.split(/\s+/).flatMap((one) => one.match(CUT_WORDS) ?? [])) {
    piece.push(word);
    words += countWords(word);
    characters += word.length + 1;
    if (words < WORDS && characters < MAX_CHARACTERS - MAX_WORD_CHARACTERS) continue;
    pieces.push(piece.join(' '));
    piece = [];
    words = 0;
    characters = 0;
  }
  return piece.length === 0 ? pieces : [...pieces, piece.join(' ')];
}

const CUT_WORDS = new RegExp(`.{1,${MAX_WORD_CHARACTERS}}`, 'gu');

/** Without an array of the words: a document has a hundred thousand of them. */
function countWords(text: string): number {
  let words = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const isSpace = text.charCodeAt(at) <= SPACE;
    // A word counts at its beginning, and again after each 40 characters.
    if (!isSpace && length % WORD_CHARACTERS === 0) words += 1;
    length = isSpace ? 0 : length + 1;
  }
  return words;
}

/** Links and pictures as their text. */
function withoutLinks(line: string): string {
  return line.replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1');
}
