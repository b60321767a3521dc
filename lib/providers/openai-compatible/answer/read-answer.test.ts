import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../core/errors';
import type { ChatCall } from '../../spec';
import type { ChatPart } from '../../../core/chat';
import { answerReader, DONE } from './read-answer';

const IDENTITY = { provider: 'lab', model: 'm', secrets: ['sk-operators-own'] };
const call = (more: Partial<ChatCall> = {}): ChatCall => ({
  model: 'm',
  messages: [],
  sampling: {},
  maxTokens: 100,
  stop: [],
  choices: 1,
  extra: {},
  signal: new AbortController().signal,
  ...more,
});

/** Reads all chunks, objects or text. */
function read(chunks: unknown[], more: Partial<ChatCall> = {}): ChatPart[] {
  const reader = answerReader(call(more), IDENTITY);
  const parts: ChatPart[] = [];
  for (const chunk of chunks) {
    reader.read(typeof chunk === 'string' ? chunk : JSON.stringify(chunk), parts);
    if (reader.isOver()) break;
  }
  return [...parts, ...reader.end()];
}

/** The code that reading fails with. */
function failure(chunks: unknown[]): string | null {
  try {
    read(chunks, { logprobs: { top: 2 } });
    return null;
  } catch (thrown) {
    return isApiError(thrown) ? thrown.code : 'no ApiError';
  }
}

const of = (delta: object | null, more: object = {}) => ({ choices: [{ index: 0, delta, ...more }] });
const end = (reason = 'stop') => of({}, { finish_reason: reason });
const text = (said: string, choice = 0): ChatPart => ({ type: 'text', choice, text: said });
const finish = (reason: string, choice = 0) => ({ type: 'finish', choice, reason });
const CALL = { tool_calls: [{ index: 0, id: 'a', function: { name: 'now', arguments: '{}' } }] };

describe('the end of an answer', () => {
  it.each([
    ['stop', 'stop'],
    ['eos_token', 'stop'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['content_filter', 'content_filter'],
    ['SAFETY', 'content_filter'],
    ['something new', 'stop'],
    ['tool_calls', 'stop'],
  ])('by "%s" is %s', (finishReason, reason) => {
    expect(read([of({ content: 'a' }), end(finishReason)])).toEqual([text('a'), finish(reason)]);
  });

  it('with calls is tool_calls, whatever the server says', () => {
    for (const finishReason of ['stop', 'tool_calls', 'function_call', 'tool_use']) {
      expect(read([of(CALL), end(finishReason)]).at(-1)).toEqual(finish('tool_calls'));
    }
    expect(read([of(CALL), end('length')]).at(-1)).toEqual(finish('length'));
  });

  it('may be marked by `[DONE]` alone', () => {
    expect(read([of({ content: 'a' }), DONE])).toEqual([text('a'), finish('stop')]);
    expect(read([of(CALL), DONE]).at(-1)).toEqual(finish('tool_calls'));
  });

  it.each([
    ['nothing at all', []],
    ['only `[DONE]`', [DONE]],
    ['usage alone', [{ choices: [], usage: { prompt_tokens: 5, completion_tokens: 5 } }, DONE]],
    ['text without an end', [of({ content: 'a' })]],
    ['one of two choices without an end', [of({ content: 'a' }), { choices: [{ index: 1, delta: { content: 'b' } }] }]],
    ['an error of the server', [of({ content: 'a' }), end('error')]],
    ['an abort of the server', [of({ content: 'a' }), end('abort')]],
  ])('that is %s is a failure', (_, chunks) => {
    expect(failure(chunks)).toBe('INFERENCE_FAILED');
  });

  it('is reported once, and nothing follows it', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 1 };
    expect(
      read([
        of({ content: 'a' }),
        end(),
        of({ role: 'assistant', content: '' }),
        of({ content: 'b' }),
        end(),
        { usage },
      ]),
    ).toEqual([text('a'), finish('stop'), { type: 'usage', usage: { promptTokens: 5, completionTokens: 1 } }]);
  });
});

describe('a chunk', () => {
  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['cut JSON', '{"choices":['],
    ['choices that are not a list', { choices: 'x' }],
  ])('that is %s is a failure', (_, chunk) => {
    expect(failure([of({ content: 'a' }), chunk])).toBe('INFERENCE_FAILED');
  });

  it.each([
    ['in OpenAI’s layout', { error: { message: 'x', type: 'rate_limit_exceeded' } }, 'MODEL_OVERLOADED'],
    ['with a status', { error: { message: 'x', code: 503 } }, 'MODEL_AT_CAPACITY'],
    ['of TGI', { error: 'Model is overloaded', error_type: 'overloaded' }, 'MODEL_AT_CAPACITY'],
    ['of TGI, with a status', { error: { message: 'x', http_status_code: 422 } }, 'INVALID_REQUEST'],
    ['of Groq', { error: { message: 'x', code: 'y', status_code: 429 } }, 'MODEL_OVERLOADED'],
    ['as text', { error: 'CUDA out of memory' }, 'INFERENCE_FAILED'],
    ['of any form', { error: [1] }, 'INFERENCE_FAILED'],
    ['without an envelope', { object: 'error', message: 'context_length', code: 400 }, 'INVALID_REQUEST'],
    ['in a choice', { choices: [{ index: 0, delta: {}, error: { code: 429, message: 'x' } }] }, 'MODEL_OVERLOADED'],
  ])('with an error %s fails with that error', (_, chunk, code) => {
    expect(failure([chunk])).toBe(code);
  });

  it('may be malformed in members that are not needed', () => {
    const odd = [
      '',
      { hello: 1 },
      { choices: null, usage: null, error: null },
      { choices: [null, 7, 'x', {}] },
      of(null),
      of({ content: null, tool_calls: null, function_call: null, reasoning_details: null }),
      of({ content: 7, reasoning: {}, tool_calls: 'x', reasoning_details: 'x' }),
      { choices: [{ index: 'x', delta: { content: 'a' } }] },
      { choices: [{ delta: { content: 'b' } }] },
      { choices: [{ index: 5, delta: { content: 'of nobody' } }] },
      { choices: [], usage: 'x' },
      { choices: [], usage: { prompt_tokens: 'x', completion_tokens: -1 } },
    ];
    expect(read([...odd, end()])).toEqual([text('a'), text('b'), finish('stop')]);
  });

  it('of any JSON is read, or fails as an error of the upstream', () => {
    const value = fc.jsonValue({ maxDepth: 2 }).map((json): unknown => json);
    const names = ['content', 'reasoning', 'reasoning_details', 'tool_calls', 'function_call', '__proto__', 'other'];
    const delta = fc.dictionary(fc.constantFrom(...names), value);
    const chunk = fc.record({
      choices: fc.array(fc.record({ index: value, delta, logprobs: value, finish_reason: value, usage: value })),
      usage: value,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(chunk, value), { maxLength: 4 }), (chunks) => {
        expect(failure(chunks) ?? '').not.toBe('no ApiError');
      }),
    );
  });

  it('keeps unknown fields of the message, but none about the upstream', () => {
    const parts = read([
      of({
        role: 'assistant',
        content: 'a',
        refusal: null,
        annotations: [],
        audio: { id: 'x' },
        provider: 'Lab',
        system_fingerprint: 'fp',
        cost: 1,
        id: 'i',
        token_ids: [1],
      }),
      { ...end(), id: 'up-1', provider: 'Lab', system_fingerprint: 'fp', usage: { prompt_tokens: 1, cost: 0.1 } },
    ]);
    expect(parts).toEqual([
      text('a'),
      { type: 'extra', choice: 0, fields: { audio: { id: 'x' } } },
      finish('stop'),
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 0 } },
    ]);
  });

  it('may have a call in the older format', () => {
    expect(
      read([of({ function_call: { name: 'now', arguments: '' } }), of({ function_call: { arguments: '{}' } }), end()]),
    ).toMatchObject([{ type: 'tool_call', name: 'now' }, { arguments: '{}' }, { reason: 'tool_calls' }]);
  });

  it('has log probabilities in each layout, with the requested number of alternatives, and none unless requested', () => {
    const top = [
      { token: 'a', logprob: -1 },
      { token: 'b', logprob: -2 },
    ];
    const layouts = [
      { content: [{ token: 'a', logprob: -1, bytes: [97], top_logprobs: top }] },
      [{ token: 'a', logprob: -1, bytes: [97], top_logprobs: { a: -1, b: -2 } }],
      { token: 'a', logprob: -1, bytes: [97], top_logprobs: top },
    ];
    const expected = { token: 'a', logprob: -1, bytes: [97], top: [{ token: 'a', logprob: -1, bytes: null }] };
    for (const logprobs of layouts) {
      expect(read([of({ content: 'a' }, { logprobs }), end()], { logprobs: { top: 1 } })[0]).toEqual({
        ...text('a'),
        logprobs: [expected],
      });
      expect(read([of({ content: 'a' }, { logprobs }), end()])[0]).toEqual(text('a'));
    }
    const older = { tokens: ['a', 'c'], token_logprobs: [-1, null], top_logprobs: [{ a: -1 }, null] };
    expect(read([of({ content: '' }, { logprobs: older }), end()], { logprobs: { top: 5 } })[0]).toEqual({
      ...text(''),
      logprobs: [
        { ...expected, bytes: null },
        { token: 'c', logprob: -9_999, bytes: null, top: [] },
      ],
    });
  });
});

/** JSON of a list within a list within a list … */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('fields with thousands of levels', () => {
  it.each([
    ['an unknown field', (json: string) => `{"x":${json}}`],
    ['reasoning details', (json: string) => `{"reasoning_details":[${json}]}`],
    [
      'arguments of a call',
      (json: string) => `{"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"a":${json}}}}]}`,
    ],
  ])('fail as the upstream’s fault in %s, after the text before', (_name, delta) => {
    const chunk = (json: string) => `{"choices":[{"index":0,"delta":${delta(json)}}]}`;
    expect(failure([of({ content: 'a' }), chunk(nested(50)), end()])).toBeNull();
    const parts: ChatPart[] = [];
    const reader = answerReader(call(), IDENTITY);
    reader.read(JSON.stringify(of({ content: 'a' })), parts);
    expect(() => reader.read(chunk(nested(20_000)), parts)).toThrow(
      expect.objectContaining({ code: 'INFERENCE_FAILED' }),
    );
    expect(parts).toEqual([text('a')]);
  });

  it('are ignored where nothing is read from them', () => {
    const chunk = `{"choices":[{"index":0,"delta":{"content":"b","id":${nested(20_000)}}}],"other":${nested(20_000)}}`;
    expect(read([chunk, end()])).toEqual([text('b'), finish('stop')]);
  });
});

describe('usage', () => {
  const usageOf = (usage: unknown) => read([of({ content: 'a' }), end(), { choices: [], usage }]).at(-1);
  it.each([
    ['of the responses format', { input_tokens: 5, output_tokens: 2, input_tokens_details: { cached_tokens: 3 } }, 3],
    ['of DeepSeek', { prompt_tokens: 5, completion_tokens: 2, prompt_cache_hit_tokens: 3 }, 3],
    ['of Moonshot', { prompt_tokens: 5, completion_tokens: 2, cached_tokens: 3 }, 3],
    ['with more cached tokens than prompt tokens', { prompt_tokens: 5, completion_tokens: 2, cached_tokens: 9 }, 5],
  ])('is read %s', (_, report, cachedTokens) => {
    expect(usageOf(report)).toEqual({ type: 'usage', usage: { promptTokens: 5, completionTokens: 2, cachedTokens } });
  });

  it('includes reasoning that was counted apart from the answer', () => {
    const beside = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 17 };
    expect(usageOf({ ...beside, completion_tokens_details: { reasoning_tokens: 10 } })).toMatchObject({
      usage: { completionTokens: 12, reasoningTokens: 10 },
    });
    expect(usageOf({ ...beside, total_tokens: 7, reasoning_tokens: 1 })).toMatchObject({
      usage: { completionTokens: 2, reasoningTokens: 1 },
    });
  });

  it('may be inside a choice', () => {
    const report = { prompt_tokens: 5, completion_tokens: 2 };
    expect(read([of({ content: 'a' }), of({}, { finish_reason: 'stop', usage: report })]).at(-1)).toEqual({
      type: 'usage',
      usage: { promptTokens: 5, completionTokens: 2 },
    });
  });
});

describe('an upstream that goes on past the limit', () => {
  const word = (at: number, index = 0) => ({ choices: [{ index, delta: { content: ` word${at}` } }] });

  const call0 = (text: string) => of({ tool_calls: [{ index: 0, id: 'a', function: { name: 'w', arguments: text } }] });
  it.each<[string, (at: number) => object]>([
    ['text', (at) => word(at)],
    ['text that must be parsed', (at) => of({ content: `"word"\n${at}` })],
    ['thinking', (at) => of({ reasoning_content: ` word${at}` })],
    ['arguments of a call', (at) => call0(`"word${at}",`)],
  ])('is cut off, and its answer ends with length: %s', (_, chunkOf) => {
    const reader = answerReader(call({ maxTokens: 10 }), IDENTITY);
    let read = 0;
    const parts: ChatPart[] = [];
    while (!reader.isOver() && read < 1_000) reader.read(JSON.stringify(chunkOf((read += 1))), parts);
    expect(read).toBeLessThan(200);
    expect(parts.at(-1)).toEqual(finish('length'));
    expect(reader.end()).toEqual([]);
  });

  it('is read on for the choices within the limit', () => {
    const chunks = [
      ...Array.from({ length: 500 }, (_, at) => word(at, 1)),
      word(1),
      { choices: [{ index: 0, finish_reason: 'stop' }] },
    ];
    const parts = read(chunks, { maxTokens: 10, choices: 2 });
    expect(parts.filter((part) => part.type === 'finish')).toEqual([finish('length', 1), finish('stop', 0)]);
    expect(parts.filter((part) => part.type === 'text' && part.choice === 1).length).toBeLessThan(200);
  });

  it('may report so itself', () => {
    const chunks = [{ ...word(1), usage: { prompt_tokens: 1, completion_tokens: 500 } }, word(2)];
    expect(read(chunks, { maxTokens: 10 }).slice(0, 3)).toEqual([
      text(' word1'),
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 500 } },
      finish('length'),
    ]);
  });
});
