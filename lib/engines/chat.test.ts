import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatPart } from '../core/chat';
import type { Turn } from './prompt/conversation';
import {
  countPromptTokens,
  engineStatus,
  generateChat,
  installedChatModels,
  startChatEngine,
  stopChatEngine,
  warmChatModel,
} from './chat';
import type { EngineChatCall } from './chat-types';
import { buildChatChild, startTestChatEngine, testChatModel, TEST_MODEL } from './test-engine';

const STORY: Turn[] = [{ role: 'user', text: 'Write a long story about a red fox that lives near a river.' }];
const CALLERS = 20;
/** A format that cannot be enforced: refused with 400 as soon as it is read. */
const BAD_FORMAT = { type: 'json_schema' as const, name: 'bad', schema: { not: {} } };

function ask(turns: Turn[], more: Partial<EngineChatCall> = {}): AsyncGenerator<ChatPart> {
  const signal = new AbortController().signal;
  return generateChat({ model: TEST_MODEL, turns, sampling: {}, maxTokens: 24, stop: [], choices: 1, signal, ...more });
}

async function all(parts: AsyncIterable<ChatPart>) {
  const texts: string[] = [];
  const finishes: string[] = [];
  let pieces = 0;
  let last: ChatPart | undefined;
  for await (const part of parts) {
    if (part.type === 'text') texts[part.choice] = (texts[part.choice] ?? '') + part.text;
    if (part.type === 'text') pieces += 1;
    if (part.type === 'finish') finishes[part.choice] = part.reason;
    last = part;
  }
  if (last?.type !== 'usage') throw new Error('usage is not the last part');
  return { text: texts[0] ?? '', texts, finishes, pieces, usage: last.usage };
}

afterAll(stopChatEngine);

describe('chat engine', () => {
  let coldStartMs = 0;
  /**
   * Far less time than two thousand tokens take, even on a busy machine: a cold start takes two seconds on an idle one.
   */
  const soonMs = () => Math.max(1_500, coldStartMs);
  const oneTokenMs = async () => {
    const startedMs = performance.now();
    await all(ask(STORY, { maxTokens: 1 }));
    return performance.now() - startedMs;
  };

  beforeAll(async () => {
    const startedMs = performance.now();
    // 20 callers fit: two running, the others in the queue.
    await startTestChatEngine({ maxWaiting: CALLERS - 2 });
    await warmChatModel(TEST_MODEL);
    coldStartMs = performance.now() - startedMs;
  });

  it('streams a sensible answer and reports its usage last', async () => {
    const turns: Turn[] = [{ role: 'user', text: 'What is the capital of France?' }];
    const answer = await all(ask(turns, { sampling: { temperature: 0 }, maxTokens: 100 }));
    expect(answer.text).toContain('Paris');
    expect(answer.pieces).toBeGreaterThan(2);
    expect(answer.finishes).toEqual(['stop']);
    expect(answer.usage.promptTokens).toBe(await countPromptTokens(TEST_MODEL, { turns }));
    expect(answer.usage.completionTokens).toBeGreaterThan(4);
  });

  it('gives the same answer for the same seed, and every choice its own seed', async () => {
    const sampling = { temperature: 1, seed: 41 };
    const both = await all(ask(STORY, { sampling, choices: 2 }));
    const again = await all(ask(STORY, { sampling }));
    const second = await all(ask(STORY, { sampling: { ...sampling, seed: 42 } }));
    expect(both.texts[0]).toBe(again.text);
    expect(both.texts[1]).toBe(second.text);
    expect(both.texts[0]).not.toBe(both.texts[1]);
    expect(both.finishes).toEqual(['length', 'length']);
    expect(both.usage.completionTokens).toBe(48);
    expect(both.usage.promptTokens).toBe(again.usage.promptTokens);
  });

  it('ends at the maximum tokens', async () => {
    const answer = await all(ask(STORY, { maxTokens: 5 }));
    expect(answer.finishes).toEqual(['length']);
    expect(answer.usage.completionTokens).toBe(5);
  });

  it('ends before a stop string that spans tokens', async () => {
    const sampling = { temperature: 0 };
    const { text } = await all(ask(STORY, { sampling }));
    // From the middle of one word into the next one.
    const at = text.indexOf(' ', 20) - 2;
    const stop = text.slice(at, at + 5);
    const cut = await all(ask(STORY, { sampling, stop: ['never said', stop] }));
    expect(cut.text).toBe(text.slice(0, text.indexOf(stop)));
    expect(cut.finishes).toEqual(['stop']);
  });

  it('supports penalties, and sampling that leaves only one token', async () => {
    const sampling = { temperature: 2, topK: 1, topP: 0.1, minP: 0.5 };
    const greedy = await all(ask(STORY, { sampling: { temperature: 0 } }));
    expect((await all(ask(STORY, { sampling }))).text).toBe(greedy.text);
    const punished = { temperature: 0, frequencyPenalty: 2, presencePenalty: 2, repetitionPenalty: 1.5 };
    expect((await all(ask(STORY, { sampling: punished, maxTokens: 40 }))).text).not.toContain(greedy.text);
  });

  it('reads the common prefix of two prompts once', async () => {
    const first = await all(ask(STORY, { sampling: { temperature: 0 } }));
    const next: Turn[] = [...STORY, { role: 'assistant', text: first.text }, { role: 'user', text: 'Go on.' }];
    const { usage } = await all(ask(next));
    expect(usage.cachedTokens).toBeGreaterThan(first.usage.promptTokens);
    expect(usage.cachedTokens).toBeLessThan(usage.promptTokens);
  });

  it('stops within a token when the caller leaves, and frees the sequence', async () => {
    const calls = Array.from({ length: 5 }, async () => {
      const controller = new AbortController();
      const parts = ask(STORY, { maxTokens: 2_000, signal: controller.signal });
      // The first two are running, the others wait in the queue.
      setTimeout(() => controller.abort(new Error('left')), 700);
      await expect(all(parts)).rejects.toThrow('left');
    });
    await Promise.all(calls);
    expect(await oneTokenMs()).toBeLessThan(soonMs());
  });

  it('stops when the reader leaves the loop', async () => {
    for await (const part of ask(STORY, { maxTokens: 2_000 })) if (part.type === 'text') break;
    expect(await oneTokenMs()).toBeLessThan(soonMs());
  });

  it('serves twenty callers at once and refuses the next with 503, before its schema is read', async () => {
    const served = Array.from({ length: CALLERS }, (_, index) =>
      all(ask([{ role: 'user', text: `Say ${index}` }], { maxTokens: 2, account: index % 2 ? 'one' : 'other' })),
    );
    const refused = all(ask(STORY, { account: 'one', responseFormat: BAD_FORMAT }));
    await expect(refused).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY', options: { retryAfterSeconds: 5 } });
    expect(await Promise.all(served)).toHaveLength(CALLERS);
  });

  it('serves the first call of another account before the second calls of two earlier accounts', async () => {
    const served: string[] = [];
    const call = async (account: string, maxTokens = 12) => {
      const { usage } = await all(ask(STORY, { sampling: { temperature: 0 }, maxTokens, account }));
      expect(usage.completionTokens).toBe(maxTokens);
      served.push(account);
    };
    // The first answer is half as long: one sequence becomes free alone, six tokens before the other one.
    const before = Array.from({ length: 8 }, (_, index) => [
      call('first', index === 0 ? 6 : 12),
      call('second'),
    ]).flat();
    await Promise.all([...before, call('third')]);
    expect(served).toHaveLength(17);
    expect(served.indexOf('third')).toBeLessThanOrEqual(2);
  });

  it('keeps a sequence for others while one account has many calls', async () => {
    const leave = new AbortController();
    const greedy = Array.from({ length: 4 }, () =>
      all(ask(STORY, { maxTokens: 2_000, account: 'greedy', signal: leave.signal })),
    );
    const ended = Promise.allSettled(greedy);
    expect((await all(ask(STORY, { maxTokens: 2, account: 'modest' }))).usage.completionTokens).toBe(2);
    expect(await countPromptTokens(TEST_MODEL, { turns: STORY }, { account: 'modest' })).toBeGreaterThan(10);
    leave.abort(new Error('left'));
    for (const end of await ended) expect(end).toMatchObject({ status: 'rejected', reason: { message: 'left' } });
  });

  it('displaces the newest call of the account with the most waiting calls', async () => {
    const leave = new AbortController();
    const greedy = Array.from({ length: CALLERS - 1 }, () =>
      all(ask(STORY, { maxTokens: 2_000, account: 'greedy', signal: leave.signal })),
    );
    const ended = Promise.allSettled(greedy);
    // One sequence is free for the others: the second of them has to wait, but the queue is full.
    const others = ['one', 'other'].map((account) => all(ask(STORY, { maxTokens: 4, account })));
    expect(await Promise.all(others)).toHaveLength(2);
    await expect(greedy.at(-1)).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY', status: 503 });
    leave.abort(new Error('left'));
    expect(
      (await ended).filter((end) => end.status === 'rejected' && String(end.reason).includes('left')),
    ).toHaveLength(CALLERS - 2);
  });

  it('refuses a prompt that is far longer than the context', async () => {
    const turns: Turn[] = [{ role: 'user', text: 'word '.repeat(9_000) }];
    await expect(all(ask(turns))).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS', status: 400 });
    expect(await countPromptTokens(TEST_MODEL, { turns })).toBeGreaterThan(9_000);
  });

  it('refuses hundreds of thousands of empty messages without calling the engine', async () => {
    const turns = Array.from({ length: 300_000 }, (): Turn => ({ role: 'user', text: '' }));
    const pid = engineStatus().pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(countPromptTokens(TEST_MODEL, { turns })).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS' });
      await expect(all(ask(turns))).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('counts for as many callers at once as it can serve, and for none who left', async () => {
    // Each count takes half a second.
    const turns: Turn[] = [{ role: 'user', text: ' '.repeat(500_000) }];
    const callers = Array.from({ length: CALLERS }, () => new AbortController());
    const ends = Promise.allSettled(callers.map(({ signal }) => countPromptTokens(TEST_MODEL, { turns }, { signal })));
    const refused = countPromptTokens(TEST_MODEL, { turns: STORY, responseFormat: BAD_FORMAT });
    await expect(refused).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
    for (const caller of callers) caller.abort(new Error('left'));
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { message: 'left' } });
    const startedMs = performance.now();
    expect(await countPromptTokens(TEST_MODEL, { turns: STORY })).toBeGreaterThan(10);
    expect(performance.now() - startedMs).toBeLessThan(Math.max(4_000, 2 * coldStartMs));
  });

  it('fails a stream whose process is killed, and serves the next call within five seconds', async () => {
    const before = engineStatus();
    let text = '';
    const cut = (async () => {
      for await (const part of ask(STORY, { maxTokens: 2_000 })) {
        if (part.type === 'text') text += part.text;
        if (text.length > 10) process.kill(before.pid ?? 0, 'SIGKILL');
      }
    })();
    await expect(cut).rejects.toMatchObject({ code: 'MODEL_OFFLINE', status: 503 });
    expect(text.length).toBeGreaterThan(10);
    const startedMs = performance.now();
    expect((await all(ask(STORY, { maxTokens: 4 }))).text).not.toBe('');
    // Five seconds, or on a busy machine three times a cold start.
    expect(performance.now() - startedMs).toBeLessThan(Math.max(5_000, 3 * coldStartMs));
    expect(engineStatus()).toMatchObject({ state: 'ready', restarts: before.restarts + 1, models: [TEST_MODEL] });
    expect(engineStatus().pid).not.toBe(before.pid);
  });
});

describe('chat engine with a small context', () => {
  beforeAll(async () => {
    await stopChatEngine();
    const model = await testChatModel();
    await startTestChatEngine({ models: [{ ...model, contextTokens: 256 }] });
  });

  it('ends the answer when the context is full', async () => {
    const turns: Turn[] = [{ role: 'user', text: `${'river '.repeat(190)} Write a long story.` }];
    const { usage, finishes } = await all(ask(turns, { maxTokens: 2_000, sampling: { temperature: 0 } }));
    expect(finishes).toEqual(['length']);
    expect(usage.promptTokens + usage.completionTokens).toBe(255);
  });

  it('refuses a longer prompt in the layout of a context overflow', async () => {
    const body = {
      error: {
        message: 'Prompt is longer than the model context.',
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    };
    const turns: Turn[] = [{ role: 'user', text: 'river '.repeat(300) }];
    await expect(all(ask(turns))).rejects.toMatchObject({ code: 'TOO_MANY_TOKENS', options: { body } });
  });
});

describe('the engine’s process', () => {
  afterEach(stopChatEngine);

  it('does not exist without models', async () => {
    await stopChatEngine();
    startChatEngine({ models: [] });
    expect(installedChatModels()).toEqual([]);
    expect(engineStatus()).toMatchObject({ pid: null, state: 'off' });
    await expect(all(ask(STORY))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  });

  it('answers 503 while it cannot be started', async () => {
    const model = await testChatModel();
    startChatEngine({ models: [model], script: '/nonexistent/chat.child.mjs' });
    await expect(all(ask(STORY))).rejects.toMatchObject({ code: 'MODEL_OFFLINE', status: 503 });
    expect(engineStatus().restarts).toBeGreaterThan(0);
  });

  it('ends with the engine, even while it is still starting', async () => {
    await startTestChatEngine();
    const { pid, state } = engineStatus();
    expect(state).toBe('starting');
    await stopChatEngine();
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it('exits when its parent is killed', async () => {
    const script = JSON.stringify(await buildChatChild());
    const code = `const { fork } = require('node:child_process'); const child = fork(${script}, ['1']);
      child.once('message', () => process.send(child.pid));`;
    const parent = fork('-e', [code], { execArgv: [] });
    const pid = await new Promise<number>((resolve) => parent.once('message', (message) => resolve(Number(message))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    for (let tries = 0; tries < 50 && isAlive(pid); tries += 1) await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
