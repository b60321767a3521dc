import type { Hold } from '../ledger/types';
import { chatModelOf } from '../providers/combine';
import type { ChatCall, ChatPart } from '../providers/spec';
import { carriedTokens } from './budget';
import { KNOWN_FIELDS, type ChatRequest } from './contract';
import type { Plan } from './plan';

/**
 * Asks the model for one planned answer.
 * @param hold bounds the generated tokens
 * @param signal stops the model: the caller left, or the time is over
 * @throws see `ChatModel`
 */
export async function* callModel(plan: Plan, hold: Hold, signal: AbortSignal): AsyncGenerator<ChatPart> {
  yield* chatModelOf(plan.model)(toCall(plan, hold, signal));
  // A model that ends quietly when it is stopped has not finished its answer.
  signal.throwIfAborted();
}

function toCall(plan: Plan, hold: Hold, signal: AbortSignal): ChatCall {
  const { body, model, prompt, budget, context } = plan;
  return {
    // `chatModelOf` puts the upstream's own name here.
    model: model.id,
    messages: prompt.messages,
    sampling: {
      temperature: body.temperature,
      topP: body.top_p,
      topK: body.top_k,
      minP: body.min_p,
      frequencyPenalty: body.frequency_penalty,
      presencePenalty: body.presence_penalty,
      repetitionPenalty: body.repetition_penalty,
      seed: body.seed,
    },
    maxTokens: carriedTokens(budget, model, prompt, hold.heldNano),
    stop: body.stop === undefined ? [] : [body.stop].flat(),
    choices: budget.choices,
    promptCacheKey: body.prompt_cache_key,
    extra: extraFields(body),
    onRoute: ({ provider, retries }) => {
      context.facts.model = { id: model.id, name: model.name, router: provider };
      context.facts.retryCount = retries;
    },
    signal,
  };
}

/** What is passed on as it came: unknown fields, and known ones that only some upstreams read. */
function extraFields(body: ChatRequest): Record<string, unknown> {
  const effort = body.reasoning_effort ?? body.reasoning?.effort;
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !KNOWN_FIELDS.has(name))),
    ...(body.stop_token_ids && { stop_token_ids: body.stop_token_ids }),
    ...(effort && { reasoning_effort: effort }),
  };
}
