import { ApiError, isApiError } from '../../core/errors';
import type { ModelBase } from '../../models/model-base';
import { clock } from '../../platform/clock';
import { modelOffline } from '../kit/map-error';
import { accountBreaker } from './account-breakers';
import { secondsToProbe } from './breaker';
import { breakerOf } from './breakers';

/** Maximum attempts of one call. */
export const MAX_ATTEMPTS = 3;
/** Used if an upstream is full and does not say for how long. */
const DEFAULT_RETRY_SECONDS = 30;
/** The message for an account that is refused while others are still served. */
const DISABLED_FOR_ACCOUNT = 'The last requests of this account to this model failed. Try again later.';

/** The error if no upstream of a model may be called: MODEL_OFFLINE with the time until the next probe, if there is one. */
export function nobodyLeft({ id, upstreams }: Pick<ModelBase, 'id' | 'upstreams'>, account: string): ApiError {
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
export function errorForCaller(thrown: unknown): unknown {
  if (!isApiError(thrown) || (thrown.code !== 'MODEL_OVERLOADED' && thrown.code !== 'MODEL_AT_CAPACITY')) return thrown;
  return thrown.options.retryAfterSeconds === undefined ? withWait(thrown, DEFAULT_RETRY_SECONDS) : thrown;
}

function withWait({ code, message, options }: ApiError, retryAfterSeconds: number): ApiError {
  return new ApiError(code, message, { ...options, retryAfterSeconds });
}
