import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateChat, stopChatEngine, warmChatModel } from './chat';
import type { EngineChatCall } from './chat-types';
import type { ChatPart } from '../core/chat';
import { abortedPrompts } from './queues';
import { startTestChatEngine, TEST_MODEL } from './test-engine';

const STORY = 'Write a long story about a red fox that lives near a river.';

function ask(text: string, more: Partial<EngineChatCall> = {}): AsyncGenerator<ChatPart> {
  const { signal } = new AbortController();
  const turns = [{ role: 'user' as const, text }];
  return generateChat({ model: TEST_MODEL, turns, sampling: {}, maxTokens: 4, stop: [], choices: 1, signal, ...more });
}
/** A prompt with six tokens for each of its words, which no sequence remembers. */
const longPrompt = (n: number, words: number) => Array.from({ length: words }, (_, at) => `${n} ${100 + at}`).join(' ');

async function promptTokensOf(parts: AsyncIterable<ChatPart>): Promise<number> {
  let tokens = 0;
  for await (const part of parts) if (part.type === 'usage') tokens = part.usage.promptTokens;
  return tokens;
}

beforeAll(async () => {
  await startTestChatEngine({ abortedPrompts: { burstMs: 2_000, perSecondMs: 1 } });
  await warmChatModel(TEST_MODEL);
});
afterAll(stopChatEngine);

describe('a long prompt beside an answer of another account', () => {
  it('lets the answer continue, and is read to its end', async () => {
    const leave = new AbortController();
    let tokens = 0;
    // Several stories, because the model may end one at any time.
    const stories = ask(STORY, { maxTokens: 1_000, choices: 8, account: 'modest', signal: leave.signal });
    const ended = (async () => {
      for await (const part of stories) if (part.type === 'text') tokens += part.tokens ?? 0;
    })().catch(String);
    while (tokens < 5) await sleep(5);
    const before = tokens;
    const promptTokens = await promptTokensOf(ask(longPrompt(1, 70), { maxTokens: 1, account: 'greedy' }));
    const meanwhile = tokens - before;
    leave.abort(new Error('left'));
    expect(await ended).toContain('left');
    // One answer token per step of 64 is what a prompt would leave that takes all the time it can.
    expect(meanwhile).toBeGreaterThan(3 * (promptTokens / 64));
  }, 90_000);
});

describe('prompts that are aborted before their first token', () => {
  const leaveSoon = async (n: number, account: string) => {
    const leave = new AbortController();
    const parts = promptTokensOf(ask(longPrompt(n, 900), { account, signal: leave.signal }));
    const timer = setTimeout(() => leave.abort(new Error('left')), 800);
    const outcome = await parts.then(
      () => 'answered',
      (thrown: unknown) => thrown,
    );
    clearTimeout(timer);
    return outcome;
  };

  it('use up a budget of that account only', async () => {
    let refused: unknown = null;
    for (let n = 10; n < 30 && refused === null; n += 1) {
      const outcome = await leaveSoon(n, 'greedy');
      if (!(outcome instanceof Error && outcome.message === 'left')) refused = outcome;
    }
    expect(refused).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 });
    expect(refused).toMatchObject({ options: { retryAfterSeconds: expect.any(Number) as number } });
    await expect(promptTokensOf(ask(STORY, { account: 'greedy' }))).rejects.toMatchObject({ status: 429 });
    expect(await promptTokensOf(ask(STORY, { account: 'modest' }))).toBeGreaterThan(10);
  }, 90_000);

  it('never use up the whole budget with one prompt, however long it took', () => {
    const aborted = abortedPrompts({ burstMs: 3_000, perSecondMs: 1 });
    aborted.spend('slow', 600_000);
    expect(() => aborted.check('slow')).not.toThrow();
    aborted.spend('slow', 600_000);
    expect(() => aborted.check('slow')).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
  });
});
