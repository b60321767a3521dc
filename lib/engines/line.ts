import { engineBusy } from './envelope';

/** Work for an engine that is done one after another. `last` never rejects. */
export type Line = { waiting: number; last: Promise<unknown> };

/** An empty line. */
export function createLine(): Line {
  return { waiting: 0, last: Promise.resolve() };
}

/**
 * Does work when all that was asked before is done. Who leaves goes at once; what has not begun by then never does, and
 * what has begun keeps its place to the end, so that leaving and coming again lets nothing pile up in the engine.
 * @param places for work that waits or is being done
 * @throws ApiError MODEL_AT_CAPACITY where all places are taken; the signal's reason when aborted; what the work throws
 */
export async function standInLine<T>(
  line: Line,
  work: () => Promise<T>,
  places: number,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  if (line.waiting >= places) throw engineBusy();
  line.waiting += 1;
  let begun = false;
  const result = line.last.then(async () => {
    // Who left while waiting has given the place back already.
    signal?.throwIfAborted();
    begun = true;
    return work().finally(() => (line.waiting -= 1));
  });
  line.last = result.catch(() => undefined);
  if (!signal) return result;
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => {
      if (!begun) line.waiting -= 1;
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
