import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import type { ChildPlan } from '../../platform/child/child-process';
import { type JobCaller, runInChild } from '../../platform/child/pool';
import { clock } from '../../platform/clock';
import { safetyModelDelayedUntilMs, safetyModelPath, wantSafetyModel } from './safety-model';
import type { SafetyAnswer, SafetyJob } from './jobs';

/** Side of the images that the classifier sees, in pixels. */
export const INPUT_SIDE = 224;

/** A download takes some seconds; then it works. */
const FETCH_RETRY_SECONDS = 20;
const LOST_RETRY_SECONDS = 5;

/** One process, because each keeps the model in memory, 240 MB; it takes turns by account. */
const PLAN: ChildPlan = {
  name: 'safety',
  // A second for the model and a fifth for an image; nothing but a busy machine takes longer, because no bytes of callers
  // are parsed.
  jobMs: 120 * SECOND_MS,
  heapMegabytes: 256,
  maxResidentMegabytes: 700,
  sharing: {
    slots: 1,
    slotsPerAccount: 1,
    // With one slot, none can be kept free for accounts that have used little.
    lightMs: undefined,
    // The turns are fair without it, and loading the model must not use up the share of the account that comes first.
    budget: undefined,
    // The image is paid for at the upstream: the request's own time limit ends the wait.
    maxWaiting: 10_000,
    maxWaitMs: 600 * SECOND_MS,
    busyMessage: 'Too many images are being checked. Try again later.',
  },
};

/**
 * Makes sure that images can be checked.
 * @throws ApiError NOT_READY (503, `Retry-After`) while the weights are not here; they are fetched from then on
 */
export function requireSafetyModel(): string {
  const path = safetyModelPath();
  if (path !== null) return path;
  wantSafetyModel();
  const pauseMs = Math.max(0, safetyModelDelayedUntilMs() - clock.now());
  throw new ApiError('NOT_READY', 'The check of images is not ready yet. Try again later.', {
    retryAfterSeconds: Math.ceil(pauseMs / SECOND_MS) + FETCH_RETRY_SECONDS,
  });
}

/**
 * How likely an image shows adult content, 0…1, in a process of its own: the library computes for 0.2 s at a time.
 * @param pixels RGB, 224 × 224, three bytes per pixel, after a JPEG's losses
 * @throws ApiError NOT_READY (503, `Retry-After`) if it cannot be checked, MODEL_AT_CAPACITY if too many wait; the
 *   signal's reason when aborted
 */
export async function classifyImage(pixels: Uint8Array, caller: JobCaller): Promise<{ adult: number }> {
  if (pixels.byteLength !== INPUT_SIDE * INPUT_SIDE * 3) throw new Error('The pixels have another size.');
  const modelPath = requireSafetyModel();
  const outcome = await runInChild<SafetyJob, SafetyAnswer>(PLAN, { bytes: pixels, modelPath }, caller);
  if ('answer' in outcome) return outcome.answer;
  throw new ApiError('NOT_READY', 'The image could not be checked. Try again later.', {
    retryAfterSeconds: LOST_RETRY_SECONDS,
    cause: new Error(`The process of the classifier was lost: ${outcome.lost}`),
  });
}
