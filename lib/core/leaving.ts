import { isApiError } from './errors';

/** The status that proxies log for a client that closed the connection before the response. */
export const CLIENT_LEFT = 499;

/**
 * Whether a request's signal was aborted because the client disconnected. If it was aborted with an `ApiError`, we
 * ended the request (timeout, shutdown), and the client still expects a response.
 */
export function hasLeft(signal: AbortSignal): boolean {
  return signal.aborted && !isApiError(signal.reason);
}
