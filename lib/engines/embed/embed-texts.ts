import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import { processState } from '../../platform/process-state';
import { engineOffline } from '../envelope';
import { type BatchQueue, makeBatchQueue } from './batch-queue';
import { EMBEDDING_DIMENSIONS } from './dimensions';
import { embeddingModelPath, vocabularyPath } from './embedding-model';
import type { EmbedAnswer, EmbedJob, EmbedText } from './jobs';
import type { Rank } from './ranks';
import { normalize } from './windows';

/** Texts to embed. */
export type EmbedCall = {
  texts: readonly string[];
  /** Id of the paying account; calls without one share together. */
  account?: string;
  /** What goes first. Default: `text`. */
  rank?: Rank;
  signal?: AbortSignal;
};

/** The vector of a text, of length one, and the number of its tokens. */
export type TextVector = { vector: Float32Array; tokens: number };

/** What there is of a text: the sum of its tokens' vectors so far, and how many windows are done and left. */
type PartVector = { sum: Float32Array; tokens: number; done: number; left: number };

/** No text may occupy the model for minutes. A token has at least one character; most have four. */
const MAX_TEXT_CHARACTERS = 40_000;

/** One process, because each keeps the model in memory; batches take turns by account in the queue above it. */
const PLAN: ChildPlan = {
  name: 'embed',
  // A piece takes some 100 ms of processor time, and loading the model a second; a busy machine takes many times that.
  jobMs: 300 * SECOND_MS,
  heapMegabytes: 256,
  // Half of it is in use between jobs; above that, the process would be replaced.
  maxResidentMegabytes: 1_600,
  // It parses no bytes of callers that could leave anything behind, and loading the model takes a second.
  jobsPerLife: 20_000,
  sharing: {
    slots: 1,
    slotsPerAccount: 1,
    lightMs: undefined,
    budget: undefined,
    maxWaitMs: 60 * SECOND_MS,
    busyMessage: 'Too many texts are being embedded. Try again later.',
  },
};

const BATCHES = {
  maxTexts: 32,
  // Some 250 tokens. What has more of them is cut by the process (`nextPiece`), so that each batch is short.
  maxCharacters: 1_000,
  maxWaitingTexts: 20_000,
  maxWaitingCharacters: 40_000_000,
};

/**
 * Embeds texts in a process of its own, together with those of other callers, in pieces of some 100 ms: whoever comes waits
 * for the running one and for what goes first.
 * @throws ApiError MODEL_OFFLINE while the weights are not here, or if the process was lost; MODEL_AT_CAPACITY if too much
 *   waits; INVALID_REQUEST for a text beyond 40,000 characters; the signal's reason when aborted
 */
export async function embedTexts({ texts, account = '', rank, signal }: EmbedCall): Promise<TextVector[]> {
  if (embeddingModelPath() === null) throw engineOffline('The weights of the embedding model are not here.');
  const tooLong = texts.findIndex(({ length }) => length > MAX_TEXT_CHARACTERS);
  if (tooLong >= 0) {
    const most = MAX_TEXT_CHARACTERS.toLocaleString('en');
    throw new ApiError('INVALID_REQUEST', `Text ${tooLong} is too long: the model takes at most ${most} characters.`);
  }
  const whole = await queue().add({ account, texts, rank, signal });
  return whole.map(({ sum: vector, tokens }) => {
    normalize(vector);
    return { vector, tokens };
  });
}

function queue(): BatchQueue<PartVector> {
  return processState('engines.embed.queue', () =>
    makeBatchQueue({ ...BATCHES, work: embedBatch, isUnfinished: ({ left }) => left > 0 }),
  );
}

/** Not aborted when a caller leaves: others are in the same batch, and a new process would have to load the model. */
async function embedBatch(
  texts: readonly string[],
  before: readonly (PartVector | undefined)[],
): Promise<PartVector[]> {
  const modelPath = embeddingModelPath();
  if (modelPath === null) throw engineOffline('The weights of the embedding model are gone.');
  const given: EmbedText[] = texts.map((text, at) => ({ text, done: before[at]?.done ?? 0 }));
  const job = { bytes: Buffer.from(JSON.stringify(given)), modelPath, vocabularyPath: vocabularyPath() };
  const { signal } = new AbortController();
  const outcome = await runInChild<EmbedJob, EmbedAnswer>(PLAN, job, { account: '', signal });
  if (!('answer' in outcome)) throw engineOffline(`The process that embeds texts was lost: ${outcome.lost}.`);
  const { tokens, windows, left, bytes } = outcome.answer;
  // A copy of its own memory, because floats begin at multiples of four bytes.
  const floats = new Float32Array(Uint8Array.from(bytes).buffer);
  return texts.map((_, at) => ({
    sum: sumOf(floats.slice(at * EMBEDDING_DIMENSIONS, (at + 1) * EMBEDDING_DIMENSIONS), before[at]?.sum),
    tokens: (tokens[at] ?? 0) + (before[at]?.tokens ?? 0),
    done: (windows[at] ?? 0) + (before[at]?.done ?? 0),
    left: left[at] ?? 0,
  }));
}

function sumOf(one: Float32Array, other: Float32Array | undefined): Float32Array {
  return other === undefined ? one : one.map((value, at) => value + (other[at] ?? 0));
}
