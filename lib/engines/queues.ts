/** Who goes next to an engine: its callers share it fairly by account. */
import { MINUTE_MS, SECOND_MS } from '../core/time';
import { type FairQueue, makeFairQueue } from '../platform/sharing/fair-queue';
import { makeSpentTime, type SpentTime, type TimeBudget } from '../platform/sharing/time-budget';
import type { ChildModel } from './chat-orders';
import { ENGINE_BUSY } from './envelope';

/** The queues of one engine by what is waited for. */
export type EngineQueues = Map<string, FairQueue>;

/** A call that waits longer has passed its own deadline. */
const MAX_WAIT_MS = 10 * MINUTE_MS;

const LEFT_PROMPTS = { burstMs: 30 * SECOND_MS, perSecondMs: 250 };
const LEFT_MESSAGE = 'Too many requests of this account were aborted before the first token.';
/** An account that has left so much of its prompts has the next ones read after those of others. */
export const LEFT_BEFORE_LAST_MS = 1_500;

/**
 * The queue for the sequences of a model. Of two or more, one account never has all: an answer may take minutes, and
 * whoever comes with a first call must not wait for that. Somebody who sends one prompt to a model three times, to compare
 * settings, gets the answers one after another: on a processor they share the same cores, so that the last one is no later
 * and the first one sooner. An account that has used less goes first, also amid the answers of others (`leaseSlot`).
 * Different models have queues of their own. There is no budget: answers are paid by tokens,
 * and prompts that are left have one of their own.
 */
export function generatingQueue(queues: EngineQueues, { id, sequences, maxWaiting }: ChildModel): FairQueue {
  return queueOf(queues, `generate ${id}`, {
    slots: sequences,
    slotsPerAccount: Math.max(1, sequences - 1),
    maxWaiting,
  });
}

/**
 * The queue for counting prompts, of all models: a count keeps the engine from everything else while it lasts, so there is
 * never more than one. As many prompts as the model takes calls are counted or wait.
 */
export function countingQueue(queues: EngineQueues, { sequences, maxWaiting }: ChildModel): FairQueue {
  return queueOf(queues, 'count', { slots: 1, slotsPerAccount: 1, maxWaiting: sequences + maxWaiting - 1 });
}

/**
 * What accounts have used for prompts that they left before the first token: nobody pays for those. A prompt that fills
 * the context takes some ten seconds.
 */
export function leftPrompts(budget: TimeBudget = LEFT_PROMPTS): SpentTime {
  return makeSpentTime(budget, LEFT_MESSAGE);
}

type Size = { slots: number; slotsPerAccount: number; maxWaiting: number };

function queueOf(queues: EngineQueues, what: string, size: Size): FairQueue {
  // An engine that is started again may have other bounds; calls of before end in the queue that they came to.
  const name = `${what} ${size.slots} ${size.maxWaiting}`;
  const known = queues.get(name);
  if (known) return known;
  const queue = makeFairQueue({ ...size, maxWaitMs: MAX_WAIT_MS, busyMessage: ENGINE_BUSY });
  queues.set(name, queue);
  return queue;
}

/** The outcome of work that nobody can stop, or the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
