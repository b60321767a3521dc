import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gather, type Gathered } from '../../chat/answer/gather';
import type { ChatPart } from '../../core/chat';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import type { ChatCall } from '../spec';
import { makeOpenAiCompatible } from './provider';
import type { OpenAiCompatible } from './upstream';

/*
 * For a caller who does not stream, a server answers in one piece. Whatever it sends, the caller gets the same as from its
 * stream.
 */

const scripts: Record<string, Script> = {
  text: { chunks: ['Good ', 'day', '!'] },
  split: { chunks: ['Grüße ', '🙂', '你好'], bytesAtATime: 3 },
  'no text': { chunks: [] },
  thinking: { reasoning: ['Hm', '.'], chunks: ['Yes'] },
  'signed thinking': { reasoning: ['Hm'], reasoningDetails: [{ type: 'reasoning.text', signature: 'x' }] },
  tools: {
    chunks: ['I look.'],
    toolCalls: [
      { id: 'a', name: 'find', arguments: ['{"q":', '"sea"}'] },
      { id: 'b', name: 'find', arguments: ['{}'] },
    ],
  },
  'cut at its length': { finish: 'length' },
  filtered: { finish: 'content_filter' },
  'no usage': { usage: 'none' },
  'cached tokens': {
    usage: { prompt_tokens: 50, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 40 } },
  },
  'an extra field': { extra: { annotations: [{ type: 'url_citation' }] } },
  refused: { status: 429, body: { error: { message: 'later' } }, headers: { 'retry-after': '17' } },
  'an error as 200': { body: { error: { message: 'CUDA out of memory', type: 'server_error' } } },
  'no JSON': { raw: { type: 'application/json', text: '{"choices": [' } },
  'a page': { raw: { type: 'text/html', text: '<html>Welcome</html>' } },
  'an unknown end': { finish: 'no_idea' },
  slow: { chunks: ['a', 'b', 'c'], chunkDelayMs: 100 },
  'cut off': { cutAfter: 0 },
  hanging: { hangAfter: 0 },
  late: { delayMs: 60_000 },
};

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream(scripts);
});
afterAll(() => upstream.stop());

function callOf(model: string, more: Partial<ChatCall>): ChatCall {
  return {
    model,
    messages: [{ role: 'user', content: 'Hello' }],
    sampling: {},
    maxTokens: 100,
    stop: [],
    choices: 1,
    extra: {},
    signal: new AbortController().signal,
    ...more,
  };
}

type Outcome = { answer: [number, unknown][]; usage: unknown; error: unknown; lists: number };

/** What a caller of a whole answer gets. */
async function run(model: string, more: Partial<ChatCall>, settings: Partial<OpenAiCompatible> = {}): Promise<Outcome> {
  const { chat } = makeOpenAiCompatible({ id: 'lab', baseUrl: upstream.baseUrl, dialect: 'vllm', ...settings });
  const gathered: Gathered = new Map();
  const outcome: Outcome = { answer: [], usage: null, error: null, lists: 0 };
  try {
    for await (const together of chat?.(callOf(model, more)) ?? []) {
      outcome.lists += 1;
      for (const part of together) take(part, gathered, outcome);
    }
  } catch (error) {
    outcome.error = error;
  }
  outcome.answer = [...gathered];
  return outcome;
}

function take(part: ChatPart, gathered: Gathered, outcome: Outcome): void {
  gather(gathered, part);
  if (part.type === 'usage') outcome.usage = part.usage;
}

describe('an answer in one piece', () => {
  it.each(Object.keys(scripts).filter((name) => !['hanging', 'late', 'cut off'].includes(name)))(
    'is what the stream would be: %s',
    async (name) => {
      const whole = await run(name, { whole: true });
      expect(upstream.requests.at(-1)?.body).toMatchObject({ stream: false });
      expect(upstream.requests.at(-1)?.body).not.toHaveProperty('stream_options');
      expect(upstream.requests.at(-1)?.headers.accept).toBe('application/json');
      const streamed = await run(name, {});
      expect(upstream.requests.at(-1)?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
      expect(whole).toEqual({ ...streamed, lists: whole.lists });
      if (whole.error === null) expect(whole.lists).toBe(1);
    },
  );

  it('has several choices', async () => {
    const whole = await run('text', { whole: true, choices: 3 });
    expect(whole.answer.map(([choice]) => choice)).toEqual([0, 1, 2]);
    expect(whole).toEqual({ ...(await run('text', { choices: 3 })), lists: 1 });
  });

  it('is one request per choice at a server that returns one', async () => {
    const settings = { dialect: 'llama.cpp', unstreamed: 'whole' } as const;
    const before = upstream.requests.length;
    const whole = await run('text', { whole: true, choices: 2 }, settings);
    expect(whole.answer).toHaveLength(2);
    expect(whole.usage).toMatchObject({ promptTokens: 20, completionTokens: 6, requests: 2 });
    expect(upstream.requests.slice(before).map(({ body }) => body.stream)).toEqual([false, false]);
  });

  it('may take as long as the whole answer, not only as long as a first byte', async () => {
    const times = { firstByteMs: 50, wholeMs: 5_000 };
    expect(await run('slow', { whole: true }, { times })).toMatchObject({ error: null });
    expect((await run('hanging', { whole: true }, { times: { wholeMs: 150 } })).error).toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
    expect((await run('late', { whole: true }, { times: { wholeMs: 150 } })).error).toMatchObject({
      code: 'REQUEST_TIMEOUT',
    });
  });

  it('fails as a whole if it is cut off', async () => {
    const { error, answer } = await run('cut off', { whole: true });
    expect(error).toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(answer).toEqual([]);
  });

  it('is stopped when the call is', async () => {
    const leaving = new AbortController();
    const waiting = run('late', { whole: true, signal: leaving.signal });
    const before = upstream.requests.length;
    await expect.poll(() => upstream.requests.length).toBe(before + 1);
    leaving.abort(new Error('left'));
    expect((await waiting).error).toBe(leaving.signal.reason);
    await expect.poll(() => upstream.requests.at(-1)?.leftAfterMs).not.toBeNull();
  });
});

describe('who answers in one piece', () => {
  const answersWhole = (settings: Partial<OpenAiCompatible>) =>
    makeOpenAiCompatible({ id: 'lab', baseUrl: 'http://127.0.0.1:1/v1', ...settings }).answersWhole === true;

  it('services, and servers that answer many at once', () => {
    expect(answersWhole({ baseUrl: 'https://api.openai.com/v1' })).toBe(true);
    expect(answersWhole({ baseUrl: 'https://openrouter.ai/api/v1' })).toBe(true);
    for (const dialect of ['openai', 'openrouter', 'vllm', 'sglang'] as const)
      expect(answersWhole({ dialect })).toBe(true);
    for (const dialect of ['llama.cpp', 'ollama', 'tgi', 'lm-studio', 'localai', undefined] as const) {
      expect(answersWhole({ dialect })).toBe(false);
    }
  });

  it('the operator decides otherwise', async () => {
    expect(answersWhole({ dialect: 'vllm', unstreamed: 'stream' })).toBe(false);
    expect(answersWhole({ unstreamed: 'whole' })).toBe(true);
    await run('text', { whole: true }, { unstreamed: 'stream' });
    expect(upstream.requests.at(-1)?.body.stream).toBe(true);
  });
});
