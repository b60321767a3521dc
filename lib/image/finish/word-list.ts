/** Finds words and phrases of a list in a text, however they are written. */

/** A list that was prepared for finding. */
export type WordList = {
  /** Phrases of several words, and single ones, by their first word. */
  byFirst: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Those in scripts that don't separate words. */
  anywhere: readonly string[];
};

/** Scripts that write words without spaces between them. */
const UNSEPARATED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Prepares a list. An entry without any letter or digit finds nothing. */
export function makeWordList(entries: readonly string[]): WordList {
  const byFirst = new Map<string, (readonly string[])[]>();
  const anywhere: string[] = [];
  for (const entry of entries) {
    const words = wordsOf(entry);
    const [first] = words;
    if (first === undefined) continue;
    if (UNSEPARATED.test(entry)) anywhere.push(words.join(' '));
    else byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
  }
  return { byFirst, anywhere };
}

/**
 * Whether a text has any entry of the list: in any case, with or without accents, in full or half width, with any
 * punctuation between the words of a phrase, and as whole words only. The time grows with the text, not with the list.
 */
export function hasListedWord(text: string, { byFirst, anywhere }: WordList): boolean {
  const words = wordsOf(text);
  const isPhraseAt = (phrase: readonly string[], at: number) => phrase.every((word, next) => words[at + next] === word);
  const isFound = words.some((word, at) => byFirst.get(word)?.some((phrase) => isPhraseAt(phrase, at)));
  if (isFound || anywhere.length === 0) return isFound;
  const joined = words.join(' ');
  return anywhere.some((entry) => joined.includes(entry));
}

/** The words in one form: compatible characters unified, without accents and invisible characters, in lower case. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
