import { keyIdOf, type RunContext } from '../../accounts/caller';
import { ApiError, type ErrorCode, isApiError } from '../../core/errors';
import { chargeValue } from '../../ledger/charge/charge';
import { maximumNano, type BillPart, billOf } from '../../models/price/bill';
import type { FoundModel } from '../../models/find';
import type { Model } from '../../models/model';
import type { ImageMime, ImageResult } from '../../providers/image-spec';
import type { ImageFormat } from '../contract';
import { finishImage } from '../finish/finish-image';

/** Work on an image ends after 600 s (docs/architecture.md, "Time limits"); the hold lives a minute longer. */
const HOLD_SECONDS = 660;

/** What a call of a model has besides what is asked of it. */
export type CallContext = {
  /** `callUpstreams` replaces it with the upstream's name of the model. */
  model: string;
  account: string;
  onRoute: (route: { provider: string; retries: number }) => void;
  signal: AbortSignal;
};

/** Work on images that is paid for as a whole. */
export type PaidEdit = {
  /** What it costs. */
  parts: BillPart[];
  /** Requests the result from the model's upstreams. */
  call: (context: CallContext) => Promise<ImageResult>;
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

const NOTHING_FOUND = {
  blurred: false,
  contentViolation: false,
  adultModelContentViolation: false,
  containsMinor: false,
};

/** Reports the model in the headers, also of what fails later. Called first by everything that edits. */
export function noteModel({ model, deprecation }: FoundModel<Model>, { metadata }: RunContext, router?: string): void {
  const shown = router ?? model.upstreams[0]?.provider ?? '';
  metadata.model = { id: model.id, name: model.name, router: shown, deprecation };
}

/**
 * Carries out paid work on images: hold, call, finish, charge. What fails or is refused costs nothing; nothing is
 * returned before the charge is on disk.
 * @throws ApiError those of the hold (402) and of the model (400, 429, 503, 504), the work's own `failure` (500),
 *   CONTENT_POLICY_VIOLATION if the content is refused
 */
export async function chargeEdit(edit: PaidEdit, found: FoundModel<Model>, context: RunContext): Promise<PaidImage> {
  const { metadata, caller } = context;
  const { model } = found;
  const costNano = maximumNano(edit.parts);
  const { value } = await chargeValue(
    {
      id: context.holdId,
      accountId: caller.account.id,
      keyId: keyIdOf(caller),
      maximumNano: costNano,
      minimumNano: costNano,
      ttlSeconds: HOLD_SECONDS,
      signal: context.signal,
      requestId: context.requestId,
      modelId: model.id,
      modelType: model.type,
      arrivedAtMs: context.arrivedAtMs,
      beforeHold: context.beforeHold,
      onHold: ({ balanceBefore, currency, heldNano }) => {
        metadata.balanceBefore = balanceBefore;
        metadata.hold = { currency, heldNano };
      },
      onReceipt: (receipt) => {
        metadata.charge = receipt;
      },
    },
    (_hold, signal) => workOn(edit, found, context, signal),
    () => billOf(edit.parts),
  );
  return value;
}

/** Refuses content, and reports that in the headers. */
export function contentRefused({ metadata }: RunContext, cause?: unknown): ApiError {
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
  try {
    const result = await edit.call({
      model: found.model.id,
      account,
      signal,
      onRoute: ({ provider, retries }) => {
        noteModel(found, context, provider);
        metadata.retryCount = retries;
      },
    });
    if (result.image === null) throw contentRefused(context);
    const { format, safeMode } = edit;
    const options = { format, safeMode, watermark: false, isHarmless: result.isHarmless === true, account, signal };
    const { bytes, mime, isBlurred } = await finishImage(result.image, options);
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
