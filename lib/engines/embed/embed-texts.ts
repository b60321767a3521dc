import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import { processState } from '../../platform/process-state';
import { engineOffline } from '../envelope';
import { type BatchQueue, makeBatchQueue } from './batch-queue';
import { EMBEDDING_DIMENSIONS } from './dimensions';
import { embeddingModelPath, vocabularyPath } from './embedding-model';
import type { EmbedAnswer, EmbedJob } from './jobs';

/** Texts to embed. */
export type EmbedCall = {
  texts: readonly string[];
  /** Id of the paying account; calls without one share together. */
  account?: string;
  signal?: AbortSignal;
};

/** The vector of a text, of length one, and the number of its tokens. */
export type TextVector = { vector: Float32Array; tokens: number };

/** No text may occupy the model for minutes. A token has at least one character; most have four. */
const MAX_TEXT_CHARACTERS = 40_000;

/** One process, because each keeps the model in memory; batches take turns by account in the queue above it. */
const PLAN: ChildPlan = {
  name: 'embed',
  // The longest text takes half a minute of processor time; a busy machine takes several times that.
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
  // Some hundred tokens: a batch of these takes a few seconds at most.
  longCharacters: 400,
  maxLongCharacters: 8_000,
  maxWaitingTexts: 20_000,
  maxWaitingCharacters: 40_000_000,
};

/**
 * Embeds texts in a process of its own, together with those of other callers.
 * @throws ApiError MODEL_OFFLINE while the weights are not here, or if the process was lost; MODEL_AT_CAPACITY if too much
 *   waits; INVALID_REQUEST for a text beyond 40,000 characters; the signal's reason when aborted
 */
export async function embedTexts({ texts, account = '', signal }: EmbedCall): Promise<TextVector[]> {
  if (embeddingModelPath() === null) throw engineOffline('The weights of the embedding model are not here.');
  const tooLong = texts.findIndex(({ length }) => length > MAX_TEXT_CHARACTERS);
  if (tooLong >= 0) {
    const most = MAX_TEXT_CHARACTERS.toLocaleString('en');
    throw new ApiError('INVALID_REQUEST', `Text ${tooLong} is too long: the model takes at most ${most} characters.`);
  }
  return queue().add({ account, texts, signal });
}

function queue(): BatchQueue<TextVector> {
  return processState('engines.embed.queue', () => makeBatchQueue({ ...BATCHES, work: embedBatch }));
}

/** Not aborted when a caller leaves: others are in the same batch, and a new process would have to load the model. */
async function embedBatch(texts: readonly string[]): Promise<TextVector[]> {
  const modelPath = embeddingModelPath();
  if (modelPath === null) throw engineOffline('The weights of the embedding model are gone.');
  const job = { bytes: Buffer.from(JSON.stringify(texts)), modelPath, vocabularyPath: vocabularyPath() };
  const { signal } = new AbortController();
  const outcome = await runInChild<EmbedJob, EmbedAnswer>(PLAN, job, { account: '', signal });
  if (!('answer' in outcome)) throw engineOffline(`The process that embeds texts was lost: ${outcome.lost}.`);
  const { tokens, bytes } = outcome.answer;
  // A copy of its own memory, because floats begin at multiples of four bytes.
  const floats = new Float32Array(Uint8Array.from(bytes).buffer);
  return tokens.map((count, at) => ({
    vector: floats.slice(at * EMBEDDING_DIMENSIONS, (at + 1) * EMBEDDING_DIMENSIONS),
    tokens: count,
  }));
}
