import { usdNumber } from '../core/money';
import type { TokenUsage } from '../core/usage';
import type { Receipt } from '../ledger/types';
import type { ChatPart, FinishReason } from '../providers/spec';
import type { ChatChunk, ChatCompletion, ChatUsage } from './contract';
import type { EffectiveParameters } from './request/options';

/** What all pieces of one answer share. */
export type AnswerHead = { id: string; created: number; model: string };

/** Parts gathered into one answer. */
export type Gathered = Map<number, { text: string; reasoning: string; finish: FinishReason }>;

/** Adds one part to what was gathered. */
export function gather(gathered: Gathered, part: ChatPart): void {
  if (part.type === 'usage') return;
  const choice = gathered.get(part.choice) ?? { text: '', reasoning: '', finish: 'stop' };
  gathered.set(part.choice, choice);
  if (part.type === 'text') choice.text += part.text;
  else if (part.type === 'reasoning') choice.reasoning += part.text;
  else choice.finish = part.reason;
}

/** The whole answer (contract 4.7). */
export function toCompletion(
  head: AnswerHead,
  gathered: Gathered,
  usage: TokenUsage,
  receipt: Receipt,
  options: EffectiveParameters,
): ChatCompletion {
  const choices = [...gathered].sort(([one], [other]) => one - other);
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: choices.map(([index, { text, reasoning, finish }]) => ({
      index,
      finish_reason: finish,
      stop_reason: null,
      logprobs: null,
      message: { role: 'assistant', content: text, reasoning_content: reasoning === '' ? null : reasoning },
    })),
    usage: toWireUsage(usage),
    cost: toCost(receipt),
    prompt_logprobs: null,
    svc_parameters: options,
  };
}

/**
 * Makes the chunks of one streamed answer (contract 4.8): a choice begins with its role, its finish reason comes
 * with an empty delta.
 */
export function chunkMaker(head: AnswerHead): (part: ChatPart) => ChatChunk[] {
  const begun = new Set<number>();
  const chunk = (
    index: number,
    delta: ChatChunk['choices'][number]['delta'],
    finish: FinishReason | null,
  ): ChatChunk => ({
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [{ index, delta, finish_reason: finish }],
  });
  return (part) => {
    if (part.type === 'usage') return [];
    const chunks: ChatChunk[] = [];
    if (!begun.has(part.choice)) {
      begun.add(part.choice);
      chunks.push(chunk(part.choice, { role: 'assistant', content: '' }, null));
    }
    if (part.type === 'text') chunks.push(chunk(part.choice, { content: part.text }, null));
    else if (part.type === 'reasoning') chunks.push(chunk(part.choice, { reasoning_content: part.text }, null));
    else chunks.push(chunk(part.choice, {}, part.reason));
    return chunks;
  };
}

/** The last chunk: no choices, but what the answer used and cost. */
export function toUsageChunk(head: AnswerHead, usage: TokenUsage, receipt: Receipt): ChatChunk {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [],
    usage: toWireUsage(usage),
    cost: toCost(receipt),
  };
}

function toWireUsage(usage: TokenUsage): ChatUsage {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: {
      cached_tokens: usage.cachedTokens ?? 0,
      ...(usage.cacheWriteTokens !== undefined && { cache_creation_input_tokens: usage.cacheWriteTokens }),
    },
    completion_tokens_details: usage.reasoningTokens === undefined ? null : { reasoning_tokens: usage.reasoningTokens },
  };
}

function toCost(receipt: Receipt): { usd: number; diem: number } {
  const charged = usdNumber(receipt.chargedNano);
  return receipt.currency === 'USD' ? { usd: charged, diem: 0 } : { usd: 0, diem: charged };
}
