import type { RunContext } from '../../accounts/caller';
import { ApiError, type ErrorCode, isApiError } from '../../core/errors';
import { chargeValue } from '../../ledger/charge/charge';
import { maximumNano, type BillPart, billOf } from '../../models/price/bill';
import type { FoundModel } from '../../models/find';
import type { Model } from '../../models/model';
import type { ImageMime, ImageResult } from '../../providers/image-spec';
import type { ImageFormat } from '../contract';
import { recountImage, reserveImages } from '../answer-memory';
import { finishImage } from '../finish/finish-image';
import { NOTHING_FOUND } from '../finish/nothing-found';
import { requireCheck } from '../finish/require-check';
import { screenPrompt } from '../finish/screen-prompt';
import { inherited } from './inherit';
import { noteModel } from '../note-model';
import { paidOrder } from '../paid-order';

/** What a call of a model has in addition to its work. */
export type CallContext = {
  /** `callUpstreams` replaces it with the upstream's name of the model. */
  model: string;
  account: string;
  onRoute: (route: { provider: string; retries: number }) => void;
  signal: AbortSignal;
};

/** Work whose images are read. */
export type PreparedEdit = {
  /** Requests the result from the model's upstreams. */
  call: (context: CallContext) => Promise<ImageResult>;
  /** Of the result, as far as they are known. */
  pixels: number;
};

/** Work on images that is paid for as a whole. */
export type PaidEdit = {
  /** What it costs. */
  parts: BillPart[];
  /** Screened before the call, if the operator wants that. */
  prompt?: string;
  /** Reads the images, once the price is held: nobody fetches and decodes them for a caller without credit. */
  prepare: (context: RunContext) => Promise<PreparedEdit>;
  format: ImageFormat;
  safeMode: boolean;
  /** The error for what fails at the model without a code of its own. */
  failure: { code: Extract<ErrorCode, 'IMAGE_EDIT_ERROR' | 'UPSCALE_FAILED'>; message: string };
  /** Names of the fields that the caller sent. */
  sent: ReadonlySet<string>;
  /** Those of them that the model does not know. */
  notApplied?: readonly string[];
};

/** A finished image that is paid for. */
export type PaidImage = { bytes: Uint8Array; contentType: ImageMime };

/**
 * Carries out paid work on images: hold, read, call, finish, charge. What fails or is refused costs nothing; nothing is
 * returned before the charge is on disk.
 * @throws ApiError those of the hold (402), of `prepare` (4xx), of `reserveImages` (413, 429, 503), and of the model (400, 429, 503, 504), the work's own `failure` (500),
 *   CONTENT_POLICY_VIOLATION if the content is refused
 */
export async function chargeEdit(edit: PaidEdit, found: FoundModel<Model>, context: RunContext): Promise<PaidImage> {
  const costNano = maximumNano(edit.parts);
  const { value } = await chargeValue(
    paidOrder(found.model, costNano, context),
    (_hold, signal) => workOn(edit, found, context, signal),
    () => billOf(edit.parts),
  );
  return value;
}

/** Refuses content, and reports that in the headers. */
function contentRefused({ metadata }: RunContext, cause?: unknown): ApiError {
  metadata.safety = { ...NOTHING_FOUND, contentViolation: true };
  return new ApiError('CONTENT_POLICY_VIOLATION', 'The content of this request is not allowed.', { cause });
}

async function workOn(
  edit: PaidEdit,
  found: FoundModel<Model>,
  context: RunContext,
  signal: AbortSignal,
): Promise<PaidImage> {
  const { metadata, caller } = context;
  const account = caller.account.id;
  const { format, safeMode, prompt } = edit;
  const { call, pixels } = await edit.prepare({ ...context, signal });
  try {
    if (prompt !== undefined && (await screenPrompt(prompt, signal)).isViolation) throw contentRefused(context);
    requireCheck(found.model, safeMode);
    const [memory = null] = reserveImages(context.lease, { images: 1, pixels, format });
    const result = await call({
      model: found.model.id,
      account,
      signal,
      onRoute: (route) => noteModel(found, context, route),
    });
    if (result.image === null) throw contentRefused(context);
    recountImage(memory, Math.max(memory?.bytes ?? 0, result.image.bytes.byteLength));
    const isHarmless = result.isHarmless === true;
    const shared = { format, formatField: 'output_format', safeMode, ...inherited(result) };
    const options = { ...shared, isHarmless, account, signal };
    const { bytes, mime, isBlurred } = await finishImage(result.image, options);
    recountImage(memory, bytes.byteLength);
    metadata.safety = { ...NOTHING_FOUND, blurred: isBlurred };
    metadata.enhancedPrompt = result.revisedPrompt;
    const notApplied = [...(edit.notApplied ?? []), ...(result.notApplied ?? [])];
    metadata.notApplied = [...new Set(notApplied)].filter((name) => edit.sent.has(name));
    return { bytes, contentType: mime };
  } catch (thrown) {
    throw failureOf(thrown, edit, context);
  }
}

/** The error for the caller: a model's failure has a code of its own here. */
function failureOf(thrown: unknown, { failure }: PaidEdit, context: RunContext): unknown {
  if (!isApiError(thrown)) return thrown;
  if (thrown.code === 'CONTENT_POLICY_VIOLATION') return contentRefused(context, thrown);
  if (thrown.code !== 'INFERENCE_FAILED') return thrown;
  return new ApiError(failure.code, failure.message, { cause: thrown });
}
