import { isApiError } from './errors';

/** The status that proxies log for a client that closed the connection before its answer. */
export const CLIENT_LEFT = 499;

/**
 * Whether a request's signal says that its caller left. Aborted with an `ApiError` it says that we end the request (the
 * time is over, the service stops), and the caller is still there to be told.
 */
export function hasLeft(signal: AbortSignal): boolean {
  return signal.aborted && !isApiError(signal.reason);
}
