import { ApiError, isApiError } from '../../core/errors';
import type { TextModel, Upstream } from '../../models/model';
import { clock } from '../../platform/clock';
import { modelOffline } from '../kit/map-error';
import { findProvider } from '../registry';
import type { ChatCall, ChatModel, ChatPart } from '../spec';
import { accountBreaker } from './account-breakers';
import { secondsToProbe } from './breaker';
import { breakerOf } from './breakers';
import { classifyFailure, type Classification, LEFT, HEALTHY } from './classify-failure';
import { noteBegin, noteOutcome } from './note-outcome';
import { orderUpstreams } from './order-upstreams';
import { type Failure, firstAttempt, nextAttempt, type Attempt } from './attempts';

/** How often one call may ask. */
const MAX_ATTEMPTS = 3;
/** Told where an upstream is full and does not say for how long. */
const DEFAULT_RETRY_SECONDS = 30;
/** For an account that is refused what others are still answered. */
const LEFT_OUT_FOR_ACCOUNT = 'The last requests of this account to this model failed. Try again later.';

/**
 * The chat of a catalog model: one `ChatModel` of its several upstreams. The first is chosen by weight, or by
 * `call.promptCacheKey`. Where it fails before its first part, another one is asked at once; where none is left, the
 * same one once more after a short pause. Upstreams that failed again and again are left out for a while: for all, or for
 * one account where only its calls failed.
 * `call.model` is set here.
 * @param random 0 ≤ x < 1, for the choice and the pause
 * @throws see `ChatModel`; MODEL_OFFLINE where no upstream is configured, and where all are left out: then with the time
 *   at which the next one is tried
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
      let classification: Classification = LEFT;
      try {
        call.onRoute?.({ provider: attempt.upstream.provider, retries });
        for await (const parts of ask(attempt.upstream, call)) {
          if (!began) {
            noteBegin(attempt);
            // Of several choices others may still be sent.
            const isSent = call.choices === 1 && findProvider(attempt.upstream.provider)?.keepsCalls !== true;
            if (isSent) call.onBegun?.();
          }
          began = true;
          yield parts;
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
      }
    }
    throw failure ? forCaller(failure.thrown) : nobodyLeft(model, account);
  };
}

function ask({ provider, model }: Upstream, call: ChatCall): AsyncIterable<ChatPart[]> {
  const chat = findProvider(provider)?.chat;
  if (!chat) throw modelOffline(new Error(`no provider "${provider}" with chat`));
  // Set, not spelled out in the copy: an object that names a member twice is made a hundred times slower.
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
    ? new ApiError('MODEL_OFFLINE', LEFT_OUT_FOR_ACCOUNT)
    : modelOffline(new Error(`every upstream of model "${id}" is left out for now`));
  return withWait(refusal, Math.min(...waits));
}

/** What a caller is told: one who is to come again later is always told when. */
function forCaller(thrown: unknown): unknown {
  if (!isApiError(thrown) || (thrown.code !== 'MODEL_OVERLOADED' && thrown.code !== 'MODEL_AT_CAPACITY')) return thrown;
  return thrown.options.retryAfterSeconds === undefined ? withWait(thrown, DEFAULT_RETRY_SECONDS) : thrown;
}

function withWait({ code, message, options }: ApiError, retryAfterSeconds: number): ApiError {
  return new ApiError(code, message, { ...options, retryAfterSeconds });
}
