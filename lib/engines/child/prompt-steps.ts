/** Shares the processor between prompts that are being read and answers that are being generated. */

import { type Changes, makeChanges } from './changes';
import { type Active, LAST_STEP_MS, makeDue, makeLine, type PromptToRead } from './prompt-line';
import { makeStepClock, type Rank, type TokenTime } from './step-clock';

/**
 * Tokens per step of a prompt. Small steps limit how long an abort waits for a long prompt. Measured on a CPU: steps of
 * 32 take a fifth longer, and steps above 64 save no time.
 */
export const STEP_TOKENS = 64;
/**
 * The largest steps: alone; beside answers, or shortly after them; and of a prompt that goes last. Alone, a large model
 * on few cores needs a second for a whole batch: with a third of that, it read a new prompt a quarter slower.
 */
const STEPS = {
  alone: { tokens: STEP_TOKENS, forMs: 1_000 },
  beside: { tokens: 32, forMs: 150 },
  last: { tokens: 16, forMs: LAST_STEP_MS },
};
/** For this long after an answer, its caller's next request is expected; a long step would delay it. */
const LATELY_MS = 1_000;
/** Fewer gain nothing: deep in a context 64 tokens take a second, and one takes a thirtieth of that. */
const LEAST_STEP_TOKENS = 4;

/** One prompt that is being read. */
export type PromptReading = {
  /**
   * Evaluates one step, of at most so many tokens, when it is its turn.
   * @returns whether it did: not once it is interrupted
   * @throws the signal's reason when aborted
   */
  take: (evaluate: (tokens: number) => Promise<void>) => Promise<boolean>;
  /** To be called once the prompt is read, or abandoned. */
  end: () => void;
};

/** Schedules steps of prompts among the tokens of answers. One for all models of an engine: they use the same cores. */
export type PromptSteps = {
  /** Registers that an answer is being generated. @returns a function to call once, when it ends */
  beginAnswer: () => () => void;
  /** Between two tokens of an answer: others have the processor to themselves for so many ms, as if it had ended. */
  rest: (forMs: number, signal: AbortSignal) => Promise<void>;
  /** Begins to time a token. @returns its time so far */
  timeToken: () => () => TokenTime;
  /**
   * Registers that a prompt is being read. While answers are generated, prompts take one step at a time, first in,
   * first out, and after each step answers have the processor to themselves for twice as long. A prompt that goes last
   * waits for the steps of others, but not longer than six times its own.
   */
  beginPrompt: (prompt: PromptToRead) => PromptReading;
};

/** @param nowMs a monotonic clock, ms */
export function createPromptSteps(nowMs: () => number = () => performance.now()): PromptSteps {
  const changes = makeChanges();
  const active: Active = { answers: 0, first: 0 };
  const clock = makeStepClock(nowMs);
  const due = makeDue(nowMs);
  const line = makeLine({ active, clock, due, changes, nowMs });
  let answeredAtMs = Number.NEGATIVE_INFINITY;

  const sizeFor = (rank: Rank): keyof typeof STEPS => {
    if (rank === 'last') return 'last';
    return active.answers > 0 || nowMs() - answeredAtMs < LATELY_MS ? 'beside' : 'alone';
  };
  const begin = (what: keyof typeof active) => {
    active[what] += 1;
    return () => ((active[what] -= 1), changes.note());
  };
  const answered = () => (answeredAtMs = nowMs());
  const rest = makeRest(active, changes, nowMs);

  return {
    beginAnswer: () => {
      const end = begin('answers');
      return () => (answered(), end());
    },
    rest: (forMs, signal) => (answered(), rest(forMs, signal)),
    timeToken: clock.timeToken,
    beginPrompt: (prompt) => {
      const size = makeStepSize();
      const { rankNow, end } = makeRank(prompt.goesLast, () => begin('first'));
      return {
        end,
        take: async (evaluate) => {
          const rank = await line.wait(prompt, rankNow);
          if (rank === null) return false;
          const begunAtMs = nowMs();
          try {
            await evaluate(size.next(sizeFor(rank)));
            return true;
          } finally {
            const tookMs = nowMs() - begunAtMs;
            clock.end(rank);
            size.took(tookMs);
            due.leaveTime(rank, tookMs);
            changes.note();
          }
        },
      };
    },
  };
}

/** The step size of one prompt: the deeper in a context, the longer each token takes. */
function makeStepSize() {
  let tokens = 0;
  let perTokenMs = 0;
  return {
    next: (of: keyof typeof STEPS): number => {
      const { tokens: most, forMs } = STEPS[of];
      tokens = Math.min(most, Math.max(LEAST_STEP_TOKENS, Math.floor(forMs / perTokenMs)));
      return tokens;
    },
    took: (ms: number): void => {
      perTokenMs = ms / tokens;
    },
  };
}

function makeRest(active: Active, changes: Changes, nowMs: () => number): PromptSteps['rest'] {
  return async (forMs, signal) => {
    const untilMs = nowMs() + forMs;
    const isOver = () => active.answers + active.first === 0 || nowMs() >= untilMs;
    active.answers -= 1;
    changes.note();
    while (!signal.aborted && !isOver()) await changes.next(untilMs - nowMs(), signal);
    active.answers += 1;
  };
}

/** The rank of a prompt, which may change from step to step; it counts among those that go first while it is one. */
function makeRank(goesLast: () => boolean, beginFirst: () => () => void) {
  let endFirst: (() => void) | null = null;
  const end = (): void => {
    endFirst?.();
    endFirst = null;
  };
  const rankNow = (): Rank => {
    if (goesLast()) end();
    else endFirst ??= beginFirst();
    return endFirst ? 'first' : 'last';
  };
  rankNow();
  return { rankNow, end };
}
