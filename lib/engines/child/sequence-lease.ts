/**
 * The sequence that an answer uses: given up while accounts that have used less wait, and acquired again afterward.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';
import { prefill } from './prefill';
import type { PromptSteps } from './prompt-steps';
import type { TokenTime } from './step-clock';
import type { Preemption } from './serve-jobs';

/** The previous user of a sequence often returns at once: nothing is read before it could have. */
const GRACE_MS = 100;
/** How often it is checked meanwhile, so that it gets the sequence, and what that remembers, at once. */
const GRACE_STEP_MS = 5;
/** Time for accounts that have used less, as a multiple of the time of an answer's own tokens. */
const TIMES_FOR_LIGHTER = 2;
/** A step of their prompts may take longer than a rest. At most this much of it counts toward later rests, ms. */
const MOST_AHEAD_MS = 300;

/** The sequence of one answer. */
export type SequenceLease = {
  /** The current sequence. @throws if there is none */
  readonly sequence: LlamaContextSequence;
  /** Reads a prompt without its last token into the sequence. @returns how many tokens it remembered */
  read: (prompt: Token[]) => Promise<number>;
  /** Whether an account that has used less waits for a sequence. */
  isWanted: () => boolean;
  /** Gives up the sequence, then acquires one again and reads these tokens, without the last one, into it. */
  giveWay: (tokens: Token[]) => Promise<void>;
  /** After a token: leaves twice as much time to accounts that have used less, while they are served beside it. */
  rest: (took: TokenTime) => Promise<void>;
  /** To be called once, at the end. @param forget after a failure: nobody knows what the sequence remembers */
  end: (forget: boolean) => Promise<void>;
};

/** Who needs a sequence. */
export type Lessee = {
  loaded: LoadedModel;
  /** Whether prompts of others are read first. */
  goesLast: boolean;
  preemption: Preemption;
  signal: AbortSignal;
};

/** Waits for the sequence that remembers most of a prompt. @throws like `SequencePool.acquire` */
export async function leaseSequence(lessee: Lessee, prompt: Token[]): Promise<SequenceLease> {
  const { loaded, preemption, signal } = lessee;
  const rests = createRests(loaded.steps);
  let sequence: LlamaContextSequence | null = await loaded.pool.acquire(prompt, signal);

  const held = (): LlamaContextSequence => {
    if (!sequence) throw new Error('the answer has no sequence');
    return sequence;
  };
  const release = (): void => {
    if (sequence) loaded.pool.release(sequence);
    sequence = null;
  };
  const isWanted = (): boolean => preemption.contention().waiting;
  const handOver = async (tokens: Token[]): Promise<void> => {
    release();
    await preemption.pause();
    sequence = await loaded.pool.acquire(tokens, signal);
    const untilMs = performance.now() + GRACE_MS;
    while (!isWanted() && performance.now() < untilMs) {
      await sleep(GRACE_STEP_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };
  const readOnce = (tokens: Token[]) => {
    // If somebody waits for its sequence, steps of the usual size finish sooner.
    const goesLast = () => lessee.goesLast || (preemption.contention().running && !isWanted());
    return prefill(loaded, held(), tokens, { goesLast, isInterrupted: isWanted, signal });
  };
  const read = async (tokens: Token[]): Promise<number> => {
    const { remembered, isRead } = await readOnce(tokens);
    for (let isDone = isRead; !isDone; { isRead: isDone } = await readOnce(tokens)) await handOver(tokens);
    return remembered;
  };

  return {
    get sequence() {
      return held();
    },
    read,
    isWanted,
    giveWay: async (tokens) => {
      await handOver(tokens);
      await read(tokens);
    },
    rest: (took) => rests.after(took, preemption.contention().running, signal),
    end: async (forget) => {
      try {
        if (forget) await sequence?.clearHistory();
      } finally {
        release();
      }
    },
  };
}

/** The rests of one answer. What it waited for steps of prompts is time of others as well, and no time of its own. */
export function createRests(steps: Pick<PromptSteps, 'rest'>) {
  let owedMs = 0;
  return {
    after: async ({ ownMs, waitedMs }: TokenTime, isBesideLighter: boolean, signal: AbortSignal): Promise<void> => {
      owedMs = isBesideLighter ? Math.max(-MOST_AHEAD_MS, owedMs + TIMES_FOR_LIGHTER * ownMs - waitedMs) : 0;
      if (owedMs <= 0) return;
      await steps.rest(owedMs, signal);
      owedMs = 0;
    },
  };
}
