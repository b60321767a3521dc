import { ApiError } from '../../core/errors';
import type { ImageStyleName } from '../../core/image-styles';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import { engineOffline } from '../envelope';
import { embeddingModelPath } from '../embed/embedding-model';
import type { DrawAnswer, ReadAnswer, SceneAnswer, SceneJob } from './jobs';
import { iconsByMeaning } from './name-unknown';

/** A picture to compose. */
export type SceneCall = {
  prompt: string;
  negativePrompt?: string;
  seed: number;
  /** In pixels; together at most four million of them. */
  width: number;
  height: number;
  style?: ImageStyleName;
  /** Id of the paying account; calls without one share together. */
  account?: string;
  signal: AbortSignal;
};

/** A composed picture, as PNG, and what is in it. */
export type ComposedScene = DrawAnswer;

/**
 * A picture takes 0.1–1 s of processor time; on a busy machine several times that. Its pixels are held about six times
 * while a style is applied.
 */
const PLAN: ChildPlan = {
  name: 'scene',
  jobMs: 30_000,
  heapMegabytes: 384,
  maxResidentMegabytes: 1_000,
  sharing: {
    busyMessage: 'Too many images are being drawn. Try again later.',
    budget: { burstMs: 60_000, perSecondMs: 800 },
  },
};

const NO_BYTES = new Uint8Array(0);
const MAX_PIXELS = 4_200_000;

/**
 * Composes a picture from what a prompt names, in a process of its own. The same call gives the same bytes. While the
 * embedding model is installed, nouns in no table are drawn as what is nearest in meaning.
 * @throws ApiError INVALID_REQUEST for a size beyond the limit; MODEL_AT_CAPACITY if too many pictures wait;
 *   RATE_LIMIT_EXCEEDED if the account has used its time; MODEL_OFFLINE if the process was lost to memory or a crash,
 *   REQUEST_TIMEOUT if it took too long; the signal's reason when aborted
 */
export async function composeScene({ account = '', signal, ...call }: SceneCall): Promise<ComposedScene> {
  if (call.width * call.height > MAX_PIXELS) {
    throw new ApiError('INVALID_REQUEST', `The image must have at most ${MAX_PIXELS / 1_000_000} million pixels.`);
  }
  const by = { account, signal };
  const synonyms = embeddingModelPath() === null ? {} : await nameUnknown(call.prompt, by);
  return run<DrawAnswer>({ kind: 'draw', ...call, synonyms, bytes: NO_BYTES }, by);
}

type By = { account: string; signal: AbortSignal };

async function nameUnknown(prompt: string, by: By): Promise<Record<string, string>> {
  const { unknown } = await run<ReadAnswer>({ kind: 'read', prompt, bytes: NO_BYTES }, by);
  return iconsByMeaning(unknown, by);
}

/** Runs a job; its kind decides the answer's. */
async function run<Answer extends SceneAnswer>(job: SceneJob, by: By): Promise<Answer> {
  const outcome = await runInChild<SceneJob, Answer>(PLAN, job, by);
  if ('answer' in outcome) return outcome.answer;
  if (outcome.lost === 'time') throw new ApiError('REQUEST_TIMEOUT', 'The model took too long to answer.');
  throw engineOffline(`The process that draws scenes was lost: ${outcome.lost}.`);
}
