/** Queues for an engine: callers share it fairly by account. */
import { MINUTE_MS, SECOND_MS } from '../core/time';
import { type FairQueue, makeFairQueue } from '../platform/sharing/fair-queue';
import { makeSpentTime, type SpentTime, type TimeBudget } from '../platform/sharing/time-budget';
import type { ChildModel } from './chat-jobs';
import { ENGINE_BUSY } from './envelope';

/** The queues of one engine, by what they are for. */
export type EngineQueues = Map<string, FairQueue>;

/** A call that waits longer has missed its own deadline. */
const MAX_WAIT_MS = 10 * MINUTE_MS;

const ABORTED_PROMPTS = { burstMs: 30 * SECOND_MS, perSecondMs: 250 };
/** The share of the budget that one prompt uses up at most. */
const MOST_PER_PROMPT = 2 / 3;
const ABORTED_MESSAGE =
  'Requests of this account were aborted before their first token, after a long time that nobody paid for.';
/** Once an account has abandoned prompts that took this long, its next prompts are read after those of others. */
export const ABORTED_BEFORE_LAST_MS = 1_500;

/**
 * The queue for the sequences of a model. Of two or more, one account never has all: an answer may take minutes, and
 * somebody's first call must not wait for that. If an account sends a prompt to a model three times, to compare
 * settings, it gets the answers one after another: on a CPU they share the same cores, so the last one is no later and
 * the first one sooner. An account that has used less goes first, even in the middle of the answers of others
 * (`leaseSlot`). Each model has its own queue. There is no budget: answers are paid by tokens, and abandoned prompts
 * have a budget of their own.
 */
export function generatingQueue(queues: EngineQueues, { id, sequences, maxWaiting }: ChildModel): FairQueue {
  return queueOf(queues, `generate ${id}`, {
    slots: sequences,
    slotsPerAccount: Math.max(1, sequences - 1),
    maxWaiting,
  });
}

/**
 * The queue for counting prompts, for all models: a count blocks the engine while it lasts, so only one runs at a time.
 * As many prompts as the model accepts calls may be counted or wait.
 */
export function countingQueue(queues: EngineQueues, { sequences, maxWaiting }: ChildModel): FairQueue {
  return queueOf(queues, 'count', { slots: 1, slotsPerAccount: 1, maxWaiting: sequences + maxWaiting - 1 });
}

/**
 * What accounts have used for prompts that they abandoned before the first token, which nobody pays for. A prompt that
 * fills the context takes about ten seconds.
 */
export function abortedPrompts(budget: TimeBudget = ABORTED_PROMPTS): SpentTime {
  const spent = makeSpentTime(budget, ABORTED_MESSAGE);
  return {
    ...spent,
    // On a slow machine one prompt may take minutes: who aborts one may send another, which is read after those of others.
    spend: (account, milliseconds) => spent.spend(account, Math.min(milliseconds, MOST_PER_PROMPT * budget.burstMs)),
  };
}

type Size = { slots: number; slotsPerAccount: number; maxWaiting: number };

function queueOf(queues: EngineQueues, what: string, size: Size): FairQueue {
  // A restarted engine may have other limits; earlier calls finish in their own queue.
  const name = `${what} ${size.slots} ${size.maxWaiting}`;
  const known = queues.get(name);
  if (known) return known;
  const queue = makeFairQueue({ ...size, maxWaitMs: MAX_WAIT_MS, busyMessage: ENGINE_BUSY });
  queues.set(name, queue);
  return queue;
}

/** The outcome of work that cannot be stopped, or the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
