import { keyIdOf, type RunContext } from '../accounts/caller';
import { chargeValue } from '../ledger/charge/charge';
import type { Receipt } from '../ledger/types';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import { clock } from '../platform/clock';
import type { ImageProgress } from '../providers/image-spec';
import type { GenerateImageAnswer, GenerateImageRequest } from './contract';
import { blockVariants, drawVariants, type Variant } from './draw-variants';
import { screenPrompt } from './finish/screen-prompt';
import { billOfImages, priceOfImages } from './plan/image-price';
import { type ImagePlan, planImage } from './plan/plan-image';
import { readStyleReferences } from './plan/read-style-references';

/** Drawing ends after 600 s (docs/architecture.md, "Time limits"); the hold lives a minute longer. */
const HOLD_SECONDS = 660;

/** An image that a caller gets. */
export type Delivered = Exclude<Variant, { outcome: 'failed' }>;

/** A finished and charged request for images. */
export type Generation = {
  plan: ImagePlan;
  /** In order; at least one. */
  images: Delivered[];
  /** Variants that failed. */
  missing: Extract<Variant, { outcome: 'failed' }>[];
  /** Names of the sent fields that could not be applied. */
  notApplied: string[];
  timing: GenerateImageAnswer['timing'];
  receipt: Receipt;
};

/** When the steps of a request were reached, milliseconds since 1970. */
type Times = { readyAtMs: number; calledAtMs: number; drawnAtMs: number };

/**
 * Carries out a request for images: plan, hold, draw, finish, charge. Each image that was drawn is a unit of one charge;
 * those that were blocked or failed cost nothing. Nothing is returned before the charge is on disk, and a caller who
 * leaves before that pays nothing.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError those of planning (400), of the hold (402), of the model (400, 429, 500, 503, 504) if no image was drawn
 */
export async function runGeneration(
  body: GenerateImageRequest,
  { model, deprecation }: FoundModel<ModelOf<'image'>>,
  context: RunContext,
  onProgress?: (variant: number, progress: ImageProgress) => void,
): Promise<Generation> {
  const { metadata } = context;
  const noteRouter = (router: string) => (metadata.model = { id: model.id, name: model.name, router, deprecation });
  noteRouter(model.upstreams[0]?.provider ?? '');
  const plan = planImage(body, model);
  const { size, seeds } = plan;
  const maximumNano = priceOfImages(model, size, seeds.length);
  const styleReferences = await readStyleReferences(plan.styleReferences, context, context.signal);
  const times: Times = { readyAtMs: 0, calledAtMs: 0, drawnAtMs: 0 };
  const { value: variants, receipt } = await chargeValue(
    orderOf(plan, context, maximumNano),
    async (_hold, signal) => {
      const isBlocked = (await screenPrompt(plan.prompt, signal)).isViolation;
      times.readyAtMs = clock.now();
      const watch = {
        account: context.caller.account.id,
        signal,
        onRoute: ({ provider, retries }: { provider: string; retries: number }) => {
          times.calledAtMs ||= clock.now();
          noteRouter(provider);
          metadata.retryCount = Math.max(retries, metadata.retryCount ?? 0);
        },
        ...(onProgress && { onProgress }),
      };
      const drawn = isBlocked ? await blockVariants(plan, watch) : await drawVariants(plan, styleReferences, watch);
      times.drawnAtMs = clock.now();
      return drawn;
    },
    (drawn) => billOfImages(model, size, drawn.filter(({ outcome }) => outcome === 'drawn').length),
  );
  const generation = {
    plan,
    images: variants.filter((variant): variant is Delivered => variant.outcome !== 'failed'),
    missing: variants.filter((variant) => variant.outcome === 'failed'),
    notApplied: namesNotApplied(plan, variants),
    timing: timingOf(times, context.arrivedAtMs),
    receipt,
  };
  noteResult(generation, context);
  return generation;
}

function orderOf({ model }: ImagePlan, context: RunContext, maximumNano: bigint) {
  const { metadata } = context;
  return {
    id: context.holdId,
    accountId: context.caller.account.id,
    keyId: keyIdOf(context.caller),
    maximumNano,
    minimumNano: maximumNano,
    ttlSeconds: HOLD_SECONDS,
    signal: context.signal,
    requestId: context.requestId,
    modelId: model.id,
    modelType: model.type,
    arrivedAtMs: context.arrivedAtMs,
    beforeHold: context.beforeHold,
    onHold: (hold: Pick<Receipt, 'currency' | 'heldNano'> & { balanceBefore: typeof metadata.balanceBefore }) => {
      metadata.balanceBefore = hold.balanceBefore;
      metadata.hold = { currency: hold.currency, heldNano: hold.heldNano };
    },
    onReceipt: (receipt: Receipt) => {
      metadata.charge = receipt;
    },
  };
}

/** What the headers report of the images together. */
function noteResult({ images, notApplied }: Generation, { metadata }: RunContext): void {
  metadata.safety = {
    blurred: images.some(({ image }) => image.isBlurred),
    contentViolation: images.some(({ outcome }) => outcome === 'blocked'),
    adultModelContentViolation: false,
    containsMinor: false,
  };
  metadata.notApplied = notApplied;
  metadata.enhancedPrompt = images.flatMap((one) => (one.outcome === 'drawn' ? (one.revisedPrompt ?? []) : []))[0];
}

/** Only of fields that the caller sent: the plan adds some that only certain upstreams know. */
function namesNotApplied(plan: ImagePlan, variants: Variant[]): string[] {
  const names = variants.flatMap((variant) => (variant.outcome === 'drawn' ? variant.notApplied : []));
  const fieldOf = (name: string) => name.split('.')[0] ?? name;
  return [...new Set([...plan.notApplied, ...names])].filter((name) => plan.sent.has(fieldOf(name)));
}

/** Measured, in milliseconds. The queue ends when the first upstream is called; finishing belongs to the whole. */
function timingOf({ readyAtMs, calledAtMs, drawnAtMs }: Times, arrivedAtMs: number): Generation['timing'] {
  const calledMs = calledAtMs || readyAtMs;
  return {
    inferenceDuration: Math.max(0, drawnAtMs - calledMs),
    inferencePreprocessingTime: Math.max(0, readyAtMs - arrivedAtMs),
    inferenceQueueTime: Math.max(0, calledMs - readyAtMs),
    total: Math.max(0, clock.now() - arrivedAtMs),
  };
}
