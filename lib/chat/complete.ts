import type { RunContext } from '../accounts/caller';
import { hasLeft } from '../core/leaving';
import { chargeStream } from '../ledger/charge/charge';
import type { ReceiptItem } from '../ledger/charge/types';
import type { Receipt } from '../ledger/types';
import type { FoundModel } from '../models/find';
import { countUnchargedTokens } from '../platform/metrics/metrics';
import { LightController } from '../platform/light-controller';
import { requestTimeout } from '../providers/kit/map-error';
import type { ChatPart } from '../core/chat';
import { gather, type Gathered } from './answer/gather';
import { chunkMaker, toSourcesChunk, toUsageChunk } from './answer/to-chunks';
import { toCompletion } from './answer/to-completion';
import type { ChatChunk, ChatCompletion } from './answer/wire';
import { answering } from './answering';
import { answerWhole, comesWhole } from './answer-whole';
import { chargeRequestOf } from './charge-request';
import type { ChatRequest } from './contract';
import { chatMeter, type ChatMeter } from './meter';
import { type Plan, planAnswer } from './plan';
import { shownParts } from './shown-parts';
import { READ_ON_MS, readUntilLeft } from './read-until-left';
import { afterThinking } from './answer/strip-thinking';

const NOTHING_USED = { promptTokens: 0, completionTokens: 0 };

/**
 * `POST /chat/completions` (docs/api-rules.md, "Chat"): a complete answer, or with `stream` its chunks, in lists of
 * those that arrived together. Both are charged the same way; the answer or the last chunk is sent only after the
 * charge is recorded.
 * @param found the model that the request names, which the caller may use
 * @param readOnMs how long a model may be read on after the caller left (`readUntilLeft`)
 * @throws ApiError those of planning (400, 404), of the hold (402), of the model (400, 429, 500, 503, 504);
 *   a stream throws them from its first `next()` as long as nothing was produced
 */
export function completeChat(
  body: ChatRequest,
  found: FoundModel,
  context: RunContext,
  readOnMs = READ_ON_MS,
): Promise<ChatCompletion> | AsyncIterableIterator<ChatChunk[]> {
  return body.stream ? streamAnswer(body, found, context, readOnMs) : collectAnswer(body, found, context, readOnMs);
}

async function collectAnswer(
  body: ChatRequest,
  found: FoundModel,
  context: RunContext,
  readOnMs: number,
): Promise<ChatCompletion> {
  const plan = await planAnswer(body, found, context);
  const isWhole = comesWhole(plan);
  // The caller never sees an answer that fails halfway, so it is free; one whose caller left is charged.
  const meter = chatMeter(plan.model, plan.prompt, () => hasLeft(context.signal));
  const gathered: Gathered = new Map();
  let receipt: Receipt | undefined;
  try {
    receipt = isWhole
      ? await gatherWhole(plan, meter, gathered)
      : await gatherStream(plan, gathered, paidParts(plan, meter, context.signal, readOnMs));
  } finally {
    // Of a whole answer nobody knows when its first token was made.
    reportUsage(plan, meter, receipt, isWhole ? null : meter.firstAtMs());
  }
  if (!receipt) {
    // The charge ends without a receipt only if the caller left: not a failure of ours, and nobody reads it.
    context.signal.throwIfAborted();
    throw requestTimeout();
  }
  if (plan.options.strip_thinking_response) {
    for (const choice of gathered.values()) choice.text = afterThinking(choice.text);
  }
  return toCompletion(plan.head, gathered, meter.usage(), receipt, plan.options);
}

async function gatherWhole(plan: Plan, meter: ChatMeter, gathered: Gathered): Promise<Receipt> {
  const { parts, receipt } = await answerWhole(plan, meter);
  gatherShown(parts, shownParts(plan), gathered);
  return receipt;
}

/** @returns undefined if the caller left */
async function gatherStream(
  plan: Plan,
  gathered: Gathered,
  items: AsyncIterable<ChatPart[] | ReceiptItem>,
): Promise<Receipt | undefined> {
  let shown: ReturnType<typeof shownParts> | undefined;
  let receipt: Receipt | undefined;
  for await (const item of items) {
    // Only now is it known which sources there are.
    shown ??= shownParts(plan);
    if (Array.isArray(item)) gatherShown(item, shown, gathered);
    else ({ receipt } = item);
  }
  return receipt;
}

function gatherShown(parts: ChatPart[], { filter }: ReturnType<typeof shownParts>, gathered: Gathered): void {
  for (const part of filter ? parts.flatMap(filter) : parts) gather(gathered, part);
}

/** The chunks as an iterator whose `return()` is a leaving, even while a chunk is awaited. */
function streamAnswer(
  body: ChatRequest,
  found: FoundModel,
  context: RunContext,
  readOnMs: number,
): AsyncIterableIterator<ChatChunk[]> {
  const leaving = new LightController();
  const leave = () => leaving.abort(context.signal.reason);
  if (context.signal.aborted) leave();
  else context.signal.addEventListener('abort', leave, { once: true });
  const chunks = streamChunks(body, found, { ...context, signal: leaving.signal }, readOnMs);
  return {
    next: () => chunks.next(),
    return: () => {
      leave();
      return chunks.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* streamChunks(
  body: ChatRequest,
  found: FoundModel,
  context: RunContext,
  readOnMs: number,
): AsyncGenerator<ChatChunk[], undefined> {
  const leaving = context.signal;
  const plan = await planAnswer(body, found, context);
  // What nobody was shown is owed only by a caller who left.
  let hasBegun = false;
  const meter = chatMeter(plan.model, plan.prompt, () => hasBegun || hasLeft(leaving));
  const chunks = chunkMaker(plan.head);
  let shown: ReturnType<typeof shownParts> | undefined;
  let receipt: Receipt | undefined;
  try {
    for await (const item of paidParts(plan, meter, leaving, readOnMs)) {
      if (!Array.isArray(item)) {
        ({ receipt } = item);
        yield [toUsageChunk(plan.head, meter.usage(), receipt, lateSources(plan))];
        continue;
      }
      const together: ChatChunk[] = [];
      if (shown === undefined) {
        shown = shownParts(plan);
        if (plan.options.include_search_results_in_stream && !plan.web?.vendorSearch) {
          if (Object.keys(plan.web?.used ?? {}).length > 0) meter.showSources();
          together.push(toSourcesChunk(plan.head, plan.options.web_search_citations));
        }
      }
      for (const part of item) {
        // Even if none of the part is shown, so that the reader gets chunks from here on.
        chunks.begin(part, together);
        if (shown.filter === null) chunks.add(part, together);
        else for (const each of shown.filter(part)) chunks.add(each, together);
      }
      hasBegun ||= together.length > 0;
      if (together.length > 0) yield together;
    }
  } catch (thrown) {
    // What came before the failure was charged: send the cost before the error ends the stream.
    const { charge } = context.metadata;
    if (charge && !receipt && !hasLeft(leaving))
      yield [toUsageChunk(plan.head, meter.usage(), charge, lateSources(plan))];
    throw thrown;
  } finally {
    reportUsage(plan, meter, receipt, meter.firstAtMs());
  }
  // No receipt: the reader left, or read too slowly and the deadline passed. A cut stream must not look complete.
  if (!receipt && !hasLeft(leaving)) throw leaving.aborted ? leaving.reason : requestTimeout();
}

/** Reports the usage to the pipeline, for the token limit, the log and the metrics. */
function reportUsage(
  { model, context }: Plan,
  meter: ChatMeter,
  receipt: Receipt | undefined,
  firstAtMs: number | null,
): void {
  const { metadata, arrivedAtMs } = context;
  if (firstAtMs !== null) metadata.firstTokenMs = firstAtMs - arrivedAtMs;
  const { promptTokens, completionTokens } = receipt || meter.produced() ? meter.usage() : NOTHING_USED;
  metadata.tokensUsed = { promptTokens, completionTokens };
  if (receipt) countUnchargedTokens(model.id, meter.unchargedTokens());
}

/** The model's parts and then the receipt. When the reader leaves, the charge may wait for the model's usage report. */
function paidParts(
  plan: Plan,
  meter: ChatMeter,
  leaving: AbortSignal,
  readOnMs: number,
): AsyncIterable<ChatPart[] | ReceiptItem> {
  const { budget } = plan;
  const reading = readUntilLeft(leaving, meter, budget.choices, readOnMs);
  const answer = answering(plan, meter);
  const paid = chargeStream<ChatPart[]>(
    chargeRequestOf(plan, reading.signal),
    (held, signal) => reading.read(answer.parts(held, signal)),
    {
      ...meter,
      add: (parts) => parts.forEach(meter.add),
      isCutBy: () => meter.reachedMaximum() && answer.isCut(),
    },
  )[Symbol.asyncIterator]();
  const items: AsyncIterable<ChatPart[] | ReceiptItem> = {
    [Symbol.asyncIterator]: () => ({
      next: () => paid.next(),
      return: async () => {
        await reading.ended();
        await paid.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
  return answer.shown(items);
}

/** The sources of a vendor's own search, which only the end of a stream can list; undefined if it is not to. */
function lateSources({ web, options }: Plan): Plan['options']['web_search_citations'] | undefined {
  return web?.vendorSearch && options.include_search_results_in_stream ? options.web_search_citations : undefined;
}
