/** How texts become inputs of the embedded model, and its outputs their vectors. */
import { EMBEDDING_DIMENSIONS } from './dimensions';
import type { Vocabulary } from './word-piece';

/** What the model reads at a time, in tokens: what it was trained on. Of longer texts, each window counts by its tokens. */
const WINDOW_TOKENS = 256;
/** Windows and tokens of one run: what is larger is no faster, and needs more memory. */
const MAX_WINDOWS = 32;
const MAX_RUN_TOKENS = 4_096;

/** Of which the first and the last token that the model expects leave this many to a text. */
const CONTENT_TOKENS = WINDOW_TOKENS - 2;

/** A part of a text, with the first and the last token that the model expects. `text` is its position in the job. */
export type TokenWindow = { text: number; ids: number[] };

/** Runs the model. @returns a vector for each token of each window, filled up to the length */
type Run = (windows: readonly TokenWindow[], length: number) => Promise<Float32Array>;

/** The windows of texts; each has at least one. @param tokens of each text */
export function windowsOf(tokens: readonly number[][], { first, last }: Vocabulary): TokenWindow[] {
  return tokens.flatMap((ids, text) => {
    const windows: TokenWindow[] = [];
    for (let at = 0; at === 0 || at < ids.length; at += CONTENT_TOKENS) {
      windows.push({ text, ids: [first, ...ids.slice(at, at + CONTENT_TOKENS), last] });
    }
    return windows;
  });
}

/** What the model reads of a text with this many tokens: a first and a last token for each window come on top. */
export function withWindowEnds(tokens: number): number {
  return tokens + 2 * Math.max(1, Math.ceil(tokens / CONTENT_TOKENS));
}

/** The vectors of the texts, one after the other: the mean over all tokens, with a length of one. */
export async function toVectors(windows: readonly TokenWindow[], texts: number, run: Run): Promise<Float32Array> {
  const sums = new Float32Array(texts * EMBEDDING_DIMENSIONS);
  // Windows of similar lengths together: filling up is work, too.
  const sorted = [...windows].sort((left, right) => left.ids.length - right.ids.length);
  for (let from = 0; from < sorted.length;) {
    let count = 1;
    while (from + count < sorted.length && fits(count + 1, sorted[from + count])) count += 1;
    const batch = sorted.slice(from, from + count);
    const length = batch.at(-1)?.ids.length ?? 0;
    addTokens(sums, batch, await run(batch, length), length);
    from += count;
  }
  for (let text = 0; text < texts; text += 1) {
    normalize(sums.subarray(text * EMBEDDING_DIMENSIONS, (text + 1) * EMBEDDING_DIMENSIONS));
  }
  return sums;
}

function fits(count: number, longest: TokenWindow | undefined): boolean {
  return count <= MAX_WINDOWS && count * (longest?.ids.length ?? 0) <= MAX_RUN_TOKENS;
}

function addTokens(sums: Float32Array, batch: readonly TokenWindow[], outputs: Float32Array, length: number): void {
  batch.forEach(({ text, ids }, row) => {
    const to = text * EMBEDDING_DIMENSIONS;
    for (let token = 0; token < ids.length; token += 1) {
      const from = (row * length + token) * EMBEDDING_DIMENSIONS;
      for (let at = 0; at < EMBEDDING_DIMENSIONS; at += 1)
        sums[to + at] = (sums[to + at] ?? 0) + (outputs[from + at] ?? 0);
    }
  });
}

/** The mean has the same direction as the sum, so that it need not be computed. */
function normalize(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  // Nothing may count as a vector that was not computed.
  if (!(length > 0 && Number.isFinite(length))) throw new Error('The model has given no vector.');
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
}
