/** How many tokens texts have, for holds: never fewer than `embedTexts` reports (docs/architecture.md, "Estimates"). */
import { readFile } from 'node:fs/promises';
import { processState } from '../../platform/process-state';
import { workTurns } from '../../platform/sharing/work-turns';
import type { EmbedCall } from './embed-texts';
import { vocabularyPath } from './embedding-model';
import { withWindowEnds } from './windows';
import { plainText, readVocabulary, tokenize, type Vocabulary } from './word-piece';

/** So many characters of a call are tokenized, some 30 ms of work; of the rest, each character counts as a token. */
const MAX_TOKENIZED = 100_000;
/** Characters that are tokenized together. What has no white space for as long is not: words cannot be cut. */
const SLICE_CHARACTERS = 2_000;
/** What a character counts as in a turn, so that three slices fill one: tokenized, and only counted. */
const TOKENIZED_BYTES = 10;
const COUNTED_BYTES = 1;
const BYTES_PER_TURN = 20_000;
const MAX_BYTES_PER_TURN = 32_768;

/** White space that the tokenizer sees: control characters are dropped before words are found. */
const WHITE_SPACE = /[\t\n\r]|(?!\p{C})\s/u;

/**
 * The most tokens that texts have together, with those that the model adds: exactly as many for ordinary texts of up to
 * 100,000 characters. Counted in turns, so that other requests are not held up.
 * @throws the signal's reason when aborted
 */
export async function countMostTokens({ texts, account = '', signal }: EmbedCall): Promise<number> {
  const vocabulary = await readOnce();
  let total = 0;
  let left = MAX_TOKENIZED;
  let work = 0;
  for (const text of texts) {
    let tokens = 0;
    for (const slice of slicesOf(text)) {
      const isTokenized = slice.length <= Math.min(SLICE_CHARACTERS, left);
      if (isTokenized) left -= slice.length;
      work += slice.length * (isTokenized ? TOKENIZED_BYTES : COUNTED_BYTES);
      if (work >= BYTES_PER_TURN) {
        await workTurns().take(account, Math.min(MAX_BYTES_PER_TURN, work));
        signal?.throwIfAborted();
        work = 0;
      }
      tokens += isTokenized ? tokenize(slice, vocabulary).length : plainText(slice).length;
    }
    total += withWindowEnds(tokens);
  }
  return total;
}

/** A text in slices that end with white space, so that they have as many tokens as the text; longer where it has none. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + SLICE_CHARACTERS);
    while (to > from && to < text.length && !isSpace(text, to - 1)) to -= 1;
    if (to === from) {
      to = from + SLICE_CHARACTERS;
      while (to < text.length && !isSpace(text, to - 1)) to += 1;
    }
    yield text.slice(from, to);
    from = to;
  }
}

function isSpace(text: string, at: number): boolean {
  return WHITE_SPACE.test(text.charAt(at));
}

function readOnce(): Promise<Vocabulary> {
  const state = processState<{ vocabulary: Promise<Vocabulary> | null }>('engines.embed.vocabulary', () => ({
    vocabulary: null,
  }));
  state.vocabulary ??= readFile(vocabularyPath(), 'utf8').then(readVocabulary);
  // A later call tries again.
  state.vocabulary.catch(() => (state.vocabulary = null));
  return state.vocabulary;
}
