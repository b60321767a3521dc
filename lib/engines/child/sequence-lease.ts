/** The sequence that an answer uses: given up while accounts wait that have used less, and taken again afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';
import { prefill } from './prefill';
import type { Preemption } from './serve-orders';

/** Whoever has just had the sequence often comes again at once: nothing is read before they could have. */
const GRACE_MS = 100;
/** Time for lighter accounts after a token, in times of the token. */
const TIMES_FOR_LIGHTER = 2;

/** The sequence of one answer. */
export type SequenceLease = {
  /** The one that it has now. @throws where it has none */
  readonly sequence: LlamaContextSequence;
  /** Brings the sequence to a prompt without its last token. @returns how many tokens it remembered */
  read: (prompt: Token[]) => Promise<number>;
  /** Whether an account waits for a sequence that has used less. */
  isWanted: () => boolean;
  /** Gives the sequence to whoever waits, then takes one again and brings it to these tokens without the last one. */
  giveWay: (tokens: Token[]) => Promise<void>;
  /** After a token: leaves twice as much time to accounts that have used less, while their answers are generated. */
  rest: (tookMs: number) => Promise<void>;
  /** To be called once, at the end. @param forget after a failure nobody knows what a sequence remembers */
  end: (forget: boolean) => Promise<void>;
};

/** Who asks for a sequence. */
export type Lessee = {
  loaded: LoadedModel;
  /** Whether prompts of others are read first. */
  goesLast: boolean;
  preemption: Preemption;
  signal: AbortSignal;
};

/** Waits for the sequence that remembers most of a prompt. @throws as `SequencePool.acquire` */
export async function leaseSequence(lessee: Lessee, prompt: Token[]): Promise<SequenceLease> {
  const { loaded, preemption, signal } = lessee;
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
    await sleep(GRACE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  const readOnce = (tokens: Token[]) => {
    // With somebody waiting for its sequence, it is over sooner in steps of the usual size.
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
    rest: async (tookMs) => {
      if (preemption.contention().running) await loaded.steps.rest(TIMES_FOR_LIGHTER * tookMs, signal);
    },
    end: async (forget) => {
      try {
        if (forget) await sequence?.clearHistory();
      } finally {
        release();
      }
    },
  };
}
