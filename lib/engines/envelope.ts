/** The messages between a supervisor and its child process, for any engine. JSON over Node's own channel. */
import { ApiError, type ErrorCode } from '../core/errors';
import type { Contention } from '../platform/sharing/contention';
import { gigabytes } from './gigabytes';

/**
 * Parent to child: process a job, or abort it; which accounts compete for what it uses; continue after a pause. Ids
 * count up and are never reused.
 */
export type EngineMessage<Job> =
  | { id: number; job: Job }
  | { id: number; abort: true }
  | { id: number; contention: Contention }
  | { id: number; resume: true };

/**
 * Child to parent: what a job produced since the last message. After `paused` nothing follows until it may
 * continue, after `end` or `failure` nothing at all.
 */
export type Answer<Report> = { id: number; reports: Report[]; paused?: true; end?: true; failure?: Failure };

/** One message of the child: it is ready for jobs, or answers to several of them. */
export type ChildMessage<Report> = { ready: true } | { answers: Answer<Report>[] };

/** An exception on its way through the channel. `code` is null if it was a bug: the text only goes to the log. */
export type Failure = {
  code: ErrorCode | null;
  message: string;
  retryAfterSeconds?: number;
  body?: Record<string, unknown>;
};

/** 503: the engine's process is not running, or the model is not installed. */
export function engineOffline(cause: string): ApiError {
  return new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause: new Error(cause), retryAfterSeconds: 5 });
}

/** The message if too many calls are waiting for the model. */
export const ENGINE_BUSY = 'The model is at capacity. Try again later.';

/** 503: too many calls are waiting for the model. */
export function engineBusy(): ApiError {
  return new ApiError('MODEL_AT_CAPACITY', ENGINE_BUSY, { retryAfterSeconds: 5 });
}

/** 503: the models in memory are in use, and there is not enough memory for another one. */
export function notEnoughMemory(id: string): ApiError {
  const sentence = `There is not enough memory to load ${id} alongside the models in use. Try again later.`;
  return new ApiError('MODEL_AT_CAPACITY', sentence, { retryAfterSeconds: 60 });
}

/** 503: the model needs more memory than embedded models may take. */
export function modelTooLarge(id: string, memoryBytes: number, boundBytes: number): ApiError {
  return new ApiError(
    'MODEL_OFFLINE',
    `${id} needs ${gigabytes(memoryBytes)} of memory, but embedded models may use only ${gigabytes(boundBytes)} here.`,
  );
}

/** The error that a failure describes. */
export function errorOf(failure: Failure): ApiError {
  const { code, message, retryAfterSeconds, body } = failure;
  if (code !== null) return new ApiError(code, message, { retryAfterSeconds, body });
  return new ApiError('INFERENCE_FAILED', 'The model failed to answer.', { cause: new Error(message) });
}
