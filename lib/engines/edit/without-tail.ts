const SEPARATOR = /[\s,]/;

/**
 * A text without the spaces, commas, and given words at its end. In linear time: a pattern with `$` would begin anew at
 * each of many such words that something else follows.
 * @param words in lower case; each counts as a whole word, in any case
 */
export function withoutTail(text: string, words: readonly string[]): string {
  let end = text.length;
  for (;;) {
    while (end > 0 && SEPARATOR.test(text.charAt(end - 1))) end -= 1;
    const word = words.find((one) => endsWithWord(text, end, one));
    if (word === undefined) return text.slice(0, end);
    end -= word.length;
  }
}

function endsWithWord(text: string, end: number, word: string): boolean {
  const start = end - word.length;
  if (start < 0 || text.slice(start, end).toLowerCase() !== word) return false;
  return start === 0 || SEPARATOR.test(text.charAt(start - 1));
}
