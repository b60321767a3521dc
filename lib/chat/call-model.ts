import type { ChatPart } from '../core/chat';
import { hasLeft } from '../core/leaving';
import { SECOND_MS } from '../core/time';
import { clock } from '../platform/clock';
import { chatModelOf, wholeChatOf } from '../providers/routing/combine';
import type { ChatCall } from '../providers/spec';
import type { Plan } from './plan';

/** How long after it was asked for a whole answer a failed upstream may be replaced by another one. */
const MAX_RETRY_MS = 10 * SECOND_MS;

/**
 * Requests one planned answer from the model.
 * @param maxTokens generated tokens per choice, as many as the hold covers
 * @param signal stops the model: the caller left, or the deadline passed
 * @throws see `ChatModel`
 */
export function callModel(plan: Plan, maxTokens: number, signal: AbortSignal): AsyncIterable<ChatPart[]> {
  return chatModelOf(plan.model)(toCall(plan, maxTokens, signal));
}

/**
 * The same for an answer in one piece, where `canAnswerWhole` says that there is one.
 * @throws see `WholeChatModel`
 */
export function callWholeModel(plan: Plan, maxTokens: number, signal: AbortSignal): Promise<ChatPart[]> {
  const call = toCall(plan, maxTokens, signal);
  const sinceMs = clock.now();
  // A failure that comes late has cost the upstream's work already, and nobody waits once the caller has left.
  call.mayRetry = () => clock.now() - sinceMs < MAX_RETRY_MS && !hasLeft(plan.context.signal);
  return wholeChatOf(plan.model)(call);
}

function toCall(plan: Plan, maxTokens: number, signal: AbortSignal): ChatCall {
  const { call, cacheKey, model, prompt, web, extra, budget, context } = plan;
  // Written out for speed: copying an object and then adding members to it is slow.
  return {
    // `chatModelOf` replaces this with the upstream's name of the model.
    model: model.id,
    messages: prompt.messages,
    sampling: call.sampling,
    maxTokens,
    stop: call.stop,
    stopTokenIds: call.stopTokenIds,
    choices: budget.choices,
    tools: call.tools,
    toolChoice: call.toolChoice,
    parallelToolCalls: call.parallelToolCalls,
    responseFormat: call.responseFormat,
    logprobs: call.logprobs,
    reasoning: call.reasoning,
    verbosity: call.verbosity,
    vendorSearch: web?.vendorSearch,
    promptCacheKey: cacheKey,
    promptCacheRetention: call.promptCacheRetention,
    extra,
    account: context.caller.account.id,
    onBegun: plan.forget,
    onRoute: ({ provider, retries }) => {
      const deprecation = context.metadata.model?.deprecation;
      context.metadata.model = { id: model.id, name: model.name, router: provider, deprecation };
      context.metadata.retryCount = retries;
    },
    signal,
  };
}
