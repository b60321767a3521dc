/** Words that are in nearly every text, and mark nothing unless the query has no others. */
const COMMON = new Set(
  'a an and are as at be by for from how in is it of on or the to was what when where who why with'.split(' '),
);

/** Scripts without spaces between words: there a word may be a part of a longer run of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const WORD = /[\p{L}\p{N}]+/gu;

/** A piece of a text, and whether it is a word of the query. */
export type Piece = { text: string; isMarked: boolean };

/** A text without case and accents, to compare words. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of a query that are worth marking, folded. */
export function wordsOf(query: string): string[] {
  const all = [...new Set((query.match(WORD) ?? []).map(fold))];
  const rare = all.filter((word) => !COMMON.has(word));
  return rare.length > 0 ? rare : all;
}

/**
 * Splits a text where words of a query begin and end; the pieces add up to the text. Endings of up to three letters count
 * to a word, so that “tide” marks “tides”.
 */
export function markWords(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  const pieces: Piece[] = [];
  let done = 0;
  const take = (end: number, isMarked: boolean) => {
    if (end > done) pieces.push({ text: text.slice(done, end), isMarked });
    done = end;
  };
  for (const { 0: word, index } of words.length === 0 ? [] : text.matchAll(WORD)) {
    const [from, to] = matchIn(word, words) ?? [0, 0];
    if (to === 0) continue;
    take(index + from, false);
    take(index + to, true);
  }
  take(text.length, false);
  return pieces;
}

/** The part of a word of the text that a word of the query matches; null if none does. */
function matchIn(word: string, words: readonly string[]): [from: number, to: number] | null {
  const folded = fold(word);
  for (const wanted of words) {
    if (folded === wanted || isInflected(folded, wanted)) return [0, word.length];
    const at = UNSPACED.test(wanted) && folded.length === word.length ? folded.indexOf(wanted) : -1;
    if (at >= 0) return [at, at + wanted.length];
  }
  return null;
}

const isInflected = (word: string, stem: string) =>
  stem.length >= 3 && word.startsWith(stem) && word.length - stem.length <= 3;
