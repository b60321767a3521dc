import type { TextModel } from '../../models/model';
import type { Upstream } from '../../models/model-base';
import { modelOffline } from '../kit/map-error';
import { findProvider } from '../registry';
import type { ChatCall, ChatModel, WholeChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { accountBreaker } from './account-breakers';
import { findBreaker } from './breakers';
import { callUpstreams } from './call-upstreams';
import { classifyFailure, type Classification, LEFT, HEALTHY } from './classify-failure';
import { errorForCaller, MAX_ATTEMPTS, nobodyLeft } from './no-answer';
import { noteBegin, noteOutcome } from './note-outcome';
import { orderUpstreams } from './order-upstreams';
import { type Attempt, type Caller, type Failure, firstAttempt, nextAttempt } from './attempts';
import { isBelieved, lastReported, noteReported, withoutUsage } from './usage-trust';

/**
 * The chat of a catalog model: one `ChatModel` over its upstreams. The first is chosen by weight, or by
 * `call.promptCacheKey`. If it fails before its first part, another one is called at once; if none is left, the same
 * one once more after a short pause. Upstreams that fail repeatedly are disabled for a while: for everybody, or for one
 * account if only its calls failed. Usage reports of an upstream that is not believed are left out. `call.model` is set
 * here.
 * @param random 0 ≤ x < 1, for the choice and the pause
 * @throws see `ChatModel`; MODEL_OFFLINE if no upstream is configured, or if all are disabled: then with the time until
 *   the next probe
 */
export function chatModelOf(model: TextModel, random: () => number = Math.random): ChatModel {
  return async function* combined(call) {
    const { account = '' } = call;
    const caller: Caller = { account, mayProbe: true };
    const waiting = orderUpstreams(model.upstreams, call.promptCacheKey, random);
    let failure: Failure | null = null;
    for (let retries = 0; retries < MAX_ATTEMPTS; retries += 1) {
      const attempt: Attempt | null = failure
        ? await nextAttempt(waiting, failure, caller, call.signal, random)
        : firstAttempt(waiting, caller);
      if (!attempt) break;
      let began = false;
      let reported = 0;
      let classification: Classification = LEFT;
      try {
        call.onRoute?.({ provider: attempt.upstream.provider, retries });
        for await (const parts of ask(attempt.upstream, call)) {
          if (!began) {
            noteBegin(attempt);
            // With several choices, other requests may still have to be sent.
            const isSent = call.choices === 1 && findProvider(attempt.upstream.provider)?.keepsCalls !== true;
            if (isSent) call.onBegun?.();
          }
          began = true;
          reported = lastReported(parts, reported);
          const used = isBelieved(attempt.breaker.usage, account) ? parts : withoutUsage(parts);
          if (used.length > 0) yield used;
        }
        classification = HEALTHY;
        return;
      } catch (thrown) {
        if (call.signal.aborted) throw thrown;
        classification = classifyFailure(thrown, attempt.upstream.provider);
        if (began) throw errorForCaller(thrown);
        failure = { attempt, classification, thrown };
      } finally {
        noteOutcome(attempt, classification);
        noteReported(attempt.breaker, call, reported);
      }
    }
    throw failure ? errorForCaller(failure.thrown) : nobodyLeft(model, account);
  };
}

/**
 * Whether every upstream of a model answers in one piece and is healthy, so that `wholeChatOf` may be called. One that has
 * failed is tried by a stream, whose first part says that it is back: until then nobody else may call it.
 */
export function canAnswerWhole({ upstreams }: TextModel, account: string): boolean {
  return (
    upstreams.length > 0 &&
    upstreams.every(
      (upstream) => findProvider(upstream.provider)?.answerWhole !== undefined && isHealthy(upstream, account),
    )
  );
}

function isHealthy(upstream: Upstream, account: string): boolean {
  const breaker = findBreaker(upstream);
  if (breaker === undefined) return true;
  const own = accountBreaker(breaker, account);
  return breaker.state === 'closed' && (own === undefined || own.state === 'closed');
}

/**
 * The same for answers in one piece.
 * @throws see `WholeChatModel`, and `chatModelOf` for MODEL_OFFLINE
 */
export function wholeChatOf(model: TextModel, random?: () => number): WholeChatModel {
  return (call) =>
    callUpstreams(model, call, (provider) => provider.answerWhole, {
      random,
      // Its first output is its end, which may be minutes away.
      mayProbe: false,
      accept: (parts, { breaker }) => {
        const used = isBelieved(breaker.usage, call.account ?? '') ? parts : withoutUsage(parts);
        noteReported(breaker, call, lastReported(parts, 0));
        return used;
      },
    });
}

function ask({ provider, model }: Upstream, call: ChatCall): AsyncIterable<ChatPart[]> {
  const chat = findProvider(provider)?.chat;
  if (!chat) throw modelOffline(new Error(`no provider "${provider}" with chat`));
  // Set afterward: an object literal that names a member twice is slower.
  const asked = { ...call };
  asked.model = model;
  return chat(asked);
}
