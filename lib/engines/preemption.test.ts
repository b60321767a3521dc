import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineStatus, generateChat, stopChatEngine, warmChatModel } from './chat';
import type { EngineChatCall } from './chat-types';
import type { ChatPart } from '../core/chat';
import { startTestChatEngine, TEST_MODEL } from './test-engine';

const STORY = 'Write a long story about a red fox that lives near a river.';
const NAMES = 150;
const SCHEMA = {
  type: 'object',
  properties: { names: { type: 'array', items: { type: 'string', maxLength: 8 }, minItems: NAMES, maxItems: NAMES } },
  required: ['names'],
  additionalProperties: false,
};

/** An answer in progress. */
class RunningAnswer {
  readonly leave = new AbortController();
  readonly ended: Promise<this>;
  text = '';
  tokens = 0;
  isDone = false;
  failure: unknown = null;
  usage = { promptTokens: 0, completionTokens: 0 };

  constructor(account: string, more: Partial<EngineChatCall>) {
    const turns = [{ role: 'user' as const, text: STORY }];
    const basics = { model: TEST_MODEL, turns, sampling: { temperature: 0 }, maxTokens: 4, stop: [], choices: 1 };
    this.ended = this.#take(generateChat({ ...basics, account, signal: this.leave.signal, ...more }));
  }

  async #take(parts: AsyncIterable<ChatPart>): Promise<this> {
    try {
      for await (const part of parts) {
        if (part.type === 'usage') this.usage = part.usage;
        if (part.type !== 'text') continue;
        this.tokens += part.tokens ?? 0;
        this.text += part.text;
      }
      this.isDone = true;
    } catch (thrown) {
      this.failure = thrown;
    }
    return this;
  }
}

const story = (account: string) => new RunningAnswer(account, { maxTokens: 300, choices: 3 });

beforeAll(async () => {
  await startTestChatEngine();
  await warmChatModel(TEST_MODEL);
});
afterAll(stopChatEngine);

describe('an account that calls while others have all sequences of a model', () => {
  it('is answered in the middle of their answers, which then finish', async () => {
    const responseFormat = { type: 'json_schema' as const, name: 'names', schema: SCHEMA };
    const list = new RunningAnswer('two', { maxTokens: 2_000, responseFormat });
    const long = [story('one'), list];
    const short = await new RunningAnswer('three', {}).ended;
    expect(short.usage.completionTokens).toBe(4);
    expect(long.map(({ isDone }) => isDone)).toEqual([false, false]);
    for (const { failure, tokens, usage } of await Promise.all(long.map(({ ended }) => ended))) {
      expect(failure).toBeNull();
      expect(usage.completionTokens).toBe(tokens);
    }
    const written = JSON.parse(list.text) as { names: string[] };
    expect(written.names).toHaveLength(NAMES);
  }, 120_000);

  it('is answered repeatedly while long prompts of others are read', async () => {
    // Six tokens for each pair: most of the context.
    const words = Array.from({ length: 1_100 }, (_, at) => `${100 + at} fox`).join(' ');
    const long = ['prompt one', 'prompt two'].map(
      (account) => new RunningAnswer(account, { maxTokens: 1, turns: [{ role: 'user', text: `${account} ${words}` }] }),
    );
    for (let n = 0; n < 5; n += 1) {
      const { failure, usage } = await new RunningAnswer('short', {}).ended;
      expect(failure).toBeNull();
      expect(usage.completionTokens).toBe(4);
    }
    expect(long.map(({ failure }) => failure)).toEqual([null, null]);
    expect(long.map(({ isDone }) => isDone)).toEqual([false, false]);
    for (const { leave } of long) leave.abort(new Error('left'));
    await Promise.all(long.map(({ ended }) => ended));
  }, 120_000);

  it('is answered however slowly the others read', async () => {
    const { signal } = new AbortController();
    const turns = [{ role: 'user' as const, text: STORY }];
    const unread = ['eight', 'nine'].map((account) =>
      generateChat({ model: TEST_MODEL, turns, sampling: {}, maxTokens: 40, stop: [], choices: 1, account, signal }),
    );
    await Promise.all(unread.map((parts) => parts.next()));
    expect((await new RunningAnswer('ten', {}).ended).usage.completionTokens).toBe(4);
    for (const parts of unread) {
      let tokens = 1;
      for await (const part of parts) if (part.type === 'text') tokens += part.tokens ?? 0;
      expect(tokens).toBe(40);
    }
  }, 60_000);

  it('does not delay others if the paused caller leaves', async () => {
    const long = [story('four'), story('five')];
    const next = story('six');
    while (next.tokens === 0 && !next.failure) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { leave } of long) leave.abort(new Error('left'));
    for (const { failure } of await Promise.all(long.map(({ ended }) => ended))) {
      expect(failure).toMatchObject({ message: 'left' });
    }
    const both = await Promise.all([next.ended, new RunningAnswer('seven', {}).ended]);
    expect(both.map(({ failure }) => failure)).toEqual([null, null]);
  }, 120_000);

  it('is answered by the next process if the one with the paused answers ends', async () => {
    const long = [story('eleven'), story('twelve')];
    const third = story('thirteen');
    while (third.tokens === 0 && !third.failure) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(engineStatus().pid ?? Number.NaN, 'SIGKILL');
    for (const { failure } of await Promise.all([...long, third].map(({ ended }) => ended))) {
      expect(failure).toMatchObject({ code: 'MODEL_OFFLINE' });
    }
    const next = await Promise.all(
      ['eleven', 'twelve', 'thirteen'].map((account) => new RunningAnswer(account, {}).ended),
    );
    expect(next.map(({ usage }) => usage.completionTokens)).toEqual([4, 4, 4]);
  }, 60_000);
});
