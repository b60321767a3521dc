import type { RunContext } from '../accounts/caller';
import { usdNumber } from '../core/money';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import type { EncodedImage, ImageProgress } from '../providers/image-spec';
import type { GenerateImageRequest, StudioEvent } from './contract';
import { type Generation, runGeneration } from './run-generation';
import { toImageAnswer } from './to-answer';

/** All previews of a request together: they are stored for repeats with its images, and what is too long is not stored. */
const MAX_PREVIEW_BYTES = 500_000;

/** If nothing is reported for this long, the stream begins anyway: proxies cut connections that stay silent. */
const FIRST_EVENT_MS = 1_000;

type Progress = Extract<StudioEvent, { type: 'progress' }>;

/**
 * `generateImage` for the studio: progress events, then one with the result. If a reader is slow, it gets only the
 * latest progress of each variant. In safe mode there are no previews, because only finished images are checked. A reader
 * who leaves ends the work and pays nothing, unless it was already charged.
 * @throws see `runGeneration`: from the first `next()` if it fails before the first progress
 */
export function streamGeneration(
  body: GenerateImageRequest,
  found: FoundModel<ModelOf<'image'>>,
  context: RunContext,
): AsyncIterableIterator<StudioEvent[]> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(context.signal.reason);
  if (context.signal.aborted) leave();
  else context.signal.addEventListener('abort', leave, { once: true });
  const events = readEvents({ ...body, return_binary: false }, found, { ...context, signal: leaving.signal });
  const end = () => context.signal.removeEventListener('abort', leave);
  return {
    next: async () => {
      const step = await events.next();
      if (step.done) end();
      return step;
    },
    // The generator's own return() waits for the pending event, so the abort must come first.
    return: () => {
      leave();
      end();
      return events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* readEvents(
  body: GenerateImageRequest,
  found: FoundModel<ModelOf<'image'>>,
  context: RunContext,
): AsyncGenerator<StudioEvent[], undefined> {
  const latest = new Map<number, Progress>();
  let wake = (): void => undefined;
  let hasBegun = false;
  let previewBytes = 0;
  const note = (variant: number, progress: ImageProgress) => {
    hasBegun = true;
    const bytes = progress.preview?.bytes.byteLength ?? 0;
    const isShown = body.safe_mode === false && previewBytes + bytes <= MAX_PREVIEW_BYTES;
    if (isShown) previewBytes += bytes;
    latest.set(variant, toEvent(variant, progress, isShown));
    wake();
  };
  let isDone = false;
  const begin = setTimeout(() => hasBegun || note(0, { share: 0 }), FIRST_EVENT_MS);
  const work = runGeneration(body, found, context, { onProgress: note }).finally(() => {
    isDone = true;
    wake();
  });
  // Without a reader nobody handles its failure, and it may fail while an event waits to be read.
  const ended = work.catch(() => undefined);
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      // Not while it is done: then it is only waited for, and its failure thrown.
      if (latest.size === 0 && !isDone) await Promise.race([changed, work]);
      if (isDone) break;
      const events = [...latest.values()];
      latest.clear();
      if (events.length > 0) yield events;
    }
    yield [await toResult(await work, context)];
  } finally {
    clearTimeout(begin);
    await ended;
  }
}

function toEvent(variant: number, { share, preview }: ImageProgress, isShown: boolean): Progress {
  return {
    type: 'progress',
    variant,
    share: Math.min(1, Math.max(0, share)),
    ...(isShown && preview && { preview: dataUrlOf(preview) }),
  };
}

/** Previews are short. */
function dataUrlOf({ bytes, mime }: EncodedImage): string {
  return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
}

async function toResult(generation: Generation, context: RunContext): Promise<StudioEvent> {
  const { requestId } = context;
  const { images, notApplied, receipt } = generation;
  return {
    type: 'result',
    answer: await toImageAnswer(generation, context),
    safety: images.map(({ outcome, image }) => ({
      blurred: image.isBlurred,
      contentViolation: outcome === 'blocked',
    })),
    seeds: images.map(({ seed }) => seed),
    notApplied,
    receipt: {
      requestId,
      costUsd: usdNumber(receipt.chargedNano),
      currency: receipt.currency,
      ...(receipt.currency === 'USD' && { balanceAfterUsd: usdNumber(receipt.balanceAfterNano) }),
    },
  };
}
