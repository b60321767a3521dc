import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import type { ChatCall } from '../spec';
import type { ChatPart } from '../../core/chat';
import { makeOpenAiCompatible } from './provider';

const KEY = 'sk-operators-own-key-123456';
const refusal = (status: number, message: string, more: Script = {}): Script => ({
  status,
  body: { error: { message, type: 'x', code: null } },
  ...more,
});

const scripts: Record<string, Script> = {
  plain: { chunks: ['Good ', 'day', '!'] },
  crlf: { chunks: ['a', 'b'], lineEnd: '\r\n', tight: true },
  split: { chunks: ['Grüße ', '🙂', '你好'], bytesAtATime: 3 },
  thinking: { reasoning: ['Hm', '.'], chunks: ['Yes'] },
  whole: { chunks: ['One', ' piece'], whole: true },
  'no-done': { noDone: true },
  'late-end': { endDelayMs: 30 },
  'no-usage': { usage: 'none' },
  'usage-twice': { usageTwice: true, usage: { prompt_tokens: 7, completion_tokens: 2 } },
  'usage-early': { usageEarly: { prompt_tokens: 7, completion_tokens: 1 }, usage: 'none' },
  'usage-early-cut': { usageEarly: { prompt_tokens: 7, completion_tokens: 1 }, cutAfter: 1 },
  details: {
    usage: {
      prompt_tokens: 50,
      completion_tokens: 9,
      prompt_tokens_details: { cached_tokens: 40 },
      completion_tokens_details: { reasoning_tokens: 4 },
    },
  },
  length: { finish: 'length' },
  html: { raw: { type: 'text/html', text: '<html>Welcome</html>' } },
  'html-as-stream': { raw: { type: 'text/event-stream', text: '<html>Welcome</html>' } },
  'no-json': { raw: { type: 'text/event-stream', text: 'data: {"choices": [\n\n' } },
  empty: { raw: { type: 'text/event-stream', text: '' } },
  'cut-first': { cutAfter: 0 },
  'cut-later': { chunks: ['a', 'b', 'c'], cutAfter: 2 },
  hang: { hangAfter: 0 },
  'hang-later': { chunks: ['a', 'b'], hangAfter: 2 },
  'slow-first': { delayMs: 60_000 },
  long: { chunks: Array.from({ length: 10_000 }, () => 'x'), chunkDelayMs: 5 },
  disobedient: { chunks: Array.from({ length: 50_000 }, (_, at) => ` word${at}`), chunkDelayMs: 1 },
  400: refusal(400, `temperature is too high for ${KEY}`),
  '400-account': refusal(400, 'Your organization org-abcdef has no credit'),
  422: { status: 422, body: { detail: 'top_p must be above 0' } },
  overflow: refusal(400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"),
  'overflow-code': { status: 400, body: { error: { message: 'no', code: 'context_length_exceeded' } } },
  'overflow-llama': {
    status: 400,
    body: { error: { message: 'request exceeds the available context size', code: 400 } },
  },
  401: refusal(401, `Incorrect API key provided: ${KEY}`),
  402: refusal(402, 'Insufficient credit'),
  403: refusal(403, 'Forbidden'),
  404: refusal(404, 'The model does not exist'),
  408: refusal(408, 'late'),
  429: refusal(429, 'Rate limit of org-abcdef reached', { headers: { 'retry-after': '17' } }),
  '429-date': refusal(429, 'later', { headers: { 'retry-after': new Date(Date.now() + 40_000).toUTCString() } }),
  '429-huge': refusal(429, 'later', { headers: { 'retry-after': '999999' } }),
  500: refusal(500, 'CUDA error at http://10.1.2.3:8000'),
  502: { status: 502, body: '<html>bad gateway</html>' },
  503: refusal(503, 'busy'),
  504: refusal(504, 'late'),
  529: refusal(529, 'overloaded'),
  307: { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' }, body: {} },
  'error-in-stream': { raw: { type: 'text/event-stream', text: 'data: {"error":{"message":"busy","code":429}}\n\n' } },
  'error-as-200': { body: { error: { message: 'CUDA out of memory', type: 'server_error' } } },
};

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream(scripts);
});
afterAll(() => upstream.stop());

function callOf(model: string, more: Partial<ChatCall> = {}): ChatCall {
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

/** How long the script `long` takes if nobody leaves. */
const WHOLE_STREAM_MS = 50_000;
const QUICK = { firstByteMs: 150, idleMs: 150 };

/** What a call yielded, and its error. */
async function run(call: ChatCall, times = {}): Promise<{ parts: ChatPart[]; error: unknown }> {
  const { chat } = makeOpenAiCompatible({ id: 'lab', baseUrl: `${upstream.baseUrl}/`, apiKey: KEY, times });
  const parts: ChatPart[] = [];
  try {
    for await (const together of chat?.(call) ?? []) parts.push(...together);
    return { parts, error: null };
  } catch (error) {
    return { parts, error };
  }
}

const textOf = (parts: ChatPart[]) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const usageOf = (parts: ChatPart[]) => parts.filter((part) => part.type === 'usage');

describe('an answer', () => {
  it('is text, one finish, and usage last', async () => {
    const { parts, error } = await run(callOf('plain'));
    expect(error).toBeNull();
    expect(parts).toEqual([
      { type: 'text', choice: 0, text: 'Good ' },
      { type: 'text', choice: 0, text: 'day' },
      { type: 'text', choice: 0, text: '!' },
      { type: 'finish', choice: 0, reason: 'stop' },
      { type: 'usage', usage: { promptTokens: 10, completionTokens: 3 } },
    ]);
  });

  it.each([
    ['CRLF, comments and no space', 'crlf', 'ab'],
    ['characters split in the middle', 'split', 'Grüße 🙂你好'],
    ['one JSON body', 'whole', 'One piece'],
    ['no [DONE]', 'no-done', 'Hello there'],
  ])('is read from %s', async (_, model, text) => {
    const { parts, error } = await run(callOf(model));
    expect(error).toBeNull();
    expect(textOf(parts)).toBe(text);
    expect(usageOf(parts)).toHaveLength(1);
  });

  it('keeps the connection open for the next call, even if the body ends a little after the answer', async () => {
    await run(callOf('late-end'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const before = upstream.connections();
    for (let at = 0; at < 3; at += 1) {
      await run(callOf('late-end'));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(upstream.connections()).toBe(before);
  });

  it('keeps reasoning apart', async () => {
    const { parts } = await run(callOf('thinking'));
    expect(parts.slice(0, 3)).toEqual([
      { type: 'reasoning', choice: 0, text: 'Hm' },
      { type: 'reasoning', choice: 0, text: '.' },
      { type: 'text', choice: 0, text: 'Yes' },
    ]);
  });

  it('may have several choices', async () => {
    const { parts } = await run(callOf('plain', { choices: 2 }));
    const second = parts.filter((part) => part.type !== 'usage' && part.choice === 1);
    expect(textOf(second)).toBe('Good day!');
    expect(parts.filter((part) => part.type === 'finish')).toHaveLength(2);
  });

  it('passes on each usage report in order, with its parts, or none', async () => {
    expect(usageOf((await run(callOf('no-usage'))).parts)).toEqual([]);
    expect(usageOf((await run(callOf('usage-twice'))).parts)).toEqual([
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 1 } },
      { type: 'usage', usage: { promptTokens: 7, completionTokens: 2 } },
    ]);
    expect(usageOf((await run(callOf('details'))).parts)).toEqual([
      { type: 'usage', usage: { promptTokens: 50, completionTokens: 9, cachedTokens: 40, reasoningTokens: 4 } },
    ]);
  });

  it('passes on a usage report that came before all output together with the first output, never alone', async () => {
    const [first, second] = (await run(callOf('usage-early'))).parts;
    expect(first).toEqual({ type: 'usage', usage: { promptTokens: 7, completionTokens: 1 } });
    expect(second).toEqual({ type: 'text', choice: 0, text: 'Hello' });
    expect((await run(callOf('usage-early-cut'))).parts).toEqual([]);
  });

  it('reports why it ended', async () => {
    const { parts } = await run(callOf('length'));
    expect(parts).toContainEqual({ type: 'finish', choice: 0, reason: 'length' });
  });
});

describe('a failure', () => {
  it.each([
    ['html', 'INFERENCE_FAILED'],
    ['html-as-stream', 'INFERENCE_FAILED'],
    ['no-json', 'INFERENCE_FAILED'],
    ['empty', 'INFERENCE_FAILED'],
    ['cut-first', 'INFERENCE_FAILED'],
    ['hang', 'REQUEST_TIMEOUT'],
    ['slow-first', 'REQUEST_TIMEOUT'],
    ['400', 'INVALID_REQUEST'],
    ['400-account', 'INVALID_REQUEST'],
    ['422', 'INVALID_REQUEST'],
    ['overflow', 'TOO_MANY_TOKENS'],
    ['overflow-code', 'TOO_MANY_TOKENS'],
    ['overflow-llama', 'TOO_MANY_TOKENS'],
    ['401', 'MODEL_OFFLINE'],
    ['402', 'MODEL_OFFLINE'],
    ['403', 'MODEL_OFFLINE'],
    ['404', 'MODEL_OFFLINE'],
    ['408', 'REQUEST_TIMEOUT'],
    ['429', 'MODEL_OVERLOADED'],
    ['500', 'INFERENCE_FAILED'],
    ['502', 'INFERENCE_FAILED'],
    ['503', 'MODEL_AT_CAPACITY'],
    ['504', 'REQUEST_TIMEOUT'],
    ['529', 'MODEL_AT_CAPACITY'],
    ['307', 'INFERENCE_FAILED'],
    ['error-in-stream', 'MODEL_OVERLOADED'],
    ['error-as-200', 'INFERENCE_FAILED'],
  ])('before the first part: %s → %s, and nothing of the upstream leaks', async (model, code) => {
    const { parts, error } = await run(callOf(model), /hang|slow/.test(model) ? QUICK : {});
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ code });
    const shown = isApiError(error) ? JSON.stringify([error.message, error.options.body, error.options.details]) : '';
    expect(shown).not.toMatch(/operators-own|127\.0\.0\.1|10\.1\.2\.3|org-|organization|credit|CUDA|elsewhere/);
  });

  it('of the request says what is wrong with it', async () => {
    expect((await run(callOf('400'))).error).toMatchObject({ message: 'temperature is too high for …' });
    expect((await run(callOf('422'))).error).toMatchObject({ message: 'top_p must be above 0' });
  });

  it('of a full context has the body of a context overflow', async () => {
    expect((await run(callOf('overflow'))).error).toMatchObject({
      status: 400,
      options: {
        body: { error: { code: 'context_length_exceeded', param: 'messages', type: 'invalid_request_error' } },
      },
    });
  });

  it.each([
    ['429', 17, 17],
    ['429-date', 35, 40],
    ['429-huge', 3_600, 3_600],
    ['503', 0, 0],
  ])('%s says when to retry', async (model, min, max) => {
    const { error } = await run(callOf(model));
    const seconds = isApiError(error) ? (error.options.retryAfterSeconds ?? 0) : 0;
    expect(seconds).toBeGreaterThanOrEqual(min);
    expect(seconds).toBeLessThanOrEqual(max);
  });

  it.each([
    ['cut-later', 'INFERENCE_FAILED'],
    ['hang-later', 'REQUEST_TIMEOUT'],
  ])('after the first part keeps what came: %s', async (model, code) => {
    const { parts, error } = await run(callOf(model), { idleMs: 1_000 });
    expect(textOf(parts)).toBe('a');
    expect(error).toMatchObject({ code });
  });

  it('of the connection means that the model is offline', async () => {
    const { chat } = makeOpenAiCompatible({ id: 'gone', baseUrl: 'http://127.0.0.1:1/v1' });
    const first = chat?.(callOf('plain'))[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  });
});

describe('leaving', () => {
  const left = async (model: string) => {
    for (let round = 0; round < 1_000; round += 1) {
      const seen = upstream.requests.findLast(({ body }) => body.model === model);
      if (seen?.leftAfterMs != null) return seen.leftAfterMs;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return Infinity;
  };

  it('through the signal stops the upstream at once and throws the signal’s reason', async () => {
    const leaving = new AbortController();
    const reason = new Error('gone');
    const { chat } = makeOpenAiCompatible({ id: 'lab', baseUrl: upstream.baseUrl });
    const parts = chat?.(callOf('long', { signal: leaving.signal }))[Symbol.asyncIterator]();
    expect(await parts?.next()).toMatchObject({ value: [{ type: 'text' }] });
    leaving.abort(reason);
    await expect(
      (async () => {
        for (;;) if ((await parts?.next())?.done) return;
      })(),
    ).rejects.toBe(reason);
    expect(await left('long')).toBeLessThan(WHOLE_STREAM_MS / 5);
  });

  it('by ending the loop stops the upstream at once', async () => {
    upstream.requests.length = 0;
    const { chat } = makeOpenAiCompatible({ id: 'lab', baseUrl: upstream.baseUrl });
    for await (const parts of chat?.(callOf('long')) ?? []) if (parts.some(({ type }) => type === 'text')) break;
    expect(await left('long')).toBeLessThan(WHOLE_STREAM_MS / 5);
  });

  it('an upstream that goes far past the limit ends the answer with length', async () => {
    upstream.requests.length = 0;
    const { parts, error } = await run(callOf('disobedient', { maxTokens: 20 }));
    expect(error).toBeNull();
    expect(parts.at(-1)).toEqual({ type: 'finish', choice: 0, reason: 'length' });
    expect(parts.length).toBeLessThan(500);
    expect(await left('disobedient')).toBeLessThan(WHOLE_STREAM_MS / 5);
  });

  it('before the first byte stops it too', async () => {
    upstream.requests.length = 0;
    const leaving = new AbortController();
    const reason = new Error('gone');
    const answer = run(callOf('hang', { signal: leaving.signal }));
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(reason);
    expect((await answer).error).toBe(reason);
    expect(await left('hang')).toBeLessThan(WHOLE_STREAM_MS / 5);
  });
});

describe('a request', () => {
  it('carries the whole call, always streamed and limited', async () => {
    upstream.requests.length = 0;
    await run(
      callOf('plain', {
        messages: [
          { role: 'developer', content: 'Be kind' },
          { role: 'user', content: [{ type: 'text', text: 'Hi' }], name: 'ada' },
          { role: 'assistant', content: null, toolCalls: [{ id: 'c1', name: 'add', arguments: '{}' }] },
          { role: 'tool', content: '4', toolCallId: 'c1' },
        ],
        sampling: { temperature: 0, topP: 0.5, topK: 3, minP: 0.1, repetitionPenalty: 1.1, seed: 0 },
        stop: ['END'],
        maxTokens: 77,
        choices: 2,
      }),
    );
    const [seen] = upstream.requests;
    expect(seen?.path).toBe('/v1/chat/completions');
    expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen?.body).toEqual({
      model: 'plain',
      messages: [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }], name: 'ada' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{}' } }],
        },
        { role: 'tool', content: '4', tool_call_id: 'c1' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 77,
      n: 2,
      stop: ['END'],
      temperature: 0,
      top_p: 0.5,
      top_k: 3,
      min_p: 0.1,
      repetition_penalty: 1.1,
      seed: 0,
    });
  });

  it('forwards unknown fields, but none that changes who answers, the cost or the length', async () => {
    upstream.requests.length = 0;
    const extra = {
      logit_bias: { 5: -100 },
      model: 'dear',
      max_tokens: 1e6,
      max_completion_tokens: 1e6,
      n: 8,
      service_tier: 'priority',
      best_of: 9,
      stream: false,
      chat_template: '{{x}}',
      chat_template_kwargs: { x: 1 },
      functions: [{ name: 'f' }],
      function_call: 'auto',
      tools: [{ type: 'function' }],
      tool_choice: 'required',
      documents: [{ text: 'x' }],
    };
    await run(callOf('plain', { extra }));
    expect(upstream.requests[0]?.body).toEqual({
      logit_bias: { 5: -100 },
      model: 'plain',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
    });
  });
});
