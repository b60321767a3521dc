/** BERT's tokenizer (WordPiece, without capitals): texts as the token IDs that the embedded model was trained on. */

/** What the first and last token of a text stand for, and every word that has no pieces. */
const FIRST = '[CLS]';
const LAST = '[SEP]';
const UNKNOWN = '[UNK]';
/** Longer words count as unknown, as in the training. */
const MAX_WORD_CHARACTERS = 100;
/** Pieces inside a word. */
const INSIDE = '##';

const MARKS = /\p{Mn}/gu;
/** Dropped: control characters besides white space, and what stands for unreadable bytes. */
const UNREADABLE = /\ufffd|(?![\t\n\r])\p{C}/gu;
/** Each ideograph and each punctuation mark is a word; ASCII symbols count as such marks, other symbols do not. */
const SINGLE = String.raw`\p{P}$+<=>^\u0060|~\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}`;
const WORDS = new RegExp(`[^\\s${SINGLE}]+|[${SINGLE}]`, 'gu');

/** A vocabulary by its tokens. */
export type Vocabulary = {
  ids: ReadonlyMap<string, number>;
  first: number;
  last: number;
  unknown: number;
  /** Characters of its longest token. */
  longest: number;
};

/** Reads a vocabulary. @param text a token per line, in the order of the IDs. @throws Error if it is none */
export function readVocabulary(text: string): Vocabulary {
  const ids = new Map(text.split(/\r?\n/).map((token, id) => [token, id]));
  const idOf = (token: string): number => {
    const id = ids.get(token);
    if (id === undefined) throw new Error(`The vocabulary has no ${token}.`);
    return id;
  };
  const longest = [...ids.keys()].reduce((most, { length }) => Math.max(most, length), 0);
  return { ids, first: idOf(FIRST), last: idOf(LAST), unknown: idOf(UNKNOWN), longest };
}

/** A text as its tokens are looked for in it: no text has more of them than this has characters. */
export function plainText(text: string): string {
  return text.replace(UNREADABLE, '').toLowerCase().normalize('NFD').replace(MARKS, '');
}

/** The IDs of a text's tokens, without the first and the last one that the model gets. */
export function tokenize(text: string, vocabulary: Vocabulary): number[] {
  const tokens: number[] = [];
  for (const word of plainText(text).match(WORDS) ?? []) addPieces(word, vocabulary, tokens);
  return tokens;
}

/** Adds the pieces of a word, each the longest that the vocabulary has; if a part has none, the whole word is unknown. */
function addPieces(word: string, { ids, unknown, longest }: Vocabulary, tokens: number[]): void {
  const letters = [...word];
  if (letters.length > MAX_WORD_CHARACTERS) return void tokens.push(unknown);
  const begin = tokens.length;
  // Most words have no pairs of code units: their parts need not be joined.
  const isPlain = letters.length === word.length;
  for (let at = 0; at < letters.length;) {
    let id: number | undefined;
    let end = Math.min(letters.length, at + longest);
    for (; end > at && id === undefined; end -= 1) {
      const part = isPlain ? word.slice(at, end) : letters.slice(at, end).join('');
      id = ids.get((at === 0 ? '' : INSIDE) + part);
    }
    if (id === undefined) {
      tokens.length = begin;
      return void tokens.push(unknown);
    }
    tokens.push(id);
    // The loop has counted on after the hit.
    at = end + 1;
  }
}
