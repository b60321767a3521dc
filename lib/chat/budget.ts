import { contextOverflow } from '../core/errors';
import { affordableCompletionTokens, textMaximumNano } from '../models/price/text';
import type { TextModel } from '../models/model';
import type { ChatRequest } from './contract';
import type { Prompt } from './prompt/build-prompt';

/** Below this many generated tokens per choice an answer makes no sense: 402 instead. */
const MINIMUM_TOKENS = 16;

/** What is left for the answer where a prompt is only estimated and seems to fill the context. */
const MIN_ESTIMATED_TOKENS = 256;

/** What a request may generate, and what it may cost. */
export type Budget = {
  choices: number;
  /** Generated tokens per choice, at most. */
  maxTokens: number;
  /** The most it can cost, and the least that makes sense to hold; nano units. */
  maximumNano: bigint;
  minimumNano: bigint;
};

/**
 * Bounds of a request before its hold. Without a maximum of the caller's the model's default counts.
 * @throws ApiError TOO_MANY_TOKENS where the prompt alone fills the model's context (only told of an exact count)
 */
export function planBudget(body: ChatRequest, model: TextModel, prompt: Prompt): Budget {
  const choices = body.n ?? 1;
  const asked = askedTokens(body);
  const wanted = Math.min(asked ?? model.defaultCompletionTokens, model.maxCompletionTokens);
  const left = model.contextTokens - prompt.tokens;
  if (prompt.exact && left < 1) throw contextOverflow();
  const maxTokens = prompt.exact
    ? Math.min(wanted, left)
    : asked === undefined
      ? Math.min(wanted, Math.max(left, MIN_ESTIMATED_TOKENS))
      : wanted;
  const most = (tokens: number) => textMaximumNano(model.price, billedPrompt(prompt, choices), tokens * choices);
  return {
    choices,
    maxTokens,
    maximumNano: most(maxTokens),
    minimumNano: most(Math.min(maxTokens, MINIMUM_TOKENS)),
  };
}

/**
 * Tokens of the prompt that may be billed: an upstream that gives one choice per request reads it once for each. Who
 * counts exactly is asked once.
 */
function billedPrompt(prompt: Prompt, choices: number): number {
  return prompt.exact ? prompt.tokens : prompt.tokens * choices;
}

/** The caller's own bound on the tokens of a choice (contract 4.1: the older `max_tokens` counts where it is above 0). */
export function askedTokens(body: Pick<ChatRequest, 'max_completion_tokens' | 'max_tokens'>): number | undefined {
  return body.max_completion_tokens ?? (body.max_tokens && body.max_tokens > 0 ? body.max_tokens : undefined);
}

/** Tokens per choice that a hold carries: the budget's where it was held in full, else as many as it pays for. */
export function carriedTokens(budget: Budget, model: TextModel, prompt: Prompt, heldNano: bigint): number {
  const affordable = affordableCompletionTokens(model.price, heldNano, billedPrompt(prompt, budget.choices));
  return Math.max(1, Math.min(budget.maxTokens, Math.floor(affordable / budget.choices)));
}
