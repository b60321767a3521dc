import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PromptToRead } from './prompt-line';
import { createPromptSteps, type PromptSteps } from './prompt-steps';

const { signal } = new AbortController();
const prompt = (goesLast: () => boolean, more: Partial<PromptToRead> = {}): PromptToRead => ({
  goesLast,
  isInterrupted: () => false,
  signal,
  ...more,
});

/** Reads a prompt of so many steps, each of which takes a while, and records when each begins and ends. */
async function read(steps: PromptSteps, name: string, count: number, notes: string[], goesLast = false) {
  const reading = steps.beginPrompt(prompt(() => goesLast));
  for (let step = 0; step < count; step += 1) {
    await reading.take(async () => {
      notes.push(`${name} begins`);
      await sleep(5);
      notes.push(`${name} ends`);
    });
  }
  reading.end();
}

/** Steps on a manual clock, with the sizes that they had. */
function onClock() {
  const clock = { nowMs: 0 };
  const steps = createPromptSteps(() => clock.nowMs);
  const sizes: number[] = [];
  const stepOf =
    (tookMs: number) =>
    async (tokens: number): Promise<void> => {
      sizes.push(tokens);
      clock.nowMs += tookMs;
    };
  return { clock, steps, sizes, stepOf };
}

describe('steps of prompts', () => {
  it('run in parallel while no answer is generated', async () => {
    const steps = createPromptSteps();
    const notes: string[] = [];
    await Promise.all([read(steps, 'one', 1, notes), read(steps, 'other', 1, notes)]);
    expect(notes.slice(0, 2)).toEqual(['one begins', 'other begins']);
  });

  it('run one after another beside an answer, each prompt in turn', async () => {
    const steps = createPromptSteps();
    const end = steps.beginAnswer();
    const notes: string[] = [];
    await Promise.all([read(steps, 'one', 3, notes), read(steps, 'other', 3, notes)]);
    expect(notes).toEqual(
      ['one', 'other', 'one', 'other', 'one', 'other'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    end();
  });

  it('follow a rank that changes from step to step', async () => {
    const { steps, sizes, stepOf } = onClock();
    let goesLast = false;
    const reading = steps.beginPrompt(prompt(() => goesLast));
    await reading.take(stepOf(0));
    goesLast = true;
    await reading.take(stepOf(0));
    goesLast = false;
    await reading.take(stepOf(0));
    reading.end();
    expect(sizes).toEqual([64, 16, 64]);
    // It counts as one that goes first only while it is one.
    const last = steps.beginPrompt(prompt(() => true));
    await Promise.all([last.take(stepOf(1)), last.take(stepOf(1))]);
    expect(sizes).toHaveLength(5);
  });

  it('can be interrupted, or run sooner, while they wait behind a prompt that goes first', async () => {
    const steps = createPromptSteps();
    const ending = new AbortController();
    const all = (async () => {
      const reading = steps.beginPrompt(prompt(() => false));
      while (!ending.signal.aborted) await reading.take(() => sleep(2));
      reading.end();
    })();
    await sleep(5);
    let isInterrupted = false;
    let goesLast = true;
    const given = steps.beginPrompt(prompt(() => true, { isInterrupted: () => isInterrupted })).take(() => sleep(1));
    const sooner = steps.beginPrompt(prompt(() => goesLast)).take(() => sleep(1));
    await sleep(20);
    isInterrupted = true;
    expect(await given).toBe(false);
    goesLast = false;
    expect(await sooner).toBe(true);
    ending.abort();
    await all;
  });

  it('let an answer rest while others are running', async () => {
    const steps = createPromptSteps();
    const ends = [steps.beginAnswer(), steps.beginAnswer()];
    let hasRested = false;
    const resting = steps.rest(60_000, signal).then(() => (hasRested = true));
    await sleep(5);
    expect(hasRested).toBe(false);
    ends.pop()?.();
    // Alone again: nobody has to wait for it, however long its tokens take.
    await resting;
    await steps.rest(60_000, signal);
    const leave = new AbortController();
    steps.beginAnswer();
    const left = steps.rest(60_000, leave.signal);
    leave.abort();
    await left;
  });

  it.each([
    [false, 2],
    [true, 6],
  ])('leave time for an answer after each one (goes last: %s)', async (goesLast, times) => {
    const { clock, steps } = onClock();
    const end = steps.beginAnswer();
    const reading = steps.beginPrompt(prompt(() => goesLast));
    const takenAtMs: number[] = [];
    const ticking = setInterval(() => (clock.nowMs += 1), 1);
    for (const tookMs of [20, 10, 0]) {
      await reading.take(async () => {
        takenAtMs.push(clock.nowMs);
        clock.nowMs += tookMs;
      });
    }
    clearInterval(ticking);
    const [first = 0, second = 0, third = 0] = takenAtMs;
    expect(second - first).toBeGreaterThanOrEqual(20 + times * 20);
    expect(third - second).toBeGreaterThanOrEqual(10 + times * 10);
    end();
  });

  it('are small beside an answer, and continue at once when it ends', async () => {
    const { steps, sizes, stepOf } = onClock();
    const reading = steps.beginPrompt(prompt(() => false));
    await reading.take(stepOf(0));
    const end = steps.beginAnswer();
    // A minute: the test would time out if the next step waited for it.
    await reading.take(stepOf(60_000));
    const next = reading.take(stepOf(0));
    end();
    await next;
    // The next one is as short as possible, because this one took so long.
    expect(sizes).toEqual([64, 32, 4]);
  });

  it('become shorter the longer they take, depending on who waits', async () => {
    const { steps, sizes, stepOf } = onClock();
    let goesLast = false;
    const reading = steps.beginPrompt(prompt(() => goesLast));
    // 25 ms per token, then 10: as many as take a second, or 75 ms if others go first.
    await reading.take(stepOf(1_600));
    await reading.take(stepOf(400));
    goesLast = true;
    await reading.take(stepOf(70));
    await reading.take(stepOf(0));
    await reading.take(stepOf(0));
    expect(sizes).toEqual([64, 40, 7, 7, 16]);
  });

  it('stay small for a while after an answer, whose caller may come back', async () => {
    const { clock, steps, sizes, stepOf } = onClock();
    const reading = steps.beginPrompt(prompt(() => false));
    steps.beginAnswer()();
    await reading.take(stepOf(32));
    clock.nowMs += 900;
    await reading.take(stepOf(32));
    clock.nowMs += 100;
    await reading.take(stepOf(64));
    expect(sizes).toEqual([32, 32, 64]);
  });

  it('are not part of the time of a token that waits for them', async () => {
    const { clock, steps } = onClock();
    const reading = steps.beginPrompt(prompt(() => false));
    const took = steps.timeToken();
    clock.nowMs += 5;
    await reading.take(async () => {
      clock.nowMs += 40;
      expect(took()).toEqual({ ownMs: 5, waitedMs: 40 });
    });
    clock.nowMs += 7;
    expect(took()).toEqual({ ownMs: 12, waitedMs: 40 });
    expect(steps.timeToken()()).toEqual({ ownMs: 0, waitedMs: 0 });
  });

  it('continue after one that failed', async () => {
    const steps = createPromptSteps();
    const end = steps.beginAnswer();
    const failing = steps.beginPrompt(prompt(() => false)).take(() => Promise.reject(new Error('wrong')));
    await expect(failing).rejects.toThrow('wrong');
    const notes: string[] = [];
    await read(steps, 'one', 1, notes);
    expect(notes).toHaveLength(2);
    end();
  });

  it('do not wait for a prompt whose caller has left', async () => {
    const { steps, stepOf } = onClock();
    const leaving = new AbortController();
    const end = steps.beginAnswer();
    await steps.beginPrompt(prompt(() => false)).take(stepOf(60_000));
    const left = steps.beginPrompt(prompt(() => false, { signal: leaving.signal })).take(() => expect.unreachable());
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    end();
    await steps.beginPrompt(prompt(() => false)).take(stepOf(0));
  });
});

describe('a prompt that goes last', () => {
  it('waits for other prompts, which do not wait for it', async () => {
    const { steps, stepOf } = onClock();
    const last = steps.beginPrompt(prompt(() => true));
    const first = steps.beginPrompt(prompt(() => false));
    const order: string[] = [];
    await last.take(stepOf(60_000));
    const next = last.take(stepOf(0)).then(() => order.push('last'));
    for (let step = 0; step < 3; step += 1) await first.take(stepOf(0)).then(() => order.push('first'));
    first.end();
    await next;
    expect(order).toEqual(['first', 'first', 'first', 'last']);
  });

  it('gets its turn while others are read one after another', async () => {
    const { clock, steps } = onClock();
    const ticking = setInterval(() => (clock.nowMs += 10), 1);
    const order: string[] = [];
    const leaving = new AbortController();
    const others = (async () => {
      while (!leaving.signal.aborted) {
        const first = steps.beginPrompt(prompt(() => false));
        await first.take(() => sleep(2));
        order.push('first');
        first.end();
      }
    })();
    const last = steps.beginPrompt(prompt(() => true));
    for (let step = 0; step < 3; step += 1) {
      await last.take(async () => {
        clock.nowMs += 10;
        order.push('last');
      });
    }
    leaving.abort();
    await others;
    clearInterval(ticking);
    // It has waited for others each time, who then waited for one step of it.
    expect(order.filter((name) => name === 'last')).toHaveLength(3);
    expect(order.join(' ')).not.toContain('last last');
  });

  it('takes the smallest steps, even alone', async () => {
    const { steps, sizes, stepOf } = onClock();
    await steps.beginPrompt(prompt(() => true)).take(stepOf(0));
    expect(sizes).toEqual([16]);
  });
});
