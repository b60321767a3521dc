import type { TokenUsage } from '../../core/usage';
import type { WireUsage } from './wire';

/**
 * Usage of the wire as ours. Parts never exceed their whole, whatever the upstream says.
 * @returns null where the upstream told nothing that could be billed: no counts, or zero for both
 */
export function convertUsage(usage: WireUsage): TokenUsage | null {
  const promptTokens = whole(usage.prompt_tokens);
  const completionTokens = whole(usage.completion_tokens);
  if (promptTokens + completionTokens === 0) return null;
  const cachedTokens = Math.min(whole(usage.prompt_tokens_details?.cached_tokens), promptTokens);
  const cacheWriteTokens = Math.min(
    whole(usage.prompt_tokens_details?.cache_write_tokens),
    promptTokens - cachedTokens,
  );
  const reasoningTokens = Math.min(whole(usage.completion_tokens_details?.reasoning_tokens), completionTokens);
  return {
    promptTokens,
    completionTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

function whole(count: number | null | undefined): number {
  return Math.min(Math.ceil(count ?? 0), Number.MAX_SAFE_INTEGER);
}
