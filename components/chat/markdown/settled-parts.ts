/** A part ends no earlier than this. Shorter answers are parsed as a whole with each token, which is fast enough. */
const PART_CHARACTERS = 1_500;
/** A line that starts a new block. */
const FRESH_LINE = /^(#{1,6} |\p{L})/u;
/** A fence's indent, its marker, and its info string, which contains no backtick after backticks. */
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*?)\r?$/;

/** Where a part starts; a long fence is a part of its own. */
type Start = { at: number; isCode: boolean };

/** A growing text and where its parts start: all but the last are parsed only once. */
export type Parts = { text: string; starts: readonly Start[] };

export const NO_PARTS: Parts = { text: '', starts: [{ at: 0, isCode: false }] };

/**
 * Updates the parts of a growing text. Known parts stay where they are; a text that does not continue the earlier one
 * is split from scratch.
 */
export function growParts(known: Parts, text: string): Parts {
  if (text === known.text) return known;
  const starts = text.startsWith(known.text) ? [...known.starts] : [...NO_PARTS.starts];
  for (let last = starts.at(-1); last;) {
    const next = last.isCode ? afterFence(text, last.at) : nextStart(text, last.at);
    if (next) starts.push(next);
    last = next;
  }
  return { text, starts };
}

/** A part of an answer: Markdown, or the code of one long fence, which is shown without parsing. */
export type Part = { kind: 'markdown'; text: string } | { kind: 'code'; language: string; code: string };

/** The parts; the last one is still growing. */
export function partsOf({ text, starts }: Parts): Part[] {
  return starts.map(({ at, isCode }, index) => {
    const part = text.slice(at, starts[index + 1]?.at ?? text.length);
    return isCode ? codeOf(part) : { kind: 'markdown', text: part };
  });
}

/**
 * The end of the Markdown part that starts at `from`: before a long fence, or before a new block after a blank line.
 */
function nextStart(text: string, from: number): Start | undefined {
  if (text.length - from <= PART_CHARACTERS) return undefined;
  let closing: RegExp | null = null;
  let fenceAt: number | null = null;
  let isAfterEmpty = false;
  for (const { at, end, line, isWhole } of linesOf(text, from)) {
    if (fenceAt !== null && end - fenceAt > PART_CHARACTERS) return { at: fenceAt, isCode: true };
    if (closing === null && isAfterEmpty && at - from >= PART_CHARACTERS && FRESH_LINE.test(line))
      return { at, isCode: false };
    // An incomplete line may still become something else.
    if (!isWhole) return undefined;
    if (closing === null) {
      closing = closingOf(line);
      fenceAt = isOuterFence(line) ? at : null;
    } else if (closing.test(line)) {
      closing = null;
      fenceAt = null;
    }
    isAfterEmpty = line.trim() === '';
  }
  return undefined;
}

/** The start of the part after the fence at `from`, once that has ended. */
function afterFence(text: string, from: number): Start | undefined {
  let closing: RegExp | null = null;
  for (const { end, line, isWhole } of linesOf(text, from)) {
    if (closing === null) closing = closingOf(line);
    else if (isWhole && closing.test(line)) return { at: end + 1, isCode: false };
  }
  return undefined;
}

function* linesOf(text: string, from: number): Generator<{ at: number; end: number; line: string; isWhole: boolean }> {
  for (let at = from; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    yield { at, end, line: text.slice(at, end), isWhole: next !== -1 };
    at = end + 1;
  }
}

/** What ends the block opened by a line, if blank lines and headings may be inside it. */
function closingOf(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[2];
  if (fence !== undefined) return new RegExp(`^ {0,3}${fence}${fence.charAt(0)}*\\s*$`);
  if (line.trim() === '$$') return /\$\$\s*$/;
  return /^\s*\\\[/.test(line) && !line.includes('\\]') ? /\\\]/ : null;
}

/** A fence that is certainly not in a list, and whose code is not indented. */
const isOuterFence = (line: string) => FENCE.exec(line)?.[1] === '';

/** @param part a complete fence, or one that has not ended yet */
function codeOf(part: string): Part {
  const [opening = '', ...lines] = part.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  if (closingOf(opening)?.test(lines.at(-1) ?? '')) lines.pop();
  const language = FENCE.exec(opening)?.[3]?.trim().split(/\s/)[0] ?? '';
  return { kind: 'code', language: language.toLowerCase(), code: lines.join('\n') };
}
