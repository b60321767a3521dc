import type { TokenUsage } from '../../../core/usage';
import { isRecord, recordOf } from './values';

/**
 * Converts usage from the wire. Parts never exceed their whole, whatever the upstream says. Accepts OpenAI's names,
 * those of the responses format, and for parts those of DeepSeek, Moonshot, OpenRouter, Anthropic
 * and our own (an upstream may be another installation).
 * @returns null if the upstream reported nothing that could be billed: no counts, or zero for both
 */
export function convertUsage(usage: unknown): TokenUsage | null {
  if (!isRecord(usage)) return null;
  const prompt = recordOf(usage.prompt_tokens_details ?? usage.input_tokens_details);
  const completion = recordOf(usage.completion_tokens_details ?? usage.output_tokens_details);
  const promptTokens = firstCount(usage.prompt_tokens, usage.input_tokens);
  const reasoning = firstCount(completion.reasoning_tokens, usage.reasoning_tokens);
  const reported = firstCount(usage.completion_tokens, usage.output_tokens);
  // xAI counts reasoning apart from the answer, which its total reveals.
  const isBeside = reasoning > 0 && usage.total_tokens === promptTokens + reported + reasoning;
  const completionTokens = isBeside ? reported + reasoning : reported;
  if (promptTokens + completionTokens === 0) return null;
  const cachedTokens = Math.min(
    firstCount(prompt.cached_tokens, usage.prompt_cache_hit_tokens, usage.cached_tokens, usage.cache_read_input_tokens),
    promptTokens,
  );
  const cacheWriteTokens = Math.min(
    firstCount(
      prompt.cache_write_tokens,
      prompt.cache_creation_tokens,
      prompt.cache_creation_input_tokens,
      usage.cache_creation_input_tokens,
    ),
    promptTokens - cachedTokens,
  );
  const reasoningTokens = Math.min(reasoning, completionTokens);
  return {
    promptTokens,
    completionTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

/** The first of several names under which a count was reported, as a whole number; 0 if there is none. */
function firstCount(...counts: unknown[]): number {
  const count = counts.find((value) => typeof value === 'number' && value > 0);
  return typeof count === 'number' ? Math.min(Math.ceil(count), Number.MAX_SAFE_INTEGER) : 0;
}
