import { ApiError } from '../../core/errors';
import { processState } from '../process-state';

/** Sent as `Retry-After`: a load balancer has found another process by then, or this one is up again. */
const RETRY_AFTER_SECONDS = 5;

/** From now on this process is not ready and takes no new requests; those at work go on. There is no way back. */
export function beginStopping(): void {
  held().stopping = true;
}

/** Whether the stop of this process has begun. */
export function isStopping(): boolean {
  return held().stopping;
}

/** 503 with `Retry-After` for whoever comes after the stop began; the connection ends, so that the next try goes elsewhere. */
export function stoppingRefusal(): ApiError {
  return new ApiError('NOT_READY', 'The service is not ready. Try again.', {
    cause: new Error('the process stops'),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    headers: { connection: 'close' },
  });
}

function held(): { stopping: boolean } {
  return processState('platform.stopping', () => ({ stopping: false }));
}
