import { type ErrorCode, isApiError } from '../core/errors';
import { countUpstream, setUpstreamHealth } from '../platform/metrics';

const OVERLOADED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['MODEL_OVERLOADED', 'MODEL_AT_CAPACITY']);
/** The outcome of a call that its caller ended: it tells nothing of the upstream. */
export const LEFT = Symbol('left');

/** The upstream answered, and the request was wrong. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['INVALID_REQUEST', 'TOO_MANY_TOKENS']);

/**
 * Counts how a call of an upstream ended, and notes by it whether the upstream is in play.
 * @param provider a name of the service file
 * @param thrown what it failed with; null where it did not fail; `LEFT` where the caller left before either
 */
export function noteOutcome(provider: string, thrown: unknown): void {
  if (thrown === LEFT) return countUpstream(provider, 'left');
  const code = isApiError(thrown) ? thrown.code : null;
  if (thrown === null || (code !== null && ANSWERED.has(code))) {
    countUpstream(provider, 'ok');
    setUpstreamHealth(provider, true);
    return;
  }
  if (code !== null && OVERLOADED.has(code)) return countUpstream(provider, 'overloaded');
  countUpstream(provider, code === 'REQUEST_TIMEOUT' ? 'timeout' : 'error');
  setUpstreamHealth(provider, false);
}
