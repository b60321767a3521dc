import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPromptSteps } from './prompt-steps';

/** A prompt of so many steps, each of which takes a while; notes when each begins and ends. */
async function read(steps: ReturnType<typeof createPromptSteps>, name: string, count: number, notes: string[]) {
  for (let step = 0; step < count; step += 1) {
    await steps.take(async () => {
      notes.push(`${name} begins`);
      await sleep(5);
      notes.push(`${name} ends`);
    });
  }
}

describe('steps of prompts', () => {
  it('are taken side by side while no answer is generated', async () => {
    const steps = createPromptSteps();
    const notes: string[] = [];
    await Promise.all([read(steps, 'one', 1, notes), read(steps, 'other', 1, notes)]);
    expect(notes.slice(0, 2)).toEqual(['one begins', 'other begins']);
  });

  it('are taken one after the other beside an answer, each prompt in its turn', async () => {
    const steps = createPromptSteps();
    const end = steps.beginAnswer();
    const notes: string[] = [];
    await Promise.all([read(steps, 'one', 3, notes), read(steps, 'other', 3, notes)]);
    expect(notes).toEqual(
      ['one', 'other', 'one', 'other', 'one', 'other'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    end();
  });

  it('leave an answer twice as much time for itself as they took', async () => {
    let nowMs = 0;
    const steps = createPromptSteps(() => nowMs);
    const end = steps.beginAnswer();
    const takenAtMs: number[] = [];
    const ticking = setInterval(() => (nowMs += 1), 1);
    for (const tookMs of [40, 10, 0]) {
      await steps.take(async () => {
        takenAtMs.push(nowMs);
        nowMs += tookMs;
      });
    }
    clearInterval(ticking);
    const [first = 0, second = 0, third = 0] = takenAtMs;
    expect(second - first).toBeGreaterThanOrEqual(120);
    expect(third - second).toBeGreaterThanOrEqual(30);
    end();
  });

  it('are small beside an answer, and go on at once at its end', async () => {
    let nowMs = 0;
    const steps = createPromptSteps(() => nowMs);
    const sizes: number[] = [];
    const take = (tookMs: number) =>
      steps.take(async (tokens) => {
        sizes.push(tokens);
        nowMs += tookMs;
      });
    await take(0);
    const end = steps.beginAnswer();
    // A minute: the test would not end if the next step waited for it.
    await take(60_000);
    const next = take(0);
    end();
    await next;
    expect(sizes).toEqual([64, 32, 64]);
  });

  it('go on after one that failed', async () => {
    const steps = createPromptSteps();
    const end = steps.beginAnswer();
    await expect(steps.take(() => Promise.reject(new Error('left')))).rejects.toThrow('left');
    const notes: string[] = [];
    await read(steps, 'one', 1, notes);
    expect(notes).toHaveLength(2);
    end();
  });
});
