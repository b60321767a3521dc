import { type ErrorCode, isApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { EMBEDDED_PROVIDER } from '../../models/model';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import type { Health } from './breaker';

/** What the end of an attempt means. */
export type Classification = {
  /** As it is counted. */
  outcome: 'ok' | 'error' | 'timeout' | 'overloaded' | 'left';
  health: Health;
  /** Who may be asked instead: nobody, another upstream, or, where there is no other, the same one once more. */
  retry: 'none' | 'another' | 'same';
  /** What the upstream wants to be waited, ms; 0 where it did not tell. */
  waitMs: number;
  code: ErrorCode | null;
};

/** The answer came to its end. */
export const HEALTHY: Classification = { outcome: 'ok', health: 'healthy', retry: 'none', waitMs: 0, code: null };
/** The caller left before: that tells nothing of the upstream. */
export const LEFT: Classification = { outcome: 'left', health: 'unknown', retry: 'none', waitMs: 0, code: null };

/** The longest wish of an upstream to be waited that a call fulfils. */
const LONGEST_WAIT_MS = SECOND_MS;

/**
 * Judges what an upstream failed with. A refusal of the request itself is an answer. A time-out has used the caller's
 * time up, and is asked nobody else; a connection that never came about has not. What is wrong in our configuration (a
 * key, a name) is the same for every call of this upstream.
 * @param provider a name of the service file
 */
export function classifyFailure(thrown: unknown, provider: string): Classification {
  if (!isApiError(thrown)) return { outcome: 'error', health: 'unknown', retry: 'none', waitMs: 0, code: null };
  const { code, status, options } = thrown;
  const waitMs = (options.retryAfterSeconds ?? 0) * SECOND_MS;
  const shared = { waitMs, code };
  const sameOrAnother = waitMs > LONGEST_WAIT_MS ? 'another' : 'same';
  const isConnect = isFetchFailure(options.cause) && options.cause.kind === 'connect';
  const health = isConnect ? 'unreachable' : 'unhealthy';
  switch (code) {
    case 'MODEL_OVERLOADED':
      return { outcome: 'overloaded', health: 'busy', retry: sameOrAnother, ...shared };
    case 'MODEL_AT_CAPACITY':
      // The full queue of our own engine is load; a gateway's 503 mostly means that nobody is behind it.
      return {
        outcome: 'overloaded',
        health: provider === EMBEDDED_PROVIDER ? 'busy' : 'unhealthy',
        retry: sameOrAnother,
        ...shared,
      };
    case 'MODEL_OFFLINE':
      return { outcome: 'error', health, retry: isConnect ? 'same' : 'another', ...shared };
    case 'REQUEST_TIMEOUT':
      return { outcome: 'timeout', health, retry: isConnect ? 'same' : 'none', ...shared };
    case 'INFERENCE_FAILED':
      return { outcome: 'error', health: 'unhealthy', retry: 'same', ...shared };
    default:
      return status < 500
        ? { outcome: 'ok', health: 'healthy', retry: 'none', ...shared }
        : { outcome: 'error', health: 'unhealthy', retry: 'none', ...shared };
  }
}
