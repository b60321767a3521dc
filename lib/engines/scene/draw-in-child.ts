import { ApiError } from '../../core/errors';
import type { ImageStyleName } from '../../core/image-styles';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import { engineOffline } from '../envelope';
import type { SceneAnswer, SceneJob } from './jobs';

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
export type ComposedScene = SceneAnswer;

/**
 * A picture takes 0.1–1 s of processor time. Its pixels are held about six times
 * while a style is applied.
 */
const PLAN: ChildPlan = {
  name: 'scene',
  // The process has a low priority: on a busy machine a second of work may take a minute.
  jobMs: 120_000,
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
 * Composes a picture from what a prompt names, in a process of its own. The same call gives the same bytes.
 * @throws ApiError INVALID_REQUEST for a size beyond the limit; MODEL_AT_CAPACITY if too many pictures wait;
 *   RATE_LIMIT_EXCEEDED if the account has used its time; MODEL_OFFLINE if the process was lost to memory or a crash,
 *   REQUEST_TIMEOUT if it took too long; the signal's reason when aborted
 */
export async function composeScene({ account = '', signal, ...call }: SceneCall): Promise<ComposedScene> {
  if (call.width * call.height > MAX_PIXELS) {
    throw new ApiError('INVALID_REQUEST', `The image must have at most ${MAX_PIXELS / 1_000_000} million pixels.`);
  }
  const outcome = await runInChild<SceneJob, SceneAnswer>(PLAN, { ...call, bytes: NO_BYTES }, { account, signal });
  if ('answer' in outcome) return outcome.answer;
  if (outcome.lost === 'time')
    throw new ApiError('REQUEST_TIMEOUT', 'The image was not drawn within 2 minutes: this machine is busy. Try again.');
  throw engineOffline(`The process that draws scenes was lost: ${outcome.lost}.`);
}
