import { usdNumber } from '../../core/money';
import type { TokenUsage } from '../../core/usage';
import type { Receipt } from '../../ledger/types';
import type { FinishReason, TokenLogprob } from '../../core/chat';
import type { ChatChunk, ChatUsage } from './wire';

/** What all pieces of one answer share. */
export type AnswerHead = { id: string; created: number; model: string };

type WireFinish = NonNullable<ChatChunk['choices'][number]['finish_reason']>;
type WireLogprob = NonNullable<ChatChunk['choices'][number]['logprobs']>['content'][number];

/** A token's log probability in the wire layout (docs/api-rules.md, "Chat answer"). */
export function toWireLogprob({ token, logprob, bytes, top }: TokenLogprob): WireLogprob {
  return { token, logprob, bytes, top_logprobs: top };
}

/**
 * Why a choice ended, in the wire's three values. A vendor's content filter counts as `stop`
 * (docs/api-rules.md, "Chat answer").
 */
export function toWireFinish(reason: FinishReason): WireFinish {
  return reason === 'content_filter' ? 'stop' : reason;
}

/** Token usage of a request in the wire layout (docs/api-rules.md, "Chat answer"). */
export function toWireUsage(usage: TokenUsage): ChatUsage {
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

/** What a request was charged. */
export type Charged = Pick<Receipt, 'currency' | 'chargedNano'>;

/** What was charged, in the one currency that paid it. */
export function toCost({ currency, chargedNano }: Charged): { usd: number; diem: number } {
  const charged = usdNumber(chargedNano);
  return currency === 'USD' ? { usd: charged, diem: 0 } : { usd: 0, diem: charged };
}
