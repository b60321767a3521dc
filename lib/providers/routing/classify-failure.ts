import { type ErrorCode, isApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { EMBEDDED_PROVIDER } from '../../models/model';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import type { Health } from './breaker';

/** What the end of an attempt means. */
export type Classification = {
  /** For the metrics. */
  outcome: 'ok' | 'error' | 'timeout' | 'overloaded' | 'left';
  health: Health;
  /** What may be called next: nothing, another upstream, or, if there is no other, the same one once more. */
  retry: 'none' | 'another' | 'same';
  /** How long the upstream asks to wait, ms; 0 if it did not say. */
  waitMs: number;
  code: ErrorCode | null;
};

/** The answer was completed. */
export const HEALTHY: Classification = { outcome: 'ok', health: 'healthy', retry: 'none', waitMs: 0, code: null };
/** The caller left early, which says nothing about the upstream. */
export const LEFT: Classification = { outcome: 'left', health: 'unknown', retry: 'none', waitMs: 0, code: null };

/** The longest wait requested by an upstream that a call accepts. */
const LONGEST_WAIT_MS = SECOND_MS;

/**
 * Classifies an upstream's failure. A refusal of the request itself counts as an answer. A timeout has used up the
 * caller's time and is not retried; a failed connection has not. An error in our configuration (a key, a name) is the
 * same for every call of this upstream. A full queue of our own is no failure at all.
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
  if (options.ownQueue !== undefined) {
    return {
      outcome: 'overloaded',
      health: 'busy',
      retry: options.ownQueue === 'after' ? 'none' : 'another',
      ...shared,
    };
  }
  switch (code) {
    case 'MODEL_OVERLOADED':
      return { outcome: 'overloaded', health: 'busy', retry: sameOrAnother, ...shared };
    case 'MODEL_AT_CAPACITY':
      // A full queue of our own engine is load; a gateway's 503 mostly means that nothing is behind it.
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
