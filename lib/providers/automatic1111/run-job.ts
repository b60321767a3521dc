import { z } from 'zod';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { processState } from '../../platform/process-state';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';
import type { ImageCall, ImageResult } from '../image-spec';
import { askInVain, askJson, type ImageRequests } from '../kit/images/ask';
import { readBase64Image } from '../kit/images/read-image';
import { inferenceFailed } from '../kit/map-error';
import { followProgress, type JobStatus } from './follow-progress';
import { addressOf, type Automatic1111, requestsOf } from './upstream';

/** Calls that wait for a server, and for how long. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 600_000;
/** How long the request to stop may take. */
const STOP_MS = 3_000;

/** What is read of an answer: images as base64, and what was used, as JSON text. */
const Answer = z.object({
  images: z.array(z.string()).min(1),
  info: z.unknown().optional(),
});
const Info = z.object({ seed: z.int() });

/** What the adapter calls for. */
export type Job = Pick<ImageCall, 'model' | 'account' | 'signal' | 'onProgress'>;

/**
 * Sends one request to draw and reads its image. Such a server works on one at a time, and both its report of progress
 * and its way to stop are about the current one, whoever sent it: so it gets one of ours at a time, and the others wait
 * here, shared by account.
 * @param path after `/sdapi/v1`
 * @throws see `ImageModel`; MODEL_AT_CAPACITY if too many wait
 */
export async function runJob(
  upstream: Automatic1111,
  path: string,
  body: Record<string, unknown>,
  call: Job,
): Promise<ImageResult> {
  const { account = '', signal, onProgress } = call;
  const leave = await queueOf(upstream).enter({ account, signal });
  const requests = requestsOf(upstream, call);
  const status: JobStatus = { id: `task(${newId()})`, isOurs: true };
  const ended = new AbortController();
  let stopping: Promise<void> | undefined;
  try {
    if (onProgress) void followProgress(upstream, { ...requests, signal: ended.signal }, status, onProgress);
    const url = addressOf(upstream, path);
    return readAnswer(await askJson({ url, body: JSON.stringify({ ...body, force_task_id: status.id }) }, requests));
  } catch (thrown) {
    if (signal.aborted || isTimeout(thrown)) stopping = stop(upstream, requests, status);
    throw thrown;
  } finally {
    ended.abort();
    // The next one starts only after the request to stop, which would otherwise hit it.
    if (stopping) void stopping.finally(leave);
    else leave();
  }
}

/** Stops the current work, unless the server reported that it is another one's. */
async function stop(upstream: Automatic1111, requests: ImageRequests, { isOurs }: JobStatus): Promise<void> {
  if (!isOurs) return;
  await askInVain({ url: addressOf(upstream, '/interrupt'), method: 'POST' }, requests, STOP_MS);
}

function isTimeout(thrown: unknown): boolean {
  return isApiError(thrown) && thrown.code === 'REQUEST_TIMEOUT';
}

function readAnswer(answer: unknown): ImageResult {
  const parsed = Answer.safeParse(answer);
  const [first] = parsed.data?.images ?? [];
  if (first === undefined) throw inferenceFailed(new Error('The upstream sent no image.'));
  const seed = seedOf(parsed.data?.info);
  return { image: readBase64Image(first), ...(seed !== undefined && { seed }) };
}

/** The seed that was used; undefined if the server does not say. */
function seedOf(info: unknown): number | undefined {
  try {
    const value: unknown = typeof info === 'string' ? JSON.parse(info) : info;
    return Info.safeParse(value).data?.seed;
  } catch {
    return undefined;
  }
}

function queueOf({ baseUrl }: Automatic1111): FairQueue {
  const queues = processState('providers.automatic1111.queues', () => new Map<string, FairQueue>());
  const found = queues.get(baseUrl);
  if (found) return found;
  const queue = makeFairQueue({
    slots: 1,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    busyMessage: 'The model is at capacity. Try again later.',
  });
  queues.set(baseUrl, queue);
  return queue;
}
