import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPromptSteps, STEP_TOKENS } from './prompt-steps';
import { createRests } from './sequence-lease';

/** How long a batch takes in which one token is evaluated, and each further one. */
const TOKEN_MS = 12;
const FURTHER_MS = 8;
/** An answer, and what it takes alone. */
const ANSWER_TOKENS = 16;
const ANSWER_ALONE_MS = ANSWER_TOKENS * TOKEN_MS;
const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Evaluates like the engine's context: one batch at a time, of everything that has been asked for until it begins. */
function makeContext() {
  const asked: { tokens: number; done: () => void }[] = [];
  let isBusy = false;
  const next = (): void => {
    if (isBusy || asked.length === 0) return;
    isBusy = true;
    let tokens = 0;
    const batch = asked.splice(0).filter((one) => {
      const isTaken = tokens + one.tokens <= STEP_TOKENS;
      if (isTaken) tokens += one.tokens;
      else asked.push(one);
      return isTaken;
    });
    setTimeout(
      () => {
        isBusy = false;
        for (const { done } of batch) done();
        setTimeout(next, 0);
      },
      TOKEN_MS + (tokens - 1) * FURTHER_MS,
    );
  };
  return (tokens: number) =>
    new Promise<void>((done) => {
      asked.push({ tokens, done });
      setTimeout(next, 0);
    });
}

/** Two callers with one request after another: one with long prompts and short answers, one with short prompts. */
function makeCallers(lighter: 'long' | 'short' | 'none') {
  const evaluate = makeContext();
  const steps = createPromptSteps();
  const active = { long: false, short: false };
  const givesWay = (who: 'long' | 'short') => {
    const other = who === 'long' ? 'short' : 'long';
    return active[other] && lighter === other;
  };
  const read = async (who: 'long' | 'short', tokens: number): Promise<void> => {
    const reading = steps.beginPrompt({ goesLast: () => givesWay(who), isInterrupted: () => false, signal });
    for (let at = 0; at < tokens;) {
      await reading.take(async (most) => {
        const taken = Math.min(most, tokens - at);
        await evaluate(taken);
        at += taken;
      });
    }
    reading.end();
  };
  const answer = async (who: 'long' | 'short', tokens: number): Promise<void> => {
    const rests = createRests(steps);
    const end = steps.beginAnswer();
    for (let n = 0; n < tokens; n += 1) {
      const took = steps.timeToken();
      await evaluate(1);
      await rests.after(took(), givesWay(who), signal);
    }
    end();
  };
  return async (who: 'long' | 'short', promptTokens: number, answerTokens: number): Promise<number> => {
    const begunAtMs = performance.now();
    active[who] = true;
    await read(who, promptTokens);
    await answer(who, answerTokens);
    active[who] = false;
    return performance.now() - begunAtMs;
  };
}

/** The slowest of some requests with a short prompt, which begin when long ones have been read for a while. */
async function slowestBeside(lighter: 'long' | 'short' | 'none', promptTokens: number): Promise<number> {
  const ask = makeCallers(lighter);
  let isOver = false;
  const long = (async () => {
    while (!isOver) await ask('long', 3_000, 4).then(() => sleep(5));
  })();
  const taken: number[] = [];
  const short = (async () => {
    await sleep(2_000);
    for (let n = 0; n < 10; n += 1) {
      taken.push(await ask('short', promptTokens, ANSWER_TOKENS));
      await sleep(20);
    }
    isOver = true;
  })();
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([long, short]);
  // The first one may meet a step that began when nobody was expected.
  return Math.max(...taken.slice(1));
}

describe('an answer beside long prompts', () => {
  it.each([
    ['of an account that has used more', 'short', 1.6],
    ['of an account that has used as much', 'none', 2.1],
    ['of an account that has used less', 'long', 4],
  ] as const)('%s takes at most a few times as long', async (_, lighter, times) => {
    expect(await slowestBeside(lighter, 0)).toBeLessThan(times * ANSWER_ALONE_MS);
  });

  it('has its own prompt read, even if its account has used more', async () => {
    const promptTokens = 48;
    const aloneMs = promptTokens * FURTHER_MS + ANSWER_ALONE_MS;
    expect(await slowestBeside('long', promptTokens)).toBeLessThan(10 * aloneMs);
  });
});

describe('the rests of an answer', () => {
  it('are twice as long as its own tokens, less what it waited for steps of prompts', async () => {
    const restedMs: number[] = [];
    const rests = createRests({
      rest: async (ms) => {
        restedMs.push(ms);
      },
    });
    const after = (ownMs: number, waitedMs: number, isBeside = true) =>
      rests.after({ ownMs, waitedMs }, isBeside, signal);
    await after(10, 0);
    await after(10, 5);
    // A step of 50 ms is worth two and a half tokens.
    await after(10, 50);
    await after(10, 0);
    await after(10, 0);
    expect(restedMs).toEqual([20, 15, 10]);
    // It waited for far longer than it owes: of that only a part counts.
    await after(10, 60_000);
    for (let n = 0; n < 15; n += 1) await after(10, 0);
    expect(restedMs).toEqual([20, 15, 10]);
    await after(10, 0);
    expect(restedMs).toEqual([20, 15, 10, 20]);
    // Alone, nothing is owed any more.
    await after(10, 60_000);
    await after(10, 0, false);
    await after(10, 0);
    expect(restedMs).toEqual([20, 15, 10, 20, 20]);
  });
});
