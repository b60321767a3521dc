import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gather, type Gathered } from '../../chat/answer/gather';
import type { ChatPart } from '../../core/chat';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import { timesOfWhole } from '../kit/whole-answers';
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

type Outcome = { answer: [number, unknown][]; usage: unknown; error: unknown };

/** What a caller who does not stream gets, in one piece or from a stream. */
async function run(
  way: 'whole' | 'stream',
  model: string,
  more: Partial<ChatCall> = {},
  settings: Partial<OpenAiCompatible> = {},
): Promise<Outcome> {
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: upstream.baseUrl, unstreamed: 'whole', ...settings });
  const call = callOf(model, more);
  try {
    const parts = way === 'whole' ? ((await lab.answerWhole?.(call)) ?? []) : await collect(lab.chat?.(call) ?? []);
    return { ...gathered(parts), error: null };
  } catch (error) {
    return { answer: [], usage: null, error };
  }
}

async function collect(lists: AsyncIterable<ChatPart[]> | ChatPart[][]): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const together of lists) parts.push(...together);
  return parts;
}

function gathered(parts: ChatPart[]): Omit<Outcome, 'error'> {
  const answer: Gathered = new Map();
  for (const part of parts) gather(answer, part);
  const usage = parts.findLast((part) => part.type === 'usage');
  return { answer: [...answer], usage };
}

describe('an answer in one piece', () => {
  it.each(Object.keys(scripts).filter((name) => !['hanging', 'late', 'cut off'].includes(name)))(
    'is what the stream would be: %s',
    async (name) => {
      const whole = await run('whole', name);
      const asked = upstream.requests.at(-1);
      expect(asked?.body).toMatchObject({ stream: false });
      expect(asked?.body).not.toHaveProperty('stream_options');
      expect(asked?.headers.accept).toBe('application/json');
      expect(whole).toEqual(await run('stream', name));
      expect(upstream.requests.at(-1)?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    },
  );

  it('is read from a server that streams all the same', async () => {
    const text = [
      'data: {"choices":[{"index":0,"delta":{"content":"Good "}}]}',
      'data: {"choices":[{"index":0,"delta":{"content":"day"},"finish_reason":"stop"}]}',
      'data: [DONE]',
    ].join('\n\n');
    scripts['streams anyway'] = { raw: { type: 'text/event-stream', text: `${text}\n\n` } };
    const whole = await run('whole', 'streams anyway');
    expect(whole).toMatchObject({ error: null, answer: [[0, { text: 'Good day', finish: 'stop' }]] });
    expect(whole).toEqual(await run('stream', 'streams anyway'));
  });

  it('has several choices', async () => {
    const whole = await run('whole', 'text', { choices: 3 });
    expect(whole.answer.map(([choice]) => choice)).toEqual([0, 1, 2]);
    expect(whole).toEqual(await run('stream', 'text', { choices: 3 }));
  });

  it('is one request per choice at a server that returns one', async () => {
    const before = upstream.requests.length;
    const whole = await run('whole', 'text', { choices: 2 }, { dialect: 'llama.cpp' });
    expect(whole.answer).toHaveLength(2);
    expect(whole.usage).toMatchObject({ usage: { promptTokens: 20, completionTokens: 6, requests: 2 } });
    expect(upstream.requests.slice(before).map(({ body }) => body.stream)).toEqual([false, false]);
  });

  it('may take nearly as long as a charge waits, and not only as long as a first byte', async () => {
    expect(timesOfWhole()).toEqual({ firstByteMs: 540_000, wholeMs: 540_000 });
    expect(timesOfWhole({ idleMs: 7, wholeMs: 600_000 })).toEqual({
      idleMs: 7,
      firstByteMs: 540_000,
      wholeMs: 540_000,
    });
    for (const times of [{ wholeMs: 150 }, { firstByteMs: 150 }]) {
      for (const name of ['hanging', 'late']) {
        expect((await run('whole', name, {}, { times })).error).toMatchObject({ code: 'REQUEST_TIMEOUT' });
      }
    }
  });

  it('fails as a whole if it is cut off', async () => {
    expect((await run('whole', 'cut off')).error).toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it('is ended when the call is', async () => {
    const ending = new AbortController();
    const before = upstream.requests.length;
    const waiting = run('whole', 'late', { signal: ending.signal });
    await expect.poll(() => upstream.requests.length).toBe(before + 1);
    ending.abort(new Error('ended'));
    expect((await waiting).error).toBe(ending.signal.reason);
    await expect.poll(() => upstream.requests.at(-1)?.leftAfterMs).not.toBeNull();
  });
});

describe('who answers in one piece', () => {
  const answersWhole = (settings: Partial<OpenAiCompatible>) =>
    makeOpenAiCompatible({ id: 'lab', baseUrl: 'http://127.0.0.1:1/v1', ...settings }).answerWhole !== undefined;

  it('services, and servers that answer many at once', () => {
    expect(answersWhole({ baseUrl: 'https://api.openai.com/v1' })).toBe(true);
    expect(answersWhole({ baseUrl: 'https://openrouter.ai/api/v1' })).toBe(true);
    for (const dialect of ['openai', 'openrouter', 'vllm', 'sglang'] as const)
      expect(answersWhole({ dialect })).toBe(true);
    for (const dialect of ['llama.cpp', 'ollama', 'tgi', 'lm-studio', 'localai', undefined] as const) {
      expect(answersWhole({ dialect })).toBe(false);
    }
  });

  it('the operator decides otherwise', () => {
    expect(answersWhole({ dialect: 'vllm', unstreamed: 'stream' })).toBe(false);
    expect(answersWhole({ unstreamed: 'whole' })).toBe(true);
  });
});
