import { type ErrorCode, isApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { EMBEDDED_PROVIDER } from '../../models/model';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import type { Health } from './breaker';

/** What the end of an attempt means. */
export type Judgement = {
  /** As it is counted. */
  outcome: 'ok' | 'error' | 'timeout' | 'overloaded' | 'left';
  health: Health;
  /** Who may be asked instead: nobody, another upstream, or, where there is no other, the same one once more. */
  again: 'nobody' | 'another' | 'same';
  /** What the upstream wants to be waited, ms; 0 where it did not tell. */
  waitMs: number;
  code: ErrorCode | null;
};

/** The answer came to its end. */
export const WELL: Judgement = { outcome: 'ok', health: 'well', again: 'nobody', waitMs: 0, code: null };
/** The caller left before: that tells nothing of the upstream. */
export const LEFT: Judgement = { outcome: 'left', health: 'unknown', again: 'nobody', waitMs: 0, code: null };

/** The longest wish of an upstream to be waited that a call fulfils. */
const LONGEST_WAIT_MS = SECOND_MS;

/**
 * Judges what an upstream failed with. A refusal of the request itself is an answer. A time-out has used the caller's
 * time up, and is asked nobody else; a connection that never came about has not. What is wrong in our configuration (a
 * key, a name) is the same for every call of this upstream.
 * @param provider a name of the service file
 */
export function judgeFailure(thrown: unknown, provider: string): Judgement {
  if (!isApiError(thrown)) return { outcome: 'error', health: 'unknown', again: 'nobody', waitMs: 0, code: null };
  const { code, status, options } = thrown;
  const waitMs = (options.retryAfterSeconds ?? 0) * SECOND_MS;
  const told = { waitMs, code };
  const orSame = waitMs > LONGEST_WAIT_MS ? 'another' : 'same';
  const isConnect = isFetchFailure(options.cause) && options.cause.kind === 'connect';
  const health = isConnect ? 'unreachable' : 'ill';
  switch (code) {
    case 'MODEL_OVERLOADED':
      return { outcome: 'overloaded', health: 'busy', again: orSame, ...told };
    case 'MODEL_AT_CAPACITY':
      // The full queue of our own engine is load; a gateway's 503 mostly means that nobody is behind it.
      return { outcome: 'overloaded', health: provider === EMBEDDED_PROVIDER ? 'busy' : 'ill', again: orSame, ...told };
    case 'MODEL_OFFLINE':
      return { outcome: 'error', health, again: isConnect ? 'same' : 'another', ...told };
    case 'REQUEST_TIMEOUT':
      return { outcome: 'timeout', health, again: isConnect ? 'same' : 'nobody', ...told };
    case 'INFERENCE_FAILED':
      return { outcome: 'error', health: 'ill', again: 'same', ...told };
    default:
      return status < 500
        ? { outcome: 'ok', health: 'well', again: 'nobody', ...told }
        : { outcome: 'error', health: 'ill', again: 'nobody', ...told };
  }
}
