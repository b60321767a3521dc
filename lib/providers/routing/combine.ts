import { ApiError, isApiError } from '../../core/errors';
import type { TextModel } from '../../models/model';
import type { Upstream } from '../../models/model-base';
import { clock } from '../../platform/clock';
import { modelOffline } from '../kit/map-error';
import { findProvider } from '../registry';
import type { ChatCall, ChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { accountBreaker } from './account-breakers';
import { secondsToProbe } from './breaker';
import { breakerOf } from './breakers';
import { classifyFailure, type Classification, LEFT, HEALTHY } from './classify-failure';
import { noteBegin, noteOutcome } from './note-outcome';
import { orderUpstreams } from './order-upstreams';
import { type Failure, firstAttempt, nextAttempt, type Attempt } from './attempts';
import { isBelieved, lastReported, noteReported, withoutUsage } from './usage-trust';

/** Maximum attempts of one call. */
const MAX_ATTEMPTS = 3;
/** Used if an upstream is full and does not say for how long. */
const DEFAULT_RETRY_SECONDS = 30;
/** The message for an account that is refused while others are still served. */
const DISABLED_FOR_ACCOUNT = 'The last requests of this account to this model failed. Try again later.';

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
    const waiting = orderUpstreams(model.upstreams, call.promptCacheKey, random);
    let failure: Failure | null = null;
    for (let retries = 0; retries < MAX_ATTEMPTS; retries += 1) {
      const attempt: Attempt | null = failure
        ? await nextAttempt(waiting, failure, call.signal, random)
        : firstAttempt(waiting, account);
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
        if (began) throw forCaller(thrown);
        failure = { attempt, classification, thrown };
      } finally {
        noteOutcome(attempt, classification);
        noteReported(attempt.breaker, call, reported);
      }
    }
    throw failure ? forCaller(failure.thrown) : nobodyLeft(model, account);
  };
}

function ask({ provider, model }: Upstream, call: ChatCall): AsyncIterable<ChatPart[]> {
  const chat = findProvider(provider)?.chat;
  if (!chat) throw modelOffline(new Error(`no provider "${provider}" with chat`));
  // Set afterward: an object literal that names a member twice is a hundred times slower.
  const asked = { ...call };
  asked.model = model;
  return chat(asked);
}

function nobodyLeft({ id, upstreams }: TextModel, account: string): ApiError {
  if (upstreams.length === 0) return modelOffline(new Error(`model "${id}" has no upstream`));
  const nowMs = clock.now();
  const breakers = upstreams.map((upstream) => {
    const breaker = breakerOf(upstream);
    return { breaker, own: accountBreaker(breaker, account) };
  });
  const waits = breakers.map(({ breaker, own }) =>
    Math.max(secondsToProbe(breaker, nowMs), own ? secondsToProbe(own, nowMs) : 0),
  );
  const isForAccount = breakers.some(({ breaker, own }) => breaker.state === 'closed' && own);
  const refusal = isForAccount
    ? new ApiError('MODEL_OFFLINE', DISABLED_FOR_ACCOUNT)
    : modelOffline(new Error(`every upstream of model "${id}" is temporarily disabled`));
  return withWait(refusal, Math.min(...waits));
}

/** The error for the caller: one who should retry later always gets a time. */
function forCaller(thrown: unknown): unknown {
  if (!isApiError(thrown) || (thrown.code !== 'MODEL_OVERLOADED' && thrown.code !== 'MODEL_AT_CAPACITY')) return thrown;
  return thrown.options.retryAfterSeconds === undefined ? withWait(thrown, DEFAULT_RETRY_SECONDS) : thrown;
}

function withWait({ code, message, options }: ApiError, retryAfterSeconds: number): ApiError {
  return new ApiError(code, message, { ...options, retryAfterSeconds });
}
