import type { Hold } from '../ledger/types';
import { chatModelOf } from '../providers/combine';
import type { ChatCall, ChatPart } from '../providers/spec';
import { carriedTokens } from './budget';
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
  const { body, model, prompt, extra, budget, context } = plan;
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
    extra,
    onRoute: ({ provider, retries }) => {
      context.facts.model = { ...context.facts.model, id: model.id, name: model.name, router: provider };
      context.facts.retryCount = retries;
    },
    signal,
  };
}
