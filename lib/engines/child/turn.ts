/** The sequence that an answer uses: it gives it up while others wait who should go first, and takes one again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LoadedModel } from './loaded-model';
import { prefill } from './prefill';
import type { Others } from './serve-orders';

/**
 * Whoever comes back reads again what its sequence has forgotten, without a break but in the beginning, when little is
 * lost; then it generates for as long as that took, so that half of the time at least is not spent on reading.
 */
const BEGINNING_MS = 500;
/** Whoever has just had the sequence often comes again at once: nothing is read before they could have. */
const GRACE_MS = 100;
/** No longer than this, however long the reading took. */
const LONGEST_SLICE_MS = 10_000;

/** A token takes so long, in ms, under a large grammar alone: of hundreds of properties, or of many ways to go on. */
const LONG_TOKEN_MS = 100;
/** Time for others after such a token, in times of it: while it is compared with its grammar nobody else gets one. */
const TIMES_AFTER_LONG_TOKEN = 4;

/** The sequence of one answer. */
export type Turn = {
  /** The one that it has now. @throws where it has none */
  readonly sequence: LlamaContextSequence;
  /** Brings the sequence to a prompt without its last token. @returns how many tokens it remembered */
  read: (prompt: Token[]) => Promise<number>;
  /** Whether to give way after this token. */
  isOver: () => boolean;
  /** Between two tokens: leaves time to others, where that is due after one that took so long. */
  rest: (tookMs: number, byGrammar: boolean) => Promise<void>;
  /** Lets others go first, then takes a sequence again and brings it to these tokens without the last one. */
  giveWay: (tokens: Token[]) => Promise<void>;
  /** To be called once, at the end. @param forget after a failure nobody knows what a sequence remembers */
  end: (forget: boolean) => Promise<void>;
};

/** Who takes a turn. */
export type TurnTaker = {
  loaded: LoadedModel;
  /** Whether prompts of others are read first. */
  goesLast: boolean;
  others: Others;
  signal: AbortSignal;
};

/** Waits for the sequence that remembers most of a prompt. @throws as `SequencePool.acquire` */
export async function takeTurn({ loaded, goesLast, others, signal }: TurnTaker, prompt: Token[]): Promise<Turn> {
  let sequence: LlamaContextSequence | null = await loaded.pool.acquire(prompt, signal);
  let heldSinceMs = performance.now();
  /** Until then it keeps its sequence, whoever waits. */
  let keptUntilMs = 0;
  let isFirst = true;

  const held = (): LlamaContextSequence => {
    if (!sequence) throw new Error('the answer has no sequence');
    return sequence;
  };
  const release = (): void => {
    if (sequence) loaded.pool.release(sequence);
    sequence = null;
  };
  const isOver = (): boolean => others.now().wait && performance.now() >= keptUntilMs;
  const isLast = (): boolean => goesLast || others.now().run;
  const isInterrupted = (): boolean => others.now().wait && (isFirst || performance.now() - heldSinceMs < BEGINNING_MS);
  const pause = async (tokens: Token[]): Promise<void> => {
    release();
    await others.goFirst();
    sequence = await loaded.pool.acquire(tokens, signal);
    heldSinceMs = performance.now();
    isFirst = false;
    await sleep(GRACE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  const read = async (tokens: Token[]): Promise<number> => {
    const { remembered, isRead } = await prefill(loaded, held(), tokens, { goesLast: isLast, signal, isInterrupted });
    if (!isRead) await readAgain(tokens);
    return remembered;
  };
  const readAgain = async (tokens: Token[]): Promise<void> => {
    await pause(tokens);
    await read(tokens);
    const nowMs = performance.now();
    keptUntilMs = nowMs + Math.min(nowMs - heldSinceMs, LONGEST_SLICE_MS);
  };

  return {
    get sequence() {
      return held();
    },
    read,
    isOver,
    rest: async (tookMs, byGrammar) => {
      if (byGrammar && tookMs >= LONG_TOKEN_MS) await loaded.steps.rest(TIMES_AFTER_LONG_TOKEN * tookMs, signal);
      else if (others.now().run) await loaded.steps.rest(tookMs, signal);
    },
    giveWay: readAgain,
    end: async (forget) => {
      if (forget) await sequence?.clearHistory();
      release();
    },
  };
}
