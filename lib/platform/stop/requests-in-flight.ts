import type { ApiError } from '../../core/errors';
import { hasLeft } from '../../core/leaving';
import { addEntry, removeEntry, type SwapList } from '../../core/swap-list';
import { LightController } from '../light-controller';
import { processState } from '../process-state';

/** What ends each request in flight: of those with an open response, and of those that go on without their caller. */
export function requestsInFlight(): SwapList<LightController> {
  return processState('platform.requests-in-flight', () => []);
}

/** Ends every request in flight with an error, if one can still be sent. */
export function endRequests(reason: ApiError): void {
  for (const { value } of [...requestsInFlight()]) value.abort(reason);
}

/**
 * A signal that is aborted when the service ends a request or stops, but not when the caller leaves.
 * @param caller the request's own signal
 * @returns also what must be called when the work has ended
 */
export function whileServed(caller: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const ending = new LightController();
  const inFlight = requestsInFlight();
  const entry = addEntry(inFlight, ending);
  const follow = () => {
    if (!hasLeft(caller)) ending.abort(caller.reason);
  };
  if (caller.aborted) follow();
  else caller.addEventListener('abort', follow, { once: true });
  return {
    signal: ending.signal,
    clear: () => {
      removeEntry(inFlight, entry);
      caller.removeEventListener('abort', follow);
    },
  };
}
