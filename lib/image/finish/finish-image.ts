/** The last steps of every image that a model made: check, blur, mark, metadata, encoding. */
import { ApiError, invalidField } from '../../core/errors';
import type { ChildPlan } from '../../platform/child/child-process';
import { type JobCaller, runInChild } from '../../platform/child/pool';
import { SECOND_MS } from '../../core/time';
import type { EncodedImage, ImageMime } from '../../providers/image-spec';
import { checkAdultContent, requireAdultCheck } from '../../providers/local/safety';
import { type FinishAnswer, type FinishJob, type FinishProblem, MAX_SIDE } from './jobs';
import type { ImageFormat } from '../contract';
import { embeddedMetadata, type ImageMetadata } from './metadata';

/** How an image is finished. */
export type FinishOptions = JobCaller & {
  format: ImageFormat;
  /** Whether a visible mark is drawn into its corner. */
  watermark: boolean;
  /** Whether an image that is unsafe for work is blurred. */
  safeMode: boolean;
  /** Whether it can only show what this service itself drew: then it is not checked. */
  isHarmless: boolean;
  /** Written into the file as EXIF and XMP. Whatever the upstream wrote into it is removed in any case. */
  metadata?: ImageMetadata;
  /** The request's field that names the format, for errors; `format` by default. */
  formatField?: string;
};

/** A finished image; it is blurred if it was checked and is unsafe. */
export type FinishedImage = {
  bytes: Uint8Array;
  mime: ImageMime;
  width: number;
  height: number;
  isBlurred: boolean;
};

const MIME: Record<ImageFormat, ImageMime> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

/** Processes for finishing. Thirty-three million pixels with alpha are 132 MB, and encoding needs as much again. */
const PLAN: ChildPlan = {
  name: 'finish',
  jobMs: 120 * SECOND_MS,
  heapMegabytes: 128,
  maxResidentMegabytes: 1_200,
  environment: { VIPS_DISC_THRESHOLD: '1g' },
  sharing: {
    // The image is paid for at the upstream: it is finished however long that takes, until the request's own time limit.
    budget: undefined,
    maxWaiting: 10_000,
    maxWaitingBytes: undefined,
    maxWaitMs: 600 * SECOND_MS,
    busyMessage: 'Too many images are being finished. Try again later.',
  },
};

/**
 * Finishes an image: decodes it, checks it in safe mode, blurs it if it is unsafe, draws the mark, and encodes it with the
 * metadata. It is encoded once, or twice if it is blurred. The same input gives the same bytes. JPEG has no
 * transparency: there it is on white.
 * @param check says whether a sample is unsafe, for tests
 * @throws ApiError NOT_READY (503, `Retry-After`) if it should be checked and cannot be, INFERENCE_FAILED if it cannot be
 *   decoded, INVALID_REQUEST (400) if it is too large for the format, MODEL_AT_CAPACITY (503) if thousands wait already;
 *   the signal's reason when aborted
 */
export async function finishImage(
  image: EncodedImage,
  options: FinishOptions,
  check = checkAdultContent,
): Promise<FinishedImage> {
  const { format, watermark, safeMode, isHarmless, account, signal } = options;
  const withSample = safeMode && !isHarmless;
  // Before any work, because an unchecked image would be thrown away.
  if (withSample) requireAdultCheck();
  const caller = { account, signal };
  const output = {
    format,
    watermark,
    ...(options.metadata && { metadata: embeddedMetadata(options.metadata) }),
  };
  const { sample, ...finished } = await run({ kind: 'finish', bytes: image.bytes, withSample, ...output }, options);
  const shared = { mime: MIME[format], width: finished.width, height: finished.height };
  if (!withSample) return { bytes: finished.bytes, ...shared, isBlurred: false };
  if (sample === undefined) throw new Error('The process has made no sample.');
  const { isAdult } = await check(sample, caller);
  if (!isAdult) return { bytes: finished.bytes, ...shared, isBlurred: false };
  const { width, height } = shared;
  const { bytes } = await run({ kind: 'blur', bytes: sample, width, height, ...output }, options);
  return { bytes, ...shared, isBlurred: true };
}

/**
 * A black image, in place of one that is not shown.
 * @param size in pixels
 * @throws ApiError as `finishImage`
 */
export async function blackImage(
  size: { width: number; height: number },
  format: ImageFormat,
  caller: JobCaller,
): Promise<FinishedImage> {
  const job: FinishJob = { kind: 'black', bytes: new Uint8Array(), ...size, format, watermark: false };
  const { bytes } = await run(job, { ...caller, format });
  return { bytes, mime: MIME[format], ...size, isBlurred: false };
}

type Run = JobCaller & { format: ImageFormat; formatField?: string };

async function run(job: FinishJob, { account, signal, format, formatField = 'format' }: Run) {
  const outcome = await runInChild<FinishJob, FinishAnswer>(PLAN, job, { account, signal });
  if ('lost' in outcome) throw notFinished(outcome.lost);
  if (!('problem' in outcome.answer)) return outcome.answer;
  if (outcome.answer.problem !== 'side') throw notFinished(outcome.answer.problem);
  const bound = MAX_SIDE[format].toLocaleString('en-US');
  throw invalidField([formatField], `The image is too large for ${format}, which allows ${bound} pixels on a side`);
}

/** What upstreams send is not the caller's fault. */
function notFinished(why: FinishProblem | 'time' | 'memory' | 'crash'): ApiError {
  const cause = new Error(`The image of the upstream could not be finished: ${why}`);
  return new ApiError('INFERENCE_FAILED', 'The model failed to answer.', { cause });
}
