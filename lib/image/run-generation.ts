import type { RunContext } from '../accounts/caller';
import { chargeValue } from '../ledger/charge/charge';
import type { Bill, Receipt } from '../ledger/types';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import { clock } from '../platform/clock';
import type { ImageProgress } from '../providers/image-spec';
import type { GenerateImageAnswer, GenerateImageRequest } from './contract';
import { reserveImages } from './answer-memory';
import { blockVariants, drawVariants, type Variant } from './draw-variants';
import { NOTHING_FOUND } from './finish/nothing-found';
import { requireCheck } from './finish/require-check';
import { screenPrompt } from './finish/screen-prompt';
import { noteModel } from './note-model';
import { paidOrder } from './paid-order';
import { billOfImages, priceOfImages } from './plan/image-price';
import { type ImagePlan, planImage } from './plan/plan-image';
import { readStyleReferences } from './plan/read-style-references';
import { searchForImage } from './web/image-search';

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

/** How images are drawn, besides what the caller sent. */
export type GenerationOptions = {
  onProgress?: (variant: number, progress: ImageProgress) => void;
  /** The request's field that names the format, for errors; `format` by default. */
  formatField?: string;
};

/** When the steps of a request were reached, milliseconds since 1970; 0 if they were not. */
type Times = { readyAtMs: number; calledAtMs: number; drawnAtMs: number };

/**
 * Carries out a request for images: plan, hold, read, search, draw, finish, charge. Each image that was drawn is a unit of one
 * charge, and a search is a line of it; images that were blocked or failed cost nothing. Nothing is returned before the charge is on disk, and a caller who
 * leaves before that pays nothing.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError those of planning (400), of `reserveImages` (400, 429, 503), of the hold (402), of the model (400, 429, 500, 503, 504) if no image was drawn
 */
export async function runGeneration(
  body: GenerateImageRequest,
  found: FoundModel<ModelOf<'image'>>,
  context: RunContext,
  options: GenerationOptions = {},
): Promise<Generation> {
  const { model } = found;
  noteModel(found, context);
  const plan = planImage(body, model);
  const { size, seeds } = plan;
  const maximumNano = priceOfImages(model, size, seeds.length, plan.search === null ? {} : { search: 1 });
  const pixels = size.width * size.height;
  const memory = reserveImages(context.lease, { images: seeds.length, pixels, format: plan.format });
  const times: Times = { readyAtMs: 0, calledAtMs: 0, drawnAtMs: 0 };
  const { value: variants, receipt } = await chargeValue(
    paidOrder(model, maximumNano, context),
    async (_hold, signal) => {
      const account = context.caller.account.id;
      // Not before the hold: nobody fetches and decodes images for a caller without credit.
      const styleReferences = await readStyleReferences(plan.styleReferences, context, signal);
      const isBlocked = (await screenPrompt(plan.prompt, signal)).isViolation;
      if (!isBlocked) requireCheck(model, plan.safeMode);
      if (!isBlocked && plan.search !== null) {
        const enriched = await searchForImage(plan.prompt, plan.search, { caller: context.caller, signal });
        if (enriched !== null) plan.enrichedPrompt = enriched;
      }
      times.readyAtMs = clock.now();
      if (isBlocked) return blockVariants(plan, { account, signal });
      return drawVariants(plan, styleReferences, {
        account,
        signal,
        requestId: context.requestId,
        memory,
        onRoute: (route) => {
          times.calledAtMs ||= clock.now();
          noteModel(found, context, route);
        },
        // The last one counts: the images are drawn at the same time.
        onDrawn: () => (times.drawnAtMs = clock.now()),
        ...options,
      });
    },
    (drawn) => billOf(plan, drawn),
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

/** Only what was delivered is paid for. */
function billOf({ model, size, enrichedPrompt }: ImagePlan, variants: Variant[]): Bill {
  const drawn = variants.filter(({ outcome }) => outcome === 'drawn').length;
  return billOfImages(model, size, drawn, enrichedPrompt === undefined ? {} : { search: 1 });
}

/** What the headers report of the images together. */
function noteResult({ images, notApplied }: Generation, { metadata }: RunContext): void {
  metadata.safety = {
    ...NOTHING_FOUND,
    blurred: images.some(({ image }) => image.isBlurred),
    contentViolation: images.some(({ outcome }) => outcome === 'blocked'),
  };
  metadata.notApplied = notApplied;
  metadata.enhancedPrompt = images.flatMap((one) => (one.outcome === 'drawn' ? (one.revisedPrompt ?? []) : []))[0];
}

/** Only of fields that the caller sent: the plan adds some that only certain upstreams know. */
function namesNotApplied(plan: ImagePlan, variants: Variant[]): string[] {
  const names = variants.flatMap((variant) => (variant.outcome === 'drawn' ? variant.notApplied : []));
  const fieldOf = (name: string) => name.split('.')[0] ?? name;
  // The search failed, or was not made.
  if (plan.search !== null && plan.enrichedPrompt === undefined) names.push('enable_web_search');
  return [...new Set([...plan.notApplied, ...names])].filter((name) => plan.sent.has(fieldOf(name)));
}

/**
 * Measured, in milliseconds. The queue ends when the first upstream is called, the inference when the last one has
 * answered; finishing belongs to the whole.
 */
function timingOf({ readyAtMs, calledAtMs, drawnAtMs }: Times, arrivedAtMs: number): Generation['timing'] {
  const calledMs = calledAtMs || readyAtMs;
  return {
    inferenceDuration: Math.max(0, drawnAtMs - calledMs),
    inferencePreprocessingTime: Math.max(0, readyAtMs - arrivedAtMs),
    inferenceQueueTime: Math.max(0, calledMs - readyAtMs),
    total: Math.max(0, clock.now() - arrivedAtMs),
  };
}
