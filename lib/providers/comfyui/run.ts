import { type ApiError, type ErrorCode, isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { makeSignal } from '../../platform/sharing/make-signal';
import { openUpstreamSocket, type UpstreamSocket } from '../../platform/upstream-socket';
import type { EncodedImage, ImageProgress } from '../image-spec';
import { askBytes, sendBestEffort, askJson, type ImageRequests, timesLeft } from '../kit/images/ask';
import { readImage } from '../kit/images/read-image';
import { requestTimeout } from '../kit/map-error';
import type { Graph } from './fill';
import { readBytes, readText } from './read-event';
import { findImage, isInHistory, readHistory, type StoredImage } from './read-history';
import { cancel } from './cancel';
import { submit } from './submit';
import { addressOf, type ComfyUi } from './upstream';

/** How often the state of the work is requested: the socket says when it ends, unless it broke. */
const POLL_MS = 5_000;
/** Also after a failure. */
const POLL_WITHOUT_SOCKET_MS = 500;
/** So many reports of the state may fail one after another, as those of a server or proxy under load do. */
const MAX_FAILURES = 5;
/** Failures after which the work may still go on. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['INFERENCE_FAILED', 'MODEL_AT_CAPACITY', 'MODEL_OVERLOADED']);
const WHOLE_MS = 600_000;
const FORGET_MS = 3_000;
/** After this time, a workflow whose submission was cut off is in the queue. */
const QUEUED_AFTER_MS = 1_000;

/** A filled workflow, the node whose image counts, and who wants to know about its progress. */
export type Work = { graph: Graph; output?: string; onProgress?: (progress: ImageProgress) => void };

/**
 * Runs a workflow and returns its image. Its prompt is removed from the server's history afterward.
 * @throws see `ImageModel`; REQUEST_TIMEOUT after the time limit of the provider
 */
export async function run(upstream: ComfyUi, work: Work, requests: ImageRequests): Promise<EncodedImage> {
  const startedMs = clock.now();
  const clientId = newId();
  const changed = makeSignal();
  const state: State = { promptId: newId(), share: 0, hasSocket: false };
  const socket = await listen(upstream, clientId, state, work, changed.notify, requests);
  let [isStarted, isOver, failures] = [false, false, 0];
  try {
    const promptId = await start(upstream, work.graph, { clientId, promptId: state.promptId }, requests);
    state.promptId = promptId;
    isStarted = true;
    for (;;) {
      requests.signal.throwIfAborted();
      if (clock.now() - startedMs > (upstream.times?.wholeMs ?? WHOLE_MS)) throw requestTimeout();
      const left = { ...requests, times: timesLeft(upstream.times, startedMs) };
      const history = await askHistory(upstream, promptId, left);
      failures = history.failure === undefined ? 0 : failures + 1;
      if (failures > MAX_FAILURES) throw history.failure;
      isOver = isInHistory(history.found, promptId);
      const outputs = readHistory(history.found, promptId, requests.identity.secrets);
      if (outputs !== null) return await view(upstream, findImage(outputs, work.output), left);
      await changed.wait(requests.signal, state.hasSocket && failures === 0 ? POLL_MS : POLL_WITHOUT_SOCKET_MS);
    }
  } finally {
    socket?.close();
    if (isStarted) void leave(upstream, state.promptId, isOver, requests);
  }
}

/**
 * The history of a prompt, or why it could not be read.
 * @throws what is not worth another try: the server is gone, or the time is up; the signal's reason when aborted
 */
async function askHistory(
  upstream: ComfyUi,
  promptId: string,
  requests: ImageRequests,
): Promise<{ found: unknown; failure?: ApiError }> {
  try {
    return { found: await askJson({ url: addressOf(upstream, `/history/${promptId}`) }, requests) };
  } catch (failure) {
    if (!requests.signal.aborted && isApiError(failure) && PASSING.has(failure.code)) return { found: {}, failure };
    throw failure;
  }
}

/**
 * Puts a workflow into the server's queue, and takes it out again if the answer is lost: the id is known before the
 * answer, except to older servers.
 * @throws as `submit`
 */
async function start(
  upstream: ComfyUi,
  graph: Graph,
  ids: { clientId: string; promptId: string },
  requests: ImageRequests,
): Promise<string> {
  try {
    return await submit(upstream, graph, ids, requests);
  } catch (thrown) {
    const isLost = isApiError(thrown) && (thrown.code === 'REQUEST_TIMEOUT' || thrown.code === 'INFERENCE_FAILED');
    // The server checks a workflow before it is in the queue, where it can be found.
    if (isLost || requests.signal.aborted) {
      setTimeout(() => void leave(upstream, ids.promptId, false, requests), QUEUED_AFTER_MS).unref();
    }
    throw thrown;
  }
}

type State = { promptId: string; share: number; hasSocket: boolean };

/** Opens the socket of a call. Without one, the call has no progress, and its end is noticed a little later. */
async function listen(
  upstream: ComfyUi,
  clientId: string,
  state: State,
  { onProgress }: Work,
  notify: () => void,
  { headers, signal }: ImageRequests,
): Promise<UpstreamSocket | undefined> {
  const url = `${addressOf(upstream, '/ws').replace(/^http/, 'ws')}?clientId=${clientId}`;
  const report = (event: ReturnType<typeof readBytes>) => {
    if (event?.type === 'ended') notify();
    if (event === null || event.type === 'ended') return;
    if (event.type === 'progress') state.share = Math.max(state.share, event.share);
    onProgress?.({ share: state.share, ...(event.type === 'preview' && { preview: event.image }) });
  };
  try {
    const socket = await openUpstreamSocket(
      { url, headers, signal },
      {
        onText: (text) => report(readText(text, state.promptId)),
        onBytes: (bytes) => report(readBytes(bytes)),
        onClose: () => {
          state.hasSocket = false;
          notify();
        },
      },
    );
    state.hasSocket = true;
    return socket;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Stops work that is under way, and removes it from the history: other clients could read the prompt there. */
async function leave(upstream: ComfyUi, promptId: string, isOver: boolean, requests: ImageRequests): Promise<void> {
  if (!isOver) await cancel(upstream, promptId, requests);
  const body = JSON.stringify({ delete: [promptId] });
  await sendBestEffort({ url: addressOf(upstream, '/history'), body }, requests, FORGET_MS);
}

async function view(
  upstream: ComfyUi,
  { filename, subfolder, type }: StoredImage,
  requests: ImageRequests,
): Promise<EncodedImage> {
  const query = new URLSearchParams({ filename, subfolder, type });
  return readImage(await askBytes({ url: addressOf(upstream, `/view?${query.toString()}`) }, requests));
}
