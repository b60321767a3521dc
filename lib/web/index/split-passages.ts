/** Words of a passage, about; a long line is cut at twice as many. */
const WORDS = 200;
/** A section with fewer words is joined with the next one: it would be found, and say nothing. */
const FEW_WORDS = 40;
/** Words that a passage repeats from the one before, where a section is cut. */
const OVERLAP_WORDS = 30;
const MAX_PASSAGES = 2_000;
const MAX_HEADING_CHARACTERS = 300;
const MAX_DEPTH = 6;
/** Longer "words" are data. They count as several, so that a passage of them is not huge. */
const WORD_CHARACTERS = 40;
/** Its code, and that of all control characters before it. */
const SPACE = 0x20;
/** A longer line is no heading. */
const MAX_HEADING_LINE = 1_000;

/** A part of a document. */
export type Passage = {
  /** The document's title and the headings above, from the outside in. */
  heading: string;
  text: string;
};

type Section = { headings: string[]; lines: string[] };

/**
 * Splits Markdown at its headings, and long sections between lines, into passages of about 200 words. Addresses of
 * links are left out: nobody searches for them, and they would count as words.
 * @returns at most 2,000, without empty ones
 */
export function splitPassages(title: string, markdown: string): Passage[] {
  const passages: Passage[] = [];
  for (const { headings, lines } of joinSmall(sectionsOf(markdown))) {
    const heading = headingOf(title, headings);
    for (const text of chunksOf(lines)) {
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

function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  let section: Section = { headings: [], lines: [] };
  let fence: string | null = null;
  const path: string[] = [];
  for (const line of markdown.replaceAll('\0', '').split(/\r?\n/)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const found = fence === null && line.length <= MAX_HEADING_LINE ? /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) : null;
    if (!found) {
      section.lines.push(withoutLinks(line));
      continue;
    }
    sections.push(section);
    path.length = Math.min(path.length, (found[1]?.length ?? MAX_DEPTH) - 1);
    path[(found[1]?.length ?? MAX_DEPTH) - 1] = withoutLinks(found[2] ?? '').replaceAll('`', '');
    section = { headings: path.filter((part) => typeof part === 'string'), lines: [] };
  }
  return [...sections, section];
}

/** Joins sections with few words to the next one, which then begins with their text and its own heading. */
function joinSmall(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  let small: Section | null = null;
  for (const section of sections) {
    const words = countWords(section.lines.join(' '));
    if (words === 0) continue;
    const own = section.headings.at(-1);
    const whole: Section =
      small === null ? section : { headings: small.headings, lines: [...small.lines, own ?? '', ...section.lines] };
    const total: number = words + (small === null ? 0 : countWords(small.lines.join(' ')));
    small = total < FEW_WORDS ? whole : null;
    if (small === null) joined.push(whole);
  }
  return small === null ? joined : [...joined, small];
}

function chunksOf(lines: readonly string[]): string[] {
  const chunks: string[] = [];
  let chunk: string[] = [];
  let words = 0;
  const flush = () => {
    const text = chunk.join('\n').trim();
    if (text !== '') chunks.push(text);
    const repeated = text.split(/\s+/).slice(-OVERLAP_WORDS).join(' ');
    chunk = text === '' ? [] : [repeated.slice(-OVERLAP_WORDS * WORD_CHARACTERS)];
    words = 0;
  };
  for (const line of lines.flatMap(piecesOf)) {
    if (words >= WORDS) flush();
    chunk.push(line);
    words += countWords(line);
  }
  if (words > 0) flush();
  return chunks;
}

/** A line as it is, or a very long one in pieces. */
function piecesOf(line: string): string[] {
  if (line.length <= WORDS * WORD_CHARACTERS && countWords(line) <= 2 * WORDS) return [line];
  const pieces: string[] = [];
  let piece: string[] = [];
  let words = 0;
  for (const word of line.split(/\s+/).flatMap((one) => one.match(/.{1,400}/gu) ?? [])) {
    piece.push(word);
    words += countWords(word);
    if (words < WORDS) continue;
    pieces.push(piece.join(' '));
    piece = [];
    words = 0;
  }
  return piece.length === 0 ? pieces : [...pieces, piece.join(' ')];
}

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
