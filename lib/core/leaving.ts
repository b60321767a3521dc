import { isApiError } from './errors';

/** The status that proxies log for a client that closed the connection before the response. */
export const CLIENT_LEFT = 499;

/** A signal that is aborted when the service ends a request, but not when its caller leaves. */
export function endedByService(signal: AbortSignal): AbortSignal {
  const ending = new AbortController();
  const follow = () => {
    if (!hasLeft(signal)) ending.abort(signal.reason);
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return ending.signal;
}

/**
 * Whether a request's signal was aborted because the client disconnected. If it was aborted with an `ApiError`, we
 * ended the request (timeout, shutdown), and the client still expects a response.
 */
export function hasLeft(signal: AbortSignal): boolean {
  return signal.aborted && !isApiError(signal.reason);
}
