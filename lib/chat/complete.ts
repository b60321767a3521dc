import { keyIdOf, type RunContext } from '../accounts/caller';
import { hasLeft } from '../core/leaving';
import { chargeStream, type ReceiptItem } from '../ledger/charge/charge';
import type { Receipt } from '../ledger/types';
import { requestTimeout } from '../providers/kit/map-error';
import type { ChatPart } from '../providers/spec';
import { gather, type Gathered } from './answer/gather';
import { chunkMaker, toUsageChunk } from './answer/to-chunks';
import { toCompletion } from './answer/to-completion';
import type { ChatChunk, ChatCompletion } from './answer/wire';
import { callModel } from './call-model';
import type { ChatRequest } from './contract';
import { chatMeter, type ChatMeter } from './meter';
import { type Plan, planAnswer } from './plan';
import { afterThinking, thinkingStripper } from './thinking/strip-thinking';

/** An answer's deadline (600 s, architecture 5a) and a minute: the bracket ends the work a minute before its hold. */
const HOLD_SECONDS = 660;

const NOTHING_USED = { promptTokens: 0, completionTokens: 0 };

/**
 * `POST /chat/completions` (contract 4): a whole answer, or with `stream` its chunks, in lists of those that came
 * together. Both are paid by the same bracket; the answer or the last chunk leaves only after the charge is booked.
 * @throws ApiError those of planning (400, 401, 403, 404), of the hold (402), of the model (400, 429, 500, 503, 504);
 *   a stream throws them from its first `next()` as long as nothing was produced
 */
export function completeChat(
  body: ChatRequest,
  context: RunContext,
): Promise<ChatCompletion> | AsyncIterableIterator<ChatChunk[]> {
  return body.stream ? streamAnswer(body, context) : collectAnswer(body, context);
}

async function collectAnswer(body: ChatRequest, context: RunContext): Promise<ChatCompletion> {
  const plan = await planAnswer(body, context);
  // An answer that fails half-way is never seen by the caller, so it is not paid; one that nobody waits for is.
  const meter = meterOf(plan, () => hasLeft(context.signal));
  const gathered: Gathered = new Map();
  const shown = shownParts(plan);
  let receipt: Receipt | undefined;
  try {
    for await (const item of paidParts(plan, meter, context.signal)) {
      if (!Array.isArray(item)) ({ receipt } = item);
      else for (const part of shown ? item.flatMap(shown) : item) gather(gathered, part);
    }
  } finally {
    tell(context, meter, receipt);
  }
  if (!receipt) {
    // The bracket ends without a receipt only where the caller left: no failure of ours, and nobody reads it.
    context.signal.throwIfAborted();
    throw requestTimeout();
  }
  if (plan.options.strip_thinking_response) {
    for (const choice of gathered.values()) choice.text = afterThinking(choice.text);
  }
  return toCompletion(plan.head, gathered, meter.usage(), receipt, plan.options);
}

/** The chunks as an iterator whose `return()` stops the model at once, also while a chunk is awaited. */
function streamAnswer(body: ChatRequest, context: RunContext): AsyncIterableIterator<ChatChunk[]> {
  const leaving = new AbortController();
  const leave = () => leaving.abort(context.signal.reason);
  if (context.signal.aborted) leave();
  else context.signal.addEventListener('abort', leave, { once: true });
  const chunks = streamChunks(body, context, leaving.signal);
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
  context: RunContext,
  leaving: AbortSignal,
): AsyncGenerator<ChatChunk[], undefined> {
  const plan = await planAnswer(body, { ...context, signal: leaving });
  const meter = meterOf(plan, () => true);
  const chunks = chunkMaker(plan.head);
  const shown = shownParts(plan);
  let receipt: Receipt | undefined;
  try {
    for await (const item of paidParts(plan, meter, leaving)) {
      if (!Array.isArray(item)) {
        ({ receipt } = item);
        yield [toUsageChunk(plan.head, meter.usage(), receipt)];
        continue;
      }
      const together: ChatChunk[] = [];
      for (const part of item) {
        // Also where nothing of it is shown: from here on the reader gets signs of life.
        chunks.begin(part, together);
        if (shown === null) chunks.tell(part, together);
        else for (const each of shown(part)) chunks.tell(each, together);
      }
      if (together.length > 0) yield together;
    }
  } catch (thrown) {
    // What came before the failure was charged: the caller learns how much before the error ends the stream.
    const { charge } = context.metadata;
    if (charge && !receipt && !hasLeft(leaving)) yield [toUsageChunk(plan.head, meter.usage(), charge)];
    throw thrown;
  } finally {
    tell(context, meter, receipt);
  }
  // Ended without a receipt: the reader left, or read so slowly that the time was over. A cut must not look like an end.
  if (!receipt && !hasLeft(leaving)) throw leaving.aborted ? leaving.reason : requestTimeout();
}

function meterOf({ model, prompt, budget }: Plan, owesPartial: () => boolean): ChatMeter {
  return chatMeter(model, prompt, owesPartial, budget.maxTokens * budget.choices);
}

/** What of the model's parts the caller gets to see (contract 4.3); null where it is all. */
function shownParts({ options }: Plan): ((part: ChatPart) => ChatPart[]) | null {
  return options.strip_thinking_response ? thinkingStripper() : null;
}

/** Tells the pipeline what was used, for the token limit, the log and the metrics. */
function tell({ metadata, arrivedAtMs }: RunContext, meter: ChatMeter, receipt: Receipt | undefined): void {
  const firstAtMs = meter.firstAtMs();
  if (firstAtMs !== null) metadata.firstTokenMs = firstAtMs - arrivedAtMs;
  const { promptTokens, completionTokens } = receipt || meter.produced() ? meter.usage() : NOTHING_USED;
  metadata.tokensUsed = { promptTokens, completionTokens };
}

function paidParts(plan: Plan, meter: ChatMeter, leaving: AbortSignal): AsyncIterable<ChatPart[] | ReceiptItem> {
  const { context, budget, model } = plan;
  return chargeStream<ChatPart[]>(
    {
      id: context.holdId,
      accountId: context.caller.account.id,
      keyId: keyIdOf(context.caller),
      maximumNano: budget.maximumNano,
      minimumNano: budget.minimumNano,
      ttlSeconds: HOLD_SECONDS,
      signal: leaving,
      requestId: context.requestId,
      modelId: model.id,
      modelType: model.type,
      arrivedAtMs: context.arrivedAtMs,
      beforeHold: context.beforeHold,
      onHold: (hold) => {
        context.metadata.balanceBefore = hold.balanceBefore;
      },
      onReceipt: (receipt) => {
        context.metadata.charge = receipt;
      },
    },
    (hold, signal) => callModel(plan, hold, signal),
    { ...meter, add: (parts) => parts.forEach(meter.add) },
  );
}
