import type { ImageOutput } from '../core/image-metadata/image-output';
import { isApiError } from '../core/errors';
import type { ImageMetadata } from '../core/image-metadata/image-metadata';
import type { JobCaller } from '../platform/child/pool';
import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import { log } from '../platform/log';
import type { ImageProgress } from '../providers/image-spec';
import { type ImageMemory, recountImage } from './answer-memory';
import { callImage, type CallOfVariant } from './call-image';
import { blackImage, finishImage, type FinishedImage } from './finish/finish-image';
import { embeddedMetadata } from './finish/metadata';
import type { ImagePlan } from './plan/plan-image';

/** One image of a request, or why there is none. */
export type Variant = { variant: number; seed: number } & (
  | { outcome: 'drawn'; image: FinishedImage; revisedPrompt?: string; notApplied: readonly string[] }
  /** The content was refused: a black image, which is not paid for. */
  | { outcome: 'blocked'; image: FinishedImage }
  | { outcome: 'failed'; thrown: unknown }
);

/** What is reported while images are drawn. */
export type DrawWatch = {
  account: string;
  signal: AbortSignal;
  /** Called before every attempt at an upstream. */
  onRoute: NonNullable<CallOfVariant['onRoute']>;
  /** Called whenever an upstream has answered with an image. */
  onDrawn?: () => void;
  onProgress?: (variant: number, progress: ImageProgress) => void;
  /** The request's field that names the format, for errors. */
  formatField?: string;
  /** Of each variant, as `reserveImages` returns it. */
  memory: readonly (ImageMemory | null)[];
  /** For the log. */
  requestId: string;
};

/**
 * Draws and finishes all variants of a plan at the same time. A variant that fails does not end the others.
 * @throws what the first variant failed with, if all failed; the signal's reason when aborted
 */
export async function drawVariants(
  plan: ImagePlan,
  styleReferences: CallOfVariant['styleReferences'],
  watch: DrawWatch,
): Promise<Variant[]> {
  const variants = await Promise.all(
    plan.seeds.map((seed, variant) => drawVariant(plan, { seed, variant }, styleReferences, watch)),
  );
  watch.signal.throwIfAborted();
  const [first] = variants;
  if (first?.outcome === 'failed' && variants.every(({ outcome }) => outcome === 'failed')) throw first.thrown;
  return variants;
}

/** Black images in place of all variants of a plan. */
export async function blockVariants(plan: ImagePlan, caller: JobCaller): Promise<Variant[]> {
  const image = await blackImage(plan.size, plan.format, caller);
  return plan.seeds.map((seed, variant) => ({ outcome: 'blocked', variant, seed, image }));
}

/** Never throws: a variant that fails must not end the others. */
async function drawVariant(
  plan: ImagePlan,
  planned: { seed: number; variant: number },
  styleReferences: CallOfVariant['styleReferences'],
  watch: DrawWatch,
): Promise<Variant> {
  try {
    return await drawOrBlock(plan, planned, styleReferences, watch);
  } catch (thrown) {
    const { requestId, signal } = watch;
    recountImage(memoryOf(watch, planned), 0);
    if (!signal.aborted) log.warn({ err: thrown, requestId, variant: planned.variant }, 'an image could not be drawn');
    return { outcome: 'failed', ...planned, thrown };
  }
}

async function drawOrBlock(
  plan: ImagePlan,
  planned: { seed: number; variant: number },
  styleReferences: CallOfVariant['styleReferences'],
  watch: DrawWatch,
): Promise<Variant> {
  const { seed, variant } = planned;
  const memory = memoryOf(watch, planned);
  const { account, signal, onRoute, onProgress, onDrawn, formatField } = watch;
  const caller = { account, signal };
  const result = await callImage(plan, {
    ...caller,
    seed,
    onRoute,
    ...(onProgress && { onProgress: (progress: ImageProgress) => onProgress(variant, progress) }),
    ...(styleReferences?.length && { styleReferences }),
    output: outputOf(plan, seed),
  }).catch((thrown: unknown) => {
    if (isApiError(thrown) && thrown.code === 'CONTENT_POLICY_VIOLATION') return null;
    throw thrown;
  });
  const used = result?.seed ?? seed;
  if (!result?.image) {
    recountImage(memory, 0);
    return blocked(plan, variant, used, caller);
  }
  onDrawn?.();
  recountImage(memory, Math.max(memory?.bytes ?? 0, result.image.bytes.byteLength));
  const image = result.isFinished
    ? { ...result.image, ...plan.size, isBlurred: false }
    : await finishImage(result.image, {
        format: plan.format,
        watermark: plan.watermark,
        ...(plan.embedsMetadata && { metadata: metadataOf(plan, used) }),
        safeMode: plan.safeMode,
        isHarmless: result.isHarmless === true,
        ...(formatField !== undefined && { formatField }),
        ...caller,
      });
  recountImage(memory, image.bytes.byteLength);
  const { revisedPrompt, notApplied = [] } = result;
  return {
    outcome: 'drawn',
    variant,
    seed: used,
    image,
    ...(revisedPrompt !== undefined && { revisedPrompt }),
    notApplied,
  };
}

function memoryOf({ memory }: DrawWatch, { variant }: { variant: number }): ImageMemory | null {
  return memory[variant] ?? null;
}

async function blocked(plan: ImagePlan, variant: number, seed: number, caller: JobCaller): Promise<Variant> {
  return { outcome: 'blocked', variant, seed, image: await blackImage(plan.size, plan.format, caller) };
}

/** What the file will be: a provider that draws on this machine may encode it at once. */
function outputOf(plan: ImagePlan, seed: number): ImageOutput {
  const { format, watermark, embedsMetadata } = plan;
  return { format, watermark, ...(embedsMetadata && { metadata: embeddedMetadata(metadataOf(plan, seed)) }) };
}

function metadataOf(plan: ImagePlan, seed: number): ImageMetadata {
  const { prompt, negativePrompt, steps, cfgScale, style, model, watermark } = plan;
  return {
    prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    seed,
    ...(steps !== undefined && { steps }),
    ...(cfgScale !== undefined && { cfgScale }),
    ...(style && { style: style.name }),
    model: model.id,
    ...(!watermark && { hideWatermark: true }),
    service: settings().serviceId,
    createdAtMs: clock.now(),
  };
}
