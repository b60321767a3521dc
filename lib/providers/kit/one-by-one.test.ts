import { describe, expect, it } from 'vitest';
import type { ChatCall, ChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { oneByOne } from './one-by-one';

const call = (more: Partial<ChatCall> = {}): ChatCall => ({
  model: 'm',
  messages: [],
  sampling: { seed: 5 },
  maxTokens: 10,
  stop: [],
  choices: 3,
  extra: {},
  signal: new AbortController().signal,
  ...more,
});
const usage = (completionTokens: number): ChatPart => ({
  type: 'usage',
  usage: { promptTokens: 10, completionTokens, cachedTokens: 4 },
});

async function collect(answer: AsyncIterable<ChatPart[]>): Promise<ChatPart[]> {
  const all: ChatPart[] = [];
  for await (const parts of answer) all.push(...parts);
  return all;
}

describe('oneByOne', () => {
  it('makes one request per choice, each with its own seed, and sums the usage', async () => {
    const asked: ChatCall[] = [];
    const chat: ChatModel = async function* one(made) {
      asked.push(made);
      yield [{ type: 'text', choice: 0, text: `seed ${made.sampling.seed}` }];
      yield [{ type: 'finish', choice: 0, reason: 'stop' }];
      yield [usage(2)];
    };
    const parts = await collect(oneByOne(chat)(call()));
    expect(asked.map(({ choices, sampling }) => [choices, sampling.seed])).toEqual([
      [1, 5],
      [1, 6],
      [1, 7],
    ]);
    for (const choice of [0, 1, 2]) expect(parts).toContainEqual({ type: 'text', choice, text: `seed ${5 + choice}` });
    expect(parts.filter((part) => part.type === 'finish')).toHaveLength(3);
    expect(parts.at(-1)).toEqual({
      type: 'usage',
      usage: { promptTokens: 30, completionTokens: 6, cachedTokens: 12, requests: 3 },
    });
  });

  it('reports no usage if one request reported none', async () => {
    const chat: ChatModel = async function* one({ sampling }) {
      yield [{ type: 'finish', choice: 0, reason: 'stop' }];
      if (sampling.seed !== 5) yield [usage(2)];
    };
    expect((await collect(oneByOne(chat)(call()))).some((part) => part.type === 'usage')).toBe(false);
  });

  it('passes a call for one choice through unchanged', async () => {
    const made = call({ choices: 1 });
    const chat: ChatModel = async function* one(given) {
      expect(given).toBe(made);
      yield [usage(2)];
    };
    expect(await collect(oneByOne(chat)(made))).toEqual([usage(2)]);
  });

  it.each(['fails', 'is left'])('abandons the other requests if one %s', async (what) => {
    const failure = new Error('no');
    const left: unknown[] = [];
    let requests = 0;
    const chat: ChatModel = async function* one({ signal }) {
      requests += 1;
      if (requests === 1) {
        yield [{ type: 'text', choice: 0, text: 'a' }];
        if (what === 'fails') throw failure;
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      left.push(signal.reason);
      throw signal.reason;
    };
    const parts = oneByOne(chat)(call())[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ value: [{ text: 'a' }] });
    if (what === 'fails') await expect(parts.next()).rejects.toBe(failure);
    else await parts.return?.();
    expect(left.length).toBeGreaterThanOrEqual(2);
  });

  it('throws the reason of a caller who leaves', async () => {
    const leaving = new AbortController();
    const reason = new Error('gone');
    const chat: ChatModel = async function* one({ signal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    };
    const parts = collect(oneByOne(chat)(call({ signal: leaving.signal })));
    leaving.abort(reason);
    await expect(parts).rejects.toBe(reason);
  });
});
