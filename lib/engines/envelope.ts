/** What travels between a supervisor and its child process, whatever the engine. JSON over Node's own channel. */
import { ApiError, type ErrorCode } from '../core/errors';
import type { Contention } from '../platform/sharing/contention';

/**
 * Parent to child: do this, or leave it; which accounts compete for what it uses; go on after a pause. Ids count up and are
 * never used twice.
 */
export type Errand<Order> =
  | { id: number; order: Order }
  | { id: number; abort: true }
  | { id: number; contention: Contention }
  | { id: number; resume: true };

/**
 * Child to parent: what came of an errand since the last message. After `paused` nothing follows until it may go on, after
 * `end` or `failure` nothing at all.
 */
export type Answer<Report> = { id: number; reports: Report[]; paused?: true; end?: true; failure?: Failure };

/** One message of the child: it can take errands now, or answers to several of them. */
export type ChildMessage<Report> = { ready: true } | { answers: Answer<Report>[] };

/** A thrown value on its way through the channel. `code` is null where it was a bug: the text goes to the log only. */
export type Failure = {
  code: ErrorCode | null;
  message: string;
  retryAfterSeconds?: number;
  body?: Record<string, unknown>;
};

/** 503: the engine's process is away, or the model is not installed. */
export function engineOffline(cause: string): ApiError {
  return new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause: new Error(cause), retryAfterSeconds: 5 });
}

/** What a caller reads where more is waiting for the model than may wait. */
export const ENGINE_BUSY = 'The model is at capacity. Try again later.';

/** 503: more is waiting for the model than may wait. */
export function engineBusy(): ApiError {
  return new ApiError('MODEL_AT_CAPACITY', ENGINE_BUSY, { retryAfterSeconds: 5 });
}

/** The error that a failure stands for. */
export function errorOf(failure: Failure): ApiError {
  const { code, message, retryAfterSeconds, body } = failure;
  if (code !== null) return new ApiError(code, message, { retryAfterSeconds, body });
  return new ApiError('INFERENCE_FAILED', 'The model failed to answer.', { cause: new Error(message) });
}
