import { overlapOf } from './split-passages';

/** A passage as the index has it; `heading` is its document's title and the headings above, from the outside in. */
export type StoredPassage = { heading: string; text: string };

/**
 * The text of a document, from its passages in their order. Where a section was cut, a passage begins with a line that
 * repeats the last words of the one before.
 */
export function joinPassages(passages: readonly StoredPassage[]): string {
  return passages
    .map(({ heading, text }, at) => {
      const before = passages[at - 1];
      const repeated = before?.heading === heading ? `${overlapOf(before.text)}\n` : null;
      return repeated !== null && text.startsWith(repeated) ? text.slice(repeated.length) : text;
    })
    .join('\n\n');
}
