import type { ModelBase } from '../../models/model-base';
import { modelOffline } from '../kit/map-error';
import { findProvider } from '../registry';
import type { Provider } from '../spec';
import { type Attempt, type Caller, type Failure, firstAttempt, nextAttempt } from './attempts';
import { type Classification, classifyFailure, HEALTHY, LEFT } from './classify-failure';
import { errorForCaller, MAX_ATTEMPTS, nobodyLeft } from './no-answer';
import { noteOutcome } from './note-outcome';
import { orderUpstreams } from './order-upstreams';

/** What every call with a single result has. */
type AnyCall = {
  /** Replaced with the upstream's own name of the model. */
  model: string;
  account?: string;
  /** Calls with the same key go to the same upstream as long as it is healthy. */
  promptCacheKey?: string;
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Whether another attempt may follow one that has failed; absent means yes. */
  mayRetry?: () => boolean;
  signal: AbortSignal;
};

/** How upstreams are called. */
type Rules<Result> = {
  /** 0 ≤ x < 1, for the choice and the pause. */
  random?: () => number;
  /** Whether the call may probe an upstream that has failed (`Caller`); yes by default. */
  mayProbe?: boolean;
  /** Gets a result, and returns what the caller gets of it. */
  accept?: (result: Result, attempt: Attempt) => Result;
};

/**
 * Calls the upstreams of a model for a single result: `chatModelOf` for images and other whole values. The first is
 * chosen by weight, or by `call.promptCacheKey`. If it fails, another one is called at once; if none is left, the same
 * one once more after a short pause. Upstreams that fail repeatedly are disabled for a while.
 * @param pick the ability that is called; undefined if a provider does not have it
 * @throws ApiError those of the ability; MODEL_OFFLINE if no upstream is configured or has the ability, or if all are
 *   disabled: then with the time until the next probe; the signal's reason when aborted
 */
export async function callUpstreams<Call extends AnyCall, Result>(
  model: Pick<ModelBase, 'id' | 'upstreams'>,
  call: Call,
  pick: (provider: Provider) => ((call: Call) => Promise<Result>) | undefined,
  { random = Math.random, mayProbe = true, accept = (result) => result }: Rules<Result> = {},
): Promise<Result> {
  const { account = '', signal } = call;
  const caller: Caller = { account, mayProbe };
  // One without the ability did not fail: its breaker, which its other calls share, must not count it.
  const able = model.upstreams.filter(({ provider }) => abilityOf(provider, pick) !== undefined);
  const waiting = orderUpstreams(able, call.promptCacheKey, random);
  let failure: Failure | null = null;
  for (let retries = 0; retries < MAX_ATTEMPTS; retries += 1) {
    signal.throwIfAborted();
    const attempt: Attempt | null = failure
      ? await nextAttempt(waiting, failure, caller, signal, random)
      : firstAttempt(waiting, caller);
    if (!attempt) break;
    let classification: Classification = LEFT;
    try {
      const { provider, model: name } = attempt.upstream;
      call.onRoute?.({ provider, retries });
      const ability = abilityOf(provider, pick);
      // The providers may have been replaced meanwhile.
      if (!ability) throw modelOffline(new Error(`no provider "${provider}" with this ability`));
      // Set afterward: an object literal that names a member twice is slower.
      const asked = { ...call };
      asked.model = name;
      const result = await ability(asked);
      classification = HEALTHY;
      return accept(result, attempt);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      classification = classifyFailure(thrown, attempt.upstream.provider);
      if (call.mayRetry?.() === false) throw errorForCaller(thrown);
      failure = { attempt, classification, thrown };
    } finally {
      noteOutcome(attempt, classification);
    }
  }
  throw failure ? errorForCaller(failure.thrown) : nobodyLeft({ id: model.id, upstreams: able }, account);
}

function abilityOf<Ability>(id: string, pick: (provider: Provider) => Ability | undefined): Ability | undefined {
  const provider = findProvider(id);
  return provider && pick(provider);
}
