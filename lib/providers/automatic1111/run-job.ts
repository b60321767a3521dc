import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import type { ImageCall, ImageResult } from '../image-spec';
import { sendBestEffort, askJson, type ImageRequests } from '../kit/images/ask';
import { jsonBody, type PutImage } from '../kit/images/json-body';
import { queueOfServer } from '../kit/images/server-queue';
import { followProgress, isCurrentTask } from './follow-progress';
import { addressOf, type Automatic1111, requestsOf } from './upstream';

/** How long the request to stop may take. */
const STOP_MS = 3_000;

/** What the adapter calls for. */
type Caller = Pick<ImageCall, 'model' | 'account' | 'signal' | 'onProgress'>;

/** A request for one image. */
type Job = {
  /** After `/sdapi/v1`. */
  path: string;
  /** Returns the body of the request. @param taskId the name under which it is to run, for servers that take one */
  makeBody: (put: PutImage, taskId: string) => Record<string, unknown>;
  /** Reads the answer. @throws ApiError INFERENCE_FAILED without an image */
  read: (answer: unknown, requests: ImageRequests) => Promise<ImageResult>;
};

/**
 * Sends one request and reads its image. Such a server works on one at a time, and both its report of progress and its
 * way to stop are about the current one, whoever sent it: so it gets one of ours at a time, and the others wait here,
 * shared by account.
 * @throws see `ImageModel`; MODEL_AT_CAPACITY if too many wait
 */
export async function runJob(upstream: Automatic1111, job: Job, call: Caller): Promise<ImageResult> {
  const { account = '', signal, onProgress } = call;
  const leave = await queueOfServer(upstream.baseUrl, 1).enter({ account, signal });
  const requests = requestsOf(upstream, call);
  const taskId = `task(${newId()})`;
  const ended = new AbortController();
  let stopping: Promise<void> | undefined;
  try {
    if (onProgress) void followProgress(upstream, { ...requests, signal: ended.signal }, taskId, onProgress);
    const url = addressOf(upstream, job.path);
    const body = jsonBody((put) => job.makeBody(put, taskId));
    return await job.read(await askJson({ url, body }, requests), requests);
  } catch (thrown) {
    if (signal.aborted || isTimeout(thrown)) stopping = stop(upstream, requests, taskId);
    throw thrown;
  } finally {
    ended.abort();
    // The next one starts only after the request to stop, which would otherwise hit it.
    if (stopping) void stopping.finally(leave);
    else leave();
  }
}

/** Stops the current work, unless it is another client's: then ours still waits there, and cannot be stopped. */
async function stop(upstream: Automatic1111, requests: ImageRequests, taskId: string): Promise<void> {
  if (!(await isCurrentTask(upstream, requests, taskId, STOP_MS))) return;
  await sendBestEffort({ url: addressOf(upstream, '/interrupt'), method: 'POST' }, requests, STOP_MS);
}

function isTimeout(thrown: unknown): boolean {
  return isApiError(thrown) && thrown.code === 'REQUEST_TIMEOUT';
}
