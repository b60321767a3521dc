/** Where a code block starts or ends. */
const FENCE = /^[ \t]*(?:```|~~~)/gm;

/** The end of a sentence: punctuation followed by white space, or a line break. */
const SENTENCE_END = /[.!?…。！？](?=["”')\]*_`]*(?:\s|$))|\n/gu;

/**
 * Where the last complete sentence of a growing text ends. A period at the very end does not count while the text
 * grows: `3.` may become `3.14`.
 * @returns an index; 0 if no sentence is complete
 */
export function wholeSentencesEnd(text: string, growing: boolean): number {
  if (!growing) return text.length;
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const after = match.index + match[0].length;
    if (after < text.length || match[0] === '\n') end = after;
  }
  const fences = [...text.slice(0, end).matchAll(FENCE)];
  // Inside an open code block nothing is complete: the block is announced by name once it closes.
  return fences.length % 2 === 1 ? (fences.at(-1)?.index ?? 0) : end;
}
