import { contextOverflow } from '../core/errors';
import { affordableCompletionTokens, textMaximumNano } from '../models/price/text';
import type { TextModel } from '../models/model';
import type { ChatRequest } from './contract';
import type { Prompt } from './prompt/build-prompt';
import { affordableInTwoCalls, CALL_TOKENS, twoCallsMaximumNano } from './web/decide/two-calls';
import { extrasNano, webMaximumNano, type WebPlan } from './web/plan-web';

/** An answer of fewer tokens per choice is useless: the request is refused with 402 instead. */
const MINIMUM_TOKENS = 16;

/** Tokens left for the answer when a prompt is only estimated and the estimate fills the context. */
const MIN_ESTIMATED_TOKENS = 256;

/** What a request may generate, and what it may cost. */
export type Budget = {
  choices: number;
  /** Maximum generated tokens per choice. */
  maxTokens: number;
  /** The most the answer can cost, and the least that is worth holding; nano units. */
  maximumNano: bigint;
  minimumNano: bigint;
  /** A smaller hold does not cover that the model decides about a search; 0 if it does not. */
  decisionNano: bigint;
};

/**
 * Limits of a request, known before its hold. If the caller sets no maximum, the model's default applies.
 * @param web what is found on the web adds to the prompt, and costs extra
 * @param asking the prompt of the call that decides about a search; null without one
 * @throws ApiError TOO_MANY_TOKENS if the prompt alone fills the model's context (only thrown for an exact count)
 */
export function planBudget(
  body: ChatRequest,
  model: TextModel,
  written: Prompt,
  web: WebPlan | null = null,
  asking: Prompt | null = null,
): Budget {
  const reserved = web?.reservedTokens ?? 0;
  const prompt = reserved === 0 ? written : { ...written, tokens: written.tokens + reserved };
  const extraNano = web === null ? 0n : webMaximumNano(web);
  const choices = body.n ?? 1;
  const asked = askedTokens(body);
  const wanted = Math.min(asked ?? model.defaultCompletionTokens, model.maxCompletionTokens);
  const left = model.contextTokens - prompt.tokens;
  if (prompt.exact && left < 1) throw contextOverflow();
  const maxTokens =
    prompt.exact || reserved > 0
      ? Math.min(wanted, left)
      : asked === undefined
        ? Math.min(wanted, Math.max(left, MIN_ESTIMATED_TOKENS))
        : wanted;
  const most = (tokens: number) =>
    extraNano + textMaximumNano(model.price, billedPrompt(prompt, choices), tokens * choices);
  const least = Math.min(maxTokens, MINIMUM_TOKENS);
  if (asking === null || web === null) {
    return { choices, maxTokens, maximumNano: most(maxTokens), minimumNano: most(least), decisionNano: 0n };
  }
  const prompts = { asking: asking.tokens, answering: prompt.tokens };
  const mostOfBoth = (tokens: number) => extraNano + twoCallsMaximumNano(model.price, prompts, tokens);
  return {
    choices,
    maxTokens,
    maximumNano: mostOfBoth(maxTokens),
    // With less credit, the classifier decides.
    minimumNano: web.isWanted ? most(least) : textMaximumNano(model.price, written.tokens, least),
    decisionNano: mostOfBoth(CALL_TOKENS),
  };
}

/**
 * Prompt tokens that may be billed. Upstreams that serve one choice per request read the prompt once for each choice;
 * those that count exactly are asked only once.
 */
function billedPrompt(prompt: Pick<Prompt, 'exact' | 'tokens'>, choices: number): number {
  return prompt.exact ? prompt.tokens : prompt.tokens * choices;
}

/**
 * The caller's limit on the tokens of a choice. The older `max_tokens` applies only above 0
 * (docs/api-rules.md, "Chat request fields").
 */
export function askedTokens(body: Pick<ChatRequest, 'max_completion_tokens' | 'max_tokens'>): number | undefined {
  return body.max_completion_tokens ?? (body.max_tokens && body.max_tokens > 0 ? body.max_tokens : undefined);
}

/** Prompt tokens that a hold covers, over all choices, with those that are kept for the vendor's own search. */
export function coveredPrompt({ budget, prompt, web }: Omit<Covered, 'model'>): number {
  const reserved = web?.vendorSearch ? web.reservedTokens : 0;
  const { exact, tokens } = prompt;
  return billedPrompt({ exact, tokens: tokens + reserved }, budget.choices);
}

/** What decides how much of an answer a hold covers. */
type Covered = { budget: Budget; model: TextModel; prompt: Prompt; asking: Prompt | null; web: WebPlan | null };

/**
 * Tokens per choice that a hold covers: the budget's if it was held in full, else as many as it pays for, beside what
 * was used of the web, or may still be used of it by the vendor's own search. While the model decides about a search: as
 * many as it pays for if there is one.
 */
export function coveredTokens(covered: Covered, heldNano: bigint): number {
  const { budget, model, prompt, asking, web } = covered;
  if (asking !== null && web !== null) {
    const prompts = { asking: asking.tokens, answering: prompt.tokens + web.reservedTokens };
    const affordable = affordableInTwoCalls(model.price, prompts, heldNano - webMaximumNano(web));
    return Math.max(1, Math.min(budget.maxTokens, affordable));
  }
  const extraNano = web === null ? 0n : web.vendorSearch ? webMaximumNano(web) : extrasNano(web.used);
  const affordable = affordableCompletionTokens(model.price, heldNano - extraNano, coveredPrompt(covered));
  return Math.max(1, Math.min(budget.maxTokens, Math.floor(affordable / budget.choices)));
}
