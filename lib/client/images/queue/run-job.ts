import { newId } from '../../../core/ids';
import { apiFailure, isApiFailure, type ApiFailure } from '../../failure';
import { now } from '../../now';
import { addImages, type NewImage } from '../history/images';
import type { DrawnImage } from '../request/stream-images';
import { setJob, setStudio, storedFailure, type StudioStore } from '../store';
import type { EditWork, ImageJob, ImageKind, ImageReceipt, StudioImage } from '../types';

/** How often a request is sent again while its first sending is still under way at the server. */
const MOST_REPEATS = 60;

const KINDS: Record<EditWork['type'], ImageKind> = { edit: 'edited', upscale: 'upscaled', cutout: 'cutout' };

/** Carries out one request of the queue. Its images go to the history; a failure stays with the job. Never throws. */
export async function runJob(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<void> {
  setJob(store, job.id, { state: 'running' });
  try {
    const finished = await repeatWhileUnderWay(() => carryOut(store, job, signal), signal);
    if (signal.aborted) return;
    await addImages(store, finished);
    setStudio(store, { jobs: store.state.jobs.filter(({ id }) => id !== job.id) });
    store.onFinished(
      finished.map(({ image }) => image),
      job,
    );
  } catch (thrown) {
    if (signal.aborted) return;
    setJob(store, job.id, { state: 'failed', share: null, failure: storedFailure(failureOf(thrown), now()) });
  } finally {
    store.onSpent();
  }
}

async function carryOut(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<NewImage[]> {
  return job.work.type === 'generate' ? draw(store, job, signal) : edit(store, job, job.work, signal);
}

async function draw(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<NewImage[]> {
  const body = await store.outside.bodyOf(job.settings, job.model.id);
  if (!body) throw apiFailure({ status: 404, code: 'MODEL_NOT_FOUND', message: `${job.model.name} is not available.` });
  for await (const event of store.outside.draw(body, { key: job.key, signal })) {
    if (event.type === 'progress') {
      reportProgress(store, job.id, event);
      continue;
    }
    const { images, notApplied, receipt } = event;
    return Promise.all(images.map((drawn, at) => drawnImage(store, job, { drawn, at, notApplied, receipt })));
  }
  throw apiFailure({ code: 'UNREADABLE', message: 'The answer contains no images.' });
}

function reportProgress(
  store: StudioStore,
  jobId: string,
  { variant, share, preview }: { variant: number; share: number; preview: string | undefined },
): void {
  const job = store.state.jobs.find(({ id }) => id === jobId);
  if (!job) return;
  const { variants } = job.settings;
  const previews = Array.from({ length: variants }, (_, at) =>
    at === variant && preview ? preview : job.previews[at],
  );
  // Variants may be drawn one after another: the share of the whole never goes back.
  const whole = Math.max(job.share ?? 0, Math.min(1, (variant + share) / variants));
  setJob(store, jobId, { share: variants === 1 ? share : whole, previews });
}

async function drawnImage(
  store: StudioStore,
  job: ImageJob,
  given: { drawn: DrawnImage; at: number; notApplied: string[]; receipt: ImageReceipt | null },
): Promise<NewImage> {
  const { file, seed, blurred, violation } = given.drawn;
  const image: StudioImage = {
    ...(await describe(store, job, file)),
    kind: 'generated',
    // In order, although all are of the same moment.
    createdAt: now() - given.at,
    settings: { ...job.settings, model: job.model.id, variants: 1, seed: seed ?? job.settings.seed },
    receipt: given.receipt,
    blurred,
    violation,
    notApplied: given.notApplied,
  };
  return { image, file };
}

async function edit(store: StudioStore, job: ImageJob, work: EditWork, signal: AbortSignal): Promise<NewImage[]> {
  const { key, model, settings } = job;
  const sending = { modelId: model.id, safeMode: settings.safeMode, key, signal };
  const { file, requestId, blurred, violation, notApplied } = await store.outside.edit(work, sending);
  const receipt = requestId === null || violation ? null : await store.outside.receipt(requestId).catch(() => null);
  const image: StudioImage = {
    ...(await describe(store, job, file)),
    kind: KINDS[work.type],
    createdAt: now(),
    receipt,
    blurred,
    violation,
    notApplied,
    sourceId: work.sourceId,
  };
  return [{ image, file }];
}

/** What does not depend on how an image was made. */
async function describe(store: StudioStore, job: ImageJob, file: Blob) {
  const size = await store.outside.measure(file);
  if (!size) throw apiFailure({ code: 'UNREADABLE', message: 'The image in the answer cannot be decoded.' });
  return {
    id: newId(),
    modelName: job.model.name,
    settings: { ...job.settings, model: job.model.id },
    ...size,
    bytes: file.size,
    type: file.type,
    favorite: false,
  };
}

/** After a reload the server may still work on the first sending (409 with a time): then its answer is waited for. */
async function repeatWhileUnderWay<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await work();
    } catch (thrown) {
      const seconds = isApiFailure(thrown) && thrown.status === 409 ? thrown.retryAfterSeconds : null;
      if (seconds === null || repeat >= MOST_REPEATS) throw thrown;
      await pause(seconds * 1_000, signal);
    }
  }
}

/** Waits. @throws the signal's reason as soon as it is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

const failureOf = (thrown: unknown): ApiFailure =>
  isApiFailure(thrown)
    ? thrown
    : apiFailure({ code: 'UNKNOWN_ERROR', message: 'Something on this page failed. Try again.' });
