import type { RunContext } from '../accounts/caller';
import { SECOND_MS } from '../core/time';
import { catalogue } from '../models/catalogue';
import { assertModelAllowed, findModel } from '../models/find';
import type { TextModel } from '../models/model';
import { answerIdOf } from '../platform/answer-id';
import type { AnswerHead } from './answer';
import { type Budget, planBudget } from './budget';
import type { ChatRequest } from './contract';
import type { EffectiveParameters } from './request/options';
import { effectiveOptions } from './effective-options';
import { extraFields } from './request/extra-fields';
import { checkCapabilities } from './gates';
import { buildPrompt, type Prompt } from './prompt';

/** Everything about a request that is settled before money is held. */
export type Plan = {
  body: ChatRequest;
  context: RunContext;
  model: TextModel;
  options: EffectiveParameters;
  prompt: Prompt;
  /** Passed on as it came. */
  extra: Record<string, unknown>;
  budget: Budget;
  head: AnswerHead;
};

/**
 * Turns a parsed request into a plan; tells `http` which model answers.
 * @throws ApiError MODEL_NOT_FOUND, GONE, PRO_ONLY_MODEL, UNAUTHORIZED, CHARACTER_NOT_FOUND, INVALID_REQUEST, TOO_MANY_TOKENS,
 *   MODEL_AT_CAPACITY or MODEL_OFFLINE where the prompt cannot be counted; the signal's reason when the caller left
 */
export async function planAnswer(body: ChatRequest, context: RunContext): Promise<Plan> {
  const { model, suffix, deprecation } = findModel(body.model);
  context.facts.model = { id: model.id, name: model.name, router: model.upstreams[0]?.provider ?? '', deprecation };
  assertModelAllowed(model, context.caller);
  const options = effectiveOptions(body.svc_parameters ?? undefined, suffix);
  checkCapabilities(body, model);
  const systemPrompt = options.include_svc_system_prompt ? catalogue().systemPrompt : '';
  const extra = extraFields(body);
  const prompt = await buildPrompt({ messages: body.messages, systemPrompt, extra, model, signal: context.signal });
  return {
    body,
    context,
    model,
    options,
    prompt,
    extra,
    budget: planBudget(body, model, prompt),
    head: {
      id: answerIdOf(context.requestId),
      created: Math.floor(context.arrivedAtMs / SECOND_MS),
      model: model.id,
    },
  };
}
