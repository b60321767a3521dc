import { newId } from '../../../core/ids';
import { apiFailure, isApiFailure, type ApiFailure } from '../../failure';
import { now } from '../../now';
import { addImages, changeImage, readFile, type NewImage } from '../history/images';
import type { Accepted, DrawnImage, FailedImage } from '../request/stream-images';
import { IMAGE_BOUNDS } from '../settings/bounds';
import { setJob, setStudio, storedFailure, type StudioStore } from '../store';
import type { EditWork, ImageJob, ImageKind, ImageReceipt, StudioImage } from '../types';
import { isUncharged } from './charge';
import { keepJob } from './keep-job';

/** How often a request is sent again while its first sending is still under way at the server. */
const MOST_REPEATS = 60;

const KINDS: Record<EditWork['type'], ImageKind> = { edit: 'edited', upscale: 'upscaled', cutout: 'cutout' };

/** Finished images; `later` finds their receipt in the ledger if the answer did not contain it. */
type Finished = { images: NewImage[]; failed: FailedImage[]; later: string | null };

/**
 * Carries out one request of the queue. Its images go to the history; a failure stays with the job. Cancelling has no
 * effect once the images have arrived, because they are paid for. Never throws.
 * @returns a failed job for the images of the request that could not be drawn; null if there are none
 */
export async function runJob(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<ImageJob | null> {
  setJob(store, job.id, { state: 'running' });
  try {
    const { images, failed, later } = await repeatWhileUnderWay(() => carryOut(store, job, signal), signal);
    await addImages(store, images);
    setStudio(store, { jobs: store.state.jobs.filter(({ id }) => id !== job.id) });
    store.onFinished(
      images.map(({ image }) => image),
      job,
    );
    // Only now: the ledger may take seconds.
    if (later !== null) for (const { image } of images) void findReceipt(store, image, later);
    return restOf(job, failed);
  } catch (thrown) {
    if (signal.aborted) return null;
    const failure = storedFailure(failureOf(thrown), now());
    setJob(store, job.id, { state: 'failed', share: null, failure });
    if (!isUncharged(failure)) void findCharge(store, job.id);
    return null;
  } finally {
    store.onSpent();
  }
}

function carryOut(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<Finished> {
  return job.work.type === 'generate' ? draw(store, job, signal) : edit(store, job, job.work, signal);
}

async function draw(store: StudioStore, job: ImageJob, signal: AbortSignal): Promise<Finished> {
  const body = await store.outside.bodyOf(job.settings, job.model.id);
  if (!body) throw apiFailure({ status: 404, code: 'MODEL_NOT_FOUND', message: `${job.model.name} is not available.` });
  for await (const event of store.outside.draw(body, { key: job.key, signal })) {
    if (event.type === 'accepted') noteAccepted(store, job, event);
    else if (event.type === 'progress') reportProgress(store, job.id, event);
    else {
      const { images, failed, ...rest } = event;
      const about = { ...rest, of: images.length, arrivedAt: now() };
      return {
        images: await Promise.all(images.map((drawn, at) => drawnImage(store, job, { drawn, at, ...about }))),
        failed,
        later: null,
      };
    }
  }
  throw apiFailure({ code: 'UNREADABLE', message: 'The answer contains no images.' });
}

/** Keeps which request has the receipt, in case its answer is lost. */
function noteAccepted(store: StudioStore, job: ImageJob, { requestId }: Accepted): void {
  const current = store.state.jobs.find(({ id }) => id === job.id);
  if (!current || current.requestId === requestId) return;
  setJob(store, job.id, { requestId });
  void keepJob(store, { ...current, requestId });
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
  const shares = Array.from({ length: variants }, (_, at) => Math.max(job.shares[at] ?? 0, at === variant ? share : 0));
  setJob(store, jobId, { share: shares.reduce((sum, one) => sum + one, 0) / variants, shares, previews });
}

async function drawnImage(
  store: StudioStore,
  job: ImageJob,
  given: {
    drawn: DrawnImage;
    /** Its position in the answer, and the number of images in it. */
    at: number;
    of: number;
    arrivedAt: number;
    notApplied: string[];
    receipt: ImageReceipt | null;
  },
): Promise<NewImage> {
  const { file, seed, blurred, violation } = given.drawn;
  const image: StudioImage = {
    ...(await describe(store, job, file, given)),
    kind: 'generated',
    settings: { ...job.settings, model: job.model.id, variants: 1, seed: seed ?? job.settings.seed },
    receipt: given.receipt,
    ...(given.of > 1 && { part: { at: given.at + 1, of: given.of } }),
    blurred,
    violation,
    notApplied: given.notApplied,
  };
  return { image, file };
}

async function edit(store: StudioStore, job: ImageJob, work: EditWork, signal: AbortSignal): Promise<Finished> {
  const { key, model, settings } = job;
  let { requestId } = job;
  const source = await readFile(store, work.sourceId);
  if (!source) throw apiFailure({ code: 'SOURCE_DELETED', message: 'The image was deleted, so nothing was sent.' });
  const { file, blurred, violation, notApplied } = await store.outside.edit(
    { ...work, image: source },
    {
      modelId: model.id,
      safeMode: settings.safeMode,
      key,
      signal,
      onAccepted: (accepted) => {
        noteAccepted(store, job, accepted);
        ({ requestId } = accepted);
      },
    },
  );
  const image: StudioImage = {
    ...(await describe(store, job, file, { at: 0, arrivedAt: now() })),
    kind: KINDS[work.type],
    receipt: null,
    blurred,
    violation,
    notApplied,
    sourceId: work.sourceId,
  };
  return { images: [{ image, file }], failed: [], later: violation ? null : requestId };
}

/** What does not depend on how an image was made. @param at its position in the answer */
async function describe(
  store: StudioStore,
  job: ImageJob,
  file: Blob,
  { at, arrivedAt }: { at: number; arrivedAt: number },
) {
  const { width, height } = job.settings;
  // A file that this browser cannot decode is paid for all the same: others may be able to.
  const size = (await store.outside.measure(file)) ?? { width, height };
  return {
    // The same for a repeat of the request, which then adds nothing.
    id: `${job.id}-${at}`,
    modelName: job.model.name,
    settings: { ...job.settings, model: job.model.id },
    ...size,
    bytes: file.size,
    type: file.type,
    // In order, although all are of the same moment.
    createdAt: arrivedAt - at,
    favorite: false,
  };
}

async function findReceipt(store: StudioStore, { id }: StudioImage, requestId: string): Promise<void> {
  const receipt = await store.outside.receipt(requestId).catch(() => null);
  if (receipt !== null && receipt !== 'none') await changeImage(store, id, { receipt });
}

/** Finds what a failed request cost, if it was accepted. */
async function findCharge(store: StudioStore, jobId: string): Promise<void> {
  const failed = store.state.jobs.find(({ id }) => id === jobId);
  // Not the failure's own request, which may be a repeat.
  if (!failed || failed.requestId === null) return;
  const charge = await store.outside.receipt(failed.requestId).catch(() => null);
  const current = store.state.jobs.find(({ id }) => id === jobId);
  if (charge === null || !current || current.failure !== failed.failure) return;
  setJob(store, jobId, { charge });
  await keepJob(store, { ...current, charge });
}

/** A failed job with which the images that are missing can be requested again. */
function restOf(job: ImageJob, failed: readonly FailedImage[]): ImageJob | null {
  const [first] = failed;
  if (!first) return null;
  const { variants } = job.settings;
  const at = now();
  const message = `${failed.length} of ${variants} images failed: ${first.message}`;
  const failure = storedFailure(apiFailure({ status: 200, code: first.code, message }), at);
  return {
    ...job,
    id: newId(),
    key: newId(),
    createdAt: at,
    state: 'failed',
    requestId: null,
    charge: null,
    share: null,
    shares: [],
    previews: [],
    settings: { ...job.settings, variants: failed.length, seed: failed.length === 1 ? seedOf(job, first) : null },
    failure,
  };
}

/** Each image of a request has the next seed. */
function seedOf({ settings: { seed } }: ImageJob, { variant }: FailedImage): number | null {
  return seed === null || seed + variant > IMAGE_BOUNDS.maxSeed ? null : seed + variant;
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
