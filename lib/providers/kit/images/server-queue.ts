import { processState } from '../../../platform/process-state';
import { type FairQueue, makeFairQueue } from '../../../platform/sharing/fair-queue';

/** Calls that wait for a server, and for how long. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 600_000;

/** What a call waits for. */
type Caller = { account?: string; signal: AbortSignal };

/**
 * The queue in front of an image server that works on one image after another: its own queue knows no accounts, and takes
 * any number. There is one per server, whatever providers it is configured as.
 * @param slots calls that it has at a time
 */
export function queueOfServer(baseUrl: string, slots: number): FairQueue {
  const queues = processState('providers.image-servers', () => new Map<string, FairQueue>());
  const server = new URL(baseUrl).href.replace(/\/+$/, '');
  const found = queues.get(server);
  if (found) return found;
  const queue = makeFairQueue({
    slots,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    busyMessage: 'The model is at capacity. Try again later.',
  });
  queues.set(server, queue);
  return queue;
}

/**
 * Works when it is the caller's turn.
 * @throws as the work; MODEL_AT_CAPACITY if too many wait; the signal's reason when aborted while waiting
 */
export async function inTurn<T>(
  queue: FairQueue,
  { account = '', signal }: Caller,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await queue.enter({ account, signal });
  try {
    return await work();
  } finally {
    leave();
  }
}
