/** Shares the processor between prompts that are read and answers that are generated. */

/**
 * Tokens per step of a prompt. Small steps bound how long an abort waits for a long prompt. Measured on a processor: steps
 * of 32 take a fifth more time, larger ones than 64 save none.
 */
export const STEP_TOKENS = 64;
/** While answers are generated: their next tokens wait for a step. */
const STEP_TOKENS_BESIDE_ANSWERS = 32;
/**
 * Time of answers after a step, in times of the step. Measured beside one long prompt on a busy machine: with 1 an answer
 * kept a third of its speed.
 */
const TIME_OF_ANSWERS = 2;

/** Steps of prompts, in turn with the tokens of answers. One for all models of an engine: they use the same cores. */
export type PromptSteps = {
  /** Notes that an answer is being generated. @returns to be called once, at its end */
  beginAnswer: () => () => void;
  /**
   * Evaluates one step of a prompt, of at most so many tokens. While answers are generated there is one step at a time,
   * and after it answers have twice as much time for themselves.
   */
  take: (evaluate: (tokens: number) => Promise<void>) => Promise<void>;
};

/** @param nowMs the time, ms, of a clock that is never set back */
export function createPromptSteps(nowMs: () => number = () => performance.now()): PromptSteps {
  const waiting = new Set<() => void>();
  // In the order of coming: who has just taken a step is behind the others.
  const line: symbol[] = [];
  let answers = 0;
  let steps = 0;
  let dueAtMs = 0;
  const wake = (): void => {
    for (const resolve of [...waiting]) resolve();
  };
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      // While a step is taken, its end wakes.
      const timer = steps > 0 ? undefined : setTimeout(() => end(), Math.max(1, dueAtMs - nowMs()));
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      waiting.add(end);
    });
  return {
    beginAnswer: () => {
      answers += 1;
      return () => {
        answers -= 1;
        if (answers === 0) wake();
      };
    },
    take: async (evaluate) => {
      const self = Symbol();
      line.push(self);
      while (answers > 0 && (line[0] !== self || steps > 0 || nowMs() < dueAtMs)) await change();
      line.splice(line.indexOf(self), 1);
      steps += 1;
      const begunAtMs = nowMs();
      try {
        await evaluate(answers > 0 ? STEP_TOKENS_BESIDE_ANSWERS : STEP_TOKENS);
      } finally {
        steps -= 1;
        const endMs = nowMs();
        dueAtMs = endMs + TIME_OF_ANSWERS * (endMs - begunAtMs);
        wake();
      }
    },
  };
}
