/** Work in progress that several callers wait for, by key. Keep it in `processState`. */
export type Flights<T> = {
  /**
   * Waits for the work of this key; begins it if none is in progress. It is aborted once nobody waits for it anymore.
   * @throws what the work throws, the same for all; the caller's own reason when its signal aborts
   */
  join: (key: string, begin: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;
};

type Flight<T> = { work: Promise<T>; waiting: number; controller: AbortController };

/** Makes it, with no work in progress. */
export function makeFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    join: async (key, begin, signal) => {
      signal.throwIfAborted();
      const flight = flights.get(key) ?? start(flights, key, begin);
      flight.waiting += 1;
      try {
        return await untilAborted(flight.work, signal);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          remove(flights, key, flight);
          flight.controller.abort(new Error('Nobody waits for it anymore.'));
        }
      }
    },
  };
}

function start<T>(flights: Map<string, Flight<T>>, key: string, begin: (signal: AbortSignal) => Promise<T>): Flight<T> {
  const controller = new AbortController();
  const flight = { work: begin(controller.signal), waiting: 0, controller };
  flights.set(key, flight);
  // Later callers begin anew; whoever waits gets the error.
  const end = (): void => remove(flights, key, flight);
  flight.work.then(end, end);
  return flight;
}

function remove<T>(flights: Map<string, Flight<T>>, key: string, flight: Flight<T>): void {
  if (flights.get(key) === flight) flights.delete(key);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
