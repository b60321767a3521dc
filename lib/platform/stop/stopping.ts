import { ApiError } from '../../core/errors';
import { processState } from '../process-state';

/** Sent as `Retry-After`: by then, a load balancer has found another process, or this one has restarted. */
const RETRY_AFTER_SECONDS = 5;

/**
 * From now on this process is not ready and accepts no new requests; those in flight continue. This cannot be undone.
 */
export function beginStopping(): void {
  state().stopping = true;
}

/** Whether this process is shutting down. */
export function isStopping(): boolean {
  return state().stopping;
}

/** 503 with `Retry-After` for requests during shutdown; closes the connection, so that the retry goes elsewhere. */
export function stoppingRefusal(): ApiError {
  return new ApiError('NOT_READY', 'The service is not ready. Try again.', {
    cause: new Error('the process is shutting down'),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    headers: { connection: 'close' },
  });
}

function state(): { stopping: boolean } {
  return processState('platform.stopping', () => ({ stopping: false }));
}
