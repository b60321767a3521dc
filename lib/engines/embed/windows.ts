/** How texts become inputs of the embedded model, and its outputs their vectors. */
import { EMBEDDING_DIMENSIONS } from './dimensions';
import type { Vocabulary } from './word-piece';

/** What the model reads at a time, in tokens: what it was trained on. Of longer texts, each window counts by its tokens. */
const WINDOW_TOKENS = 256;
/** Windows and tokens of one run: what is larger is no faster, and needs more memory. */
const MAX_WINDOWS = 32;
const MAX_RUN_TOKENS = 4_096;
/** A run may have windows that are longer than its shortest one by this many tokens, or by half: filling up is work, too. */
const MAX_FILLED_TOKENS = 8;
/** Tokens of a piece: a passage of the index, some 100 ms of work. One window is done in any case. */
const PIECE_TOKENS = 320;

/** Of which the first and the last token that the model expects leave this many to a text. */
const CONTENT_TOKENS = WINDOW_TOKENS - 2;

/** A part of a text, with the first and the last token that the model expects. `text` is its position in the job. */
export type TokenWindow = { text: number; ids: number[] };

/** What is embedded at a time: the windows of some texts, and the number of windows of each text that are left. */
type Piece = { windows: TokenWindow[]; left: number[] };

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

/**
 * The windows that are embedded next, so that nobody waits long for a long text.
 * @param done windows of each text that are embedded already
 */
export function nextPiece(windows: readonly TokenWindow[], done: readonly number[]): Piece {
  const piece: Piece = { windows: [], left: done.map(() => 0) };
  const skipped = done.map(() => 0);
  let tokens = 0;
  for (const window of windows) {
    const { text, ids } = window;
    const isDone = (skipped[text] ?? 0) < (done[text] ?? 0);
    if (isDone) {
      skipped[text] = (skipped[text] ?? 0) + 1;
      continue;
    }
    tokens += ids.length;
    if (piece.windows.length === 0 || tokens <= PIECE_TOKENS) piece.windows.push(window);
    else piece.left[text] = (piece.left[text] ?? 0) + 1;
  }
  return piece;
}

/** The sums of the vectors of the texts' tokens, one after the other: the mean has the same direction. */
export async function toSums(windows: readonly TokenWindow[], texts: number, run: Run): Promise<Float32Array> {
  const sums = new Float32Array(texts * EMBEDDING_DIMENSIONS);
  const sorted = [...windows].sort((left, right) => left.ids.length - right.ids.length);
  for (let from = 0; from < sorted.length;) {
    let count = 1;
    while (from + count < sorted.length && fits(count + 1, sorted[from], sorted[from + count])) count += 1;
    const batch = sorted.slice(from, from + count);
    const length = batch.at(-1)?.ids.length ?? 0;
    addTokens(sums, batch, await run(batch, length), length);
    from += count;
  }
  return sums;
}

function fits(count: number, shortest: TokenWindow | undefined, longest: TokenWindow | undefined): boolean {
  const least = shortest?.ids.length ?? 0;
  const most = longest?.ids.length ?? 0;
  const isSimilar = most <= least + Math.max(MAX_FILLED_TOKENS, least / 2);
  return isSimilar && count <= MAX_WINDOWS && count * most <= MAX_RUN_TOKENS;
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

/** Gives a vector the length of one. @throws Error if it has no direction */
export function normalize(vector: Float32Array): void {
  const length = Math.hypot(...vector);
  // Nothing may count as a vector that was not computed.
  if (!(length > 0 && Number.isFinite(length))) throw new Error('The model has given no vector.');
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
}
