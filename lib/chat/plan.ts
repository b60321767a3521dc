import type { RunContext } from '../accounts/caller';
import { type CharacterPrompt, findCharacterPrompt } from '../characters/prompt/find-prompt';
import { SECOND_MS } from '../core/time';
import { catalog } from '../models/catalog';
import type { FoundModel } from '../models/find';
import type { TextModel } from '../models/model';
import { answerIdOf } from '../platform/answer-id';
import { addBytes, COPIES_OF_BODY, releaseLease } from '../platform/sharing/memory-shares';
import { reserveAnswer } from './answer/answer-memory';
import type { AnswerHead } from './answer/parts';
import { type Budget, planBudget } from './budget';
import type { ChatRequest } from './contract';
import { effectiveOptions, requestedOptions } from './effective-options';
import { cacheKeyOf } from './request/cache-key';
import { checkAbilities } from './request/check-abilities';
import { buildPrompt, type Prompt } from './prompt/build-prompt';
import type { SystemPrompts } from './prompt/system-prompt';
import { extraFields } from './request/extra-fields';
import type { EffectiveParameters } from './request/options';
import { type CallOptions, toCallOptions } from './request/to-call-options';
import { mayDecide, promptWithTool } from './web/decide/plan-decision';
import { planWeb, reserveForSources, type WebPlan } from './web/plan-web';

/** Smaller requests are kept, and counted, until the answer ends: freeing them would cost more than it saves. */
export const WORTH_FORGETTING_BYTES = 200_000;

/** Everything about a request that is decided before money is held. */
export type Plan = {
  context: RunContext;
  model: TextModel;
  /** As they take effect; those of the web change if it cannot be used. */
  options: EffectiveParameters;
  /** Replaced once sources are in it. */
  prompt: Prompt;
  /** What is done before the model is asked; null if the request does not use the web. */
  web: WebPlan | null;
  /** The prompt of the call that decides about a search; null if the model does not decide, or has decided. */
  asking: Prompt | null;
  /** What the request's fields ask of the call. */
  call: CallOptions;
  /** See `cacheKeyOf`; undefined if the request has no key. */
  cacheKey: string | undefined;
  /** Passed on unchanged. */
  extra: Record<string, unknown>;
  budget: Budget;
  head: AnswerHead;
  /**
   * Frees the request's data and its memory lease: called once the answer has begun and no model will be called again.
   * Only counts and figures remain.
   */
  forget: () => void;
};

/**
 * Turns a parsed request into a plan and reports to `http` which model answers.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError CHARACTER_NOT_FOUND, INVALID_REQUEST (and the media error codes), TOO_MANY_TOKENS, MODEL_AT_CAPACITY
 *   or MODEL_OFFLINE if the prompt cannot be counted; the signal's reason if the caller left
 */
export async function planAnswer(body: ChatRequest, found: FoundModel, context: RunContext): Promise<Plan> {
  const { model, suffix, deprecation } = found;
  context.metadata.model = { id: model.id, name: model.name, router: model.upstreams[0]?.provider ?? '', deprecation };
  const requested = requestedOptions(body.svc_parameters ?? undefined, suffix);
  checkAbilities(body, model);
  const character = requested.character_slug
    ? await findCharacterPrompt(requested.character_slug, context.caller.account.id)
    : null;
  const { messages } = body;
  const vendorSearches = model.abilities.includes('x_search');
  const characterSearches = character?.webEnabled ?? false;
  // No model is encrypted yet: the effective option is always false.
  const canDecide = mayDecide(body, model);
  const { web, options: webOptions } = planWeb(requested, {
    messages,
    characterSearches,
    vendorSearches,
    canDecide,
    isEncrypted: false,
  });
  const options = effectiveOptions(requested, webOptions);
  const call = toCallOptions(body, !options.disable_thinking, model);
  const extra = extraFields(body);
  const { tools, toolChoice, responseFormat } = call;
  const system = systemPrompts(options, character);
  const { lease, signal } = context;
  // An upstream that serves one choice per request gets the text again for each further choice.
  if (lease !== null) addBytes(lease, ((body.n ?? 1) - 1) * Math.ceil(lease.bytes / COPIES_OF_BODY));
  const account = context.caller.account.id;
  const asked = { messages, system, tools, toolChoice, responseFormat, extra, model, account, lease, signal };
  const prompt = await buildPrompt(asked);
  const cacheKey = await cacheKeyOf(body.prompt_cache_key, account);
  if (web !== null) reserveForSources(web, options, model, prompt);
  const asking = web === null ? null : await promptWithTool(prompt, web, { model, options, account, signal });
  const budget = planBudget(body, model, prompt, web, asking);
  const answerBytes = lease === null ? 0 : reserveAnswer(lease, { isWhole: body.stream !== true, budget, call });
  return {
    context,
    model,
    options,
    prompt,
    web,
    asking,
    call,
    cacheKey,
    extra,
    budget,
    head: {
      id: answerIdOf(context.requestId),
      created: Math.floor(context.arrivedAtMs / SECOND_MS),
      model: model.id,
    },
    forget: () => {
      const { lease } = context;
      if (lease === null || lease.bytes - answerBytes < WORTH_FORGETTING_BYTES) return;
      forget(body, prompt, call, extra);
      releaseLease(lease, answerBytes);
    },
  };
}

/** Empties the objects in place, so that remaining references to them hold nothing large. */
function forget(body: ChatRequest, prompt: Prompt, call: CallOptions, extra: Plan['extra']): void {
  body.messages.length = 0;
  prompt.messages.length = 0;
  for (const name of Object.keys(body)) delete (body as Record<string, unknown>)[name];
  for (const name of Object.keys(extra)) delete extra[name];
  if (call.tools) call.tools.length = 0;
  if (call.responseFormat?.type === 'json_schema') call.responseFormat.schema = {};
}

/**
 * The operator's prompt, unless the caller or the character disables it, and the character's prompt
 * (docs/api-rules.md, "System prompts").
 */
function systemPrompts(options: EffectiveParameters, character: CharacterPrompt | null): SystemPrompts {
  const usesServicePrompt = options.include_svc_system_prompt && character?.replacesServicePrompt !== true;
  return { service: usesServicePrompt ? catalog().systemPrompt : '', character: character?.prompt ?? '' };
}
