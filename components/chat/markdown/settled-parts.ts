/** From this length on a part may end. Shorter answers are parsed whole with each word, which takes no time. */
const PART_CHARACTERS = 6_000;
/** A line that begins a block and belongs to none before it. */
const FRESH_LINE = /^(#{1,6} |\p{L})/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A growing text and where its finished parts end: these are parsed once, however long the rest grows. */
export type Parts = { text: string; ends: readonly number[] };

export const NO_PARTS: Parts = { text: '', ends: [] };

/**
 * The parts of a text of which the earlier ones are known. Ends that were found stay where they are while the text grows;
 * a text that does not go on from the earlier one is read anew.
 */
export function growParts(known: Parts, text: string): Parts {
  if (text === known.text) return known;
  const ends = text.startsWith(known.text) ? [...known.ends] : [];
  for (;;) {
    const end = findEnd(text, ends.at(-1) ?? 0);
    if (end === null) return { text, ends };
    ends.push(end);
  }
}

/** The texts of the parts, the last one still growing. */
export function textsOf({ text, ends }: Parts): string[] {
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Where the part that begins at `from` ends: before a fresh line after an empty one, outside of code and formulas. */
function findEnd(text: string, from: number): number | null {
  if (text.length - from <= PART_CHARACTERS) return null;
  let closing: RegExp | null = null;
  let isAfterEmpty = false;
  for (let at = from; at < text.length;) {
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next === -1 ? text.length : next);
    if (closing === null && isAfterEmpty && at - from >= PART_CHARACTERS && FRESH_LINE.test(line)) return at;
    if (closing !== null) closing = closing.test(line) ? null : closing;
    else closing = closingOf(line);
    isAfterEmpty = line.trim() === '';
    if (next === -1) return null;
    at = next + 1;
  }
  return null;
}

/** What ends the block that a line opens, where blank lines and headings may stand in it. */
function closingOf(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return new RegExp(`^ {0,3}${fence}`);
  if (line.trim() === '$$') return /\$\$\s*$/;
  return /^\s*\\\[/.test(line) && !line.includes('\\]') ? /\\\]/ : null;
}
