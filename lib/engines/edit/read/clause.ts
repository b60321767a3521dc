import { withoutTail } from '../without-tail';

/** An instruction, prepared for the readers of this folder. */
export type Clause = {
  /** ASCII letters in lower case; each quoted text is replaced by `"0"`, `"1"`, …, its index in `quotes`. */
  text: string;
  /** The same with its capitals, of the same length. */
  original: string;
  /** Texts that the prompt has in quotation marks. */
  quotes: readonly string[];
};

/** None contains the mark that opens it: each of many such marks would be followed as far as a quote can be long. */
const QUOTED =
  /"([^"]{1,200})"|“([^“”]{1,200})”|„([^„“”]{1,200})[“”]|«([^«»]{1,200})»|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu;
/** Both halves are one notion: they must not be split at `and`. */
const MONOCHROME = /\b(?:black\s*(?:-?and-?|&|n)\s*white|b\s*&\s*w|b\/w|bw)\b/gi;
/** Instructions that follow each other. A number's point or comma is none, and points are read from their first one. */
const BREAK = /[;\n!?]+|(?<!\.)\.+(?=\s|$)|,?\s+(?:and\s+)?(?:then|afterwards|finally)\s+,?|\s+(?:and\s+)?also\s+/gi;

const POLITE_ENDINGS = ['please', 'too', 'as well', 'thanks', 'thank you'];

/** A prompt as clauses at sentence level, in order. They are prepared one by one, as they are taken. */
export function* clausesOf(prompt: string): Generator<Clause> {
  const quotes: string[] = [];
  // Without runs of separators, no pattern takes more than linear time.
  const tidy = prompt
    .normalize('NFC')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .replaceAll(/,[ ,]+/g, ', ');
  const kept = tidy.replaceAll(QUOTED, (_all, ...groups: unknown[]) => {
    quotes.push(String(groups.slice(0, 5).find((group) => typeof group === 'string')));
    return `"${quotes.length - 1}"`;
  });
  for (const part of kept.replaceAll(MONOCHROME, 'monochrome').replaceAll('’', "'").split(BREAK)) {
    const clause = clauseOf(part, quotes);
    if (clause.text !== '') yield clause;
  }
}

/** One clause of a text that may contain numbers of quotes. */
export function clauseOf(part: string, quotes: readonly string[]): Clause {
  const begun = part
    .replaceAll(/\s+/g, ' ')
    .replace(
      /^[\s,]*(?:(?:please|now|next|first|second(?:ly)?,|and|then|also|finally|can you|could you|would you|i want you to|i'd like you to|i would like you to|let's)\s*,?\s+)*/i,
      '',
    );
  const original = withoutTail(begun, POLITE_ENDINGS);
  // Other letters may change their length.
  return { text: original.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()), original, quotes };
}

/** What the prompt has instead of `"0"`. */
export function withQuotes({ original, quotes }: Clause): string {
  return original.replaceAll(/"(\d+)"/g, (_all, index: string) => `"${quotes[Number(index)] ?? ''}"`);
}
