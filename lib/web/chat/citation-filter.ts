const OPEN = '[REF]';
const CLOSE = '[/REF]';
/** A mark is longer only by mistake: then its tags alone are dropped. */
const MAX_INSIDE_CHARACTERS = 40;

const NUMBERS = /^\s*\d+(?:\s*[,;]\s*\d+)*\s*$/;

/** Passes the text of one answer on, piece by piece. */
export type TextFilter = {
  /** The next piece, as far as it is certain what becomes of it. */
  push(text: string): string;
  /** What was held back, at the end of the answer. */
  end(): string;
};

/**
 * Checks the citations of an answer, `[REF]n[/REF]`, also those that are split between pieces: a mark whose number has
 * no source is dropped, and so is every other use of the tags. Several numbers in one mark become several marks.
 * @param sources how many sources there are; they are counted from 0
 */
export function citationFilter(sources: number): TextFilter {
  let held = '';
  const pass = (isEnd: boolean): string => {
    let passed = '';
    while (held !== '') {
      const at = held.indexOf('[');
      if (at !== 0) {
        passed += at < 0 ? held : held.slice(0, at);
        held = at < 0 ? '' : held.slice(at);
        continue;
      }
      const step = readTag(held, sources, isEnd);
      if (step === null) return passed;
      passed += step.text;
      held = held.slice(step.length);
    }
    return passed;
  };
  return {
    push(text) {
      // Most pieces have no bracket.
      if (held === '' && !text.includes('[')) return text;
      held += text;
      return pass(false);
    },
    end: () => pass(true),
  };
}

/** What the start of a text becomes, and how many characters that covers; null if more text is needed to know. */
function readTag(held: string, sources: number, isEnd: boolean): { text: string; length: number } | null {
  if (held.startsWith(CLOSE)) return { text: '', length: CLOSE.length };
  if (!held.startsWith(OPEN)) {
    const mayBecomeTag = !isEnd && (OPEN.startsWith(held) || CLOSE.startsWith(held));
    return mayBecomeTag ? null : { text: '[', length: 1 };
  }
  const inside = held.slice(OPEN.length);
  const end = inside.indexOf('[');
  const content = end < 0 ? inside : inside.slice(0, end);
  if (content.length > MAX_INSIDE_CHARACTERS) return { text: '', length: OPEN.length };
  const rest = end < 0 ? '' : inside.slice(end);
  if (rest.startsWith(CLOSE)) {
    return { text: knownMarks(content, sources), length: OPEN.length + end + CLOSE.length };
  }
  if (!isEnd && CLOSE.startsWith(rest)) return null;
  // A mark that the answer's end cut off is dropped with its number; a tag without its other half, alone.
  const isCut = isEnd && CLOSE.startsWith(rest) && (content.trim() === '' || NUMBERS.test(content));
  return { text: '', length: isCut ? held.length : OPEN.length };
}

function knownMarks(content: string, sources: number): string {
  if (!NUMBERS.test(content)) return '';
  const numbers = content.split(/[,;]/).map(Number);
  return numbers.flatMap((number) => (number < sources ? [`${OPEN}${number}${CLOSE}`] : [])).join('');
}
