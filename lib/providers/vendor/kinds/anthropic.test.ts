import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCall } from '../../spec';
import { ask, namedEvents, type Recorder, startRecorder } from '../test-recorded';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const call = (more: Partial<ChatCall> = {}) =>
  ask({ id: 'lab', kind: 'anthropic', baseUrl: `${recorder.origin}/v1/`, apiKey: 'sk-ant-operators-own' }, more);
/** The body of the single request that a call makes. */
const sent = async (more: Partial<ChatCall>) => {
  recorder.play({ body: namedEvents(...HELLO) });
  const { error } = await call(more);
  expect(error).toBeNull();
  return recorder.requests[0]?.body ?? {};
};

const START = {
  type: 'message_start',
  message: {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    content: [],
    model: 'claude-sonnet-4-5-20250929',
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 21,
      cache_creation_input_tokens: 188,
      cache_read_input_tokens: 1_000,
      cache_creation: { ephemeral_5m_input_tokens: 188, ephemeral_1h_input_tokens: 0 },
      output_tokens: 1,
      service_tier: 'standard',
    },
  },
};
const open = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece });
const close = (index: number) => ({ type: 'content_block_stop', index });
const end = (stop_reason: string, usage: object = { output_tokens: 89 }) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const TEXT = [
  open(0, { type: 'text', text: '' }),
  { type: 'ping' },
  delta(0, { type: 'text_delta', text: 'Hi' }),
  close(0),
];
const HELLO = [START, ...TEXT, ...end('end_turn')];

const THINKING = [
  open(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'Let me ' }),
  delta(0, { type: 'thinking_delta', thinking: 'see.' }),
  delta(0, { type: 'signature_delta', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h' }),
  close(0),
  open(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4a' }),
  close(1),
];
const TOOL_USE = [
  open(2, { type: 'text', text: '' }),
  delta(2, { type: 'text_delta', text: 'I will look.' }),
  close(2),
  open(3, { type: 'tool_use', id: 'toolu_01T1x1fJ34qAmk2tNTrN7Up6', name: 'get_weather', input: {} }),
  delta(3, { type: 'input_json_delta', partial_json: '' }),
  delta(3, { type: 'input_json_delta', partial_json: '{"location": "San' }),
  delta(3, { type: 'input_json_delta', partial_json: ' Francisco"}' }),
  close(3),
];
const WEATHER = { name: 'get_weather', parameters: { type: 'object', properties: { location: { type: 'string' } } } };

describe('an answer', () => {
  it('has reasoning with its signature, text, a call in pieces, and usage with its caches', async () => {
    const usage = { output_tokens: 89, output_tokens_details: { thinking_tokens: 40 } };
    recorder.play({ body: namedEvents(START, ...THINKING, ...TOOL_USE, ...end('tool_use', usage)) });
    const { parts, error } = await call({ tools: [WEATHER] });
    expect(error).toBeNull();
    expect(parts).toEqual([
      { type: 'reasoning', choice: 0, text: 'Let me ' },
      { type: 'reasoning', choice: 0, text: 'see.' },
      { type: 'reasoning', choice: 0, text: '', details: [SIGNED] },
      { type: 'reasoning', choice: 0, text: '', details: [REDACTED] },
      { type: 'text', choice: 0, text: 'I will look.' },
      { type: 'tool_call', choice: 0, index: 0, id: 'toolu_01T1x1fJ34qAmk2tNTrN7Up6', name: 'get_weather' },
      { type: 'tool_call', choice: 0, index: 0, arguments: '{"location": "San' },
      { type: 'tool_call', choice: 0, index: 0, arguments: ' Francisco"}' },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      {
        type: 'usage',
        usage: {
          promptTokens: 1_209,
          completionTokens: 89,
          cachedTokens: 1_000,
          cacheWriteTokens: 188,
          reasoningTokens: 40,
        },
      },
    ]);
  });

  it.each([
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
  ])('with the stop reason %s has the finish reason %s', async (reason, expected) => {
    recorder.play({ body: namedEvents(START, ...TEXT, ...end(reason)) });
    expect((await call()).parts).toContainEqual({ type: 'finish', choice: 0, reason: expected });
  });

  it('may contain events that are not known yet', async () => {
    recorder.play({ body: namedEvents(START, { type: 'message_hint', hint: 1 }, ...TEXT, ...end('end_turn')) });
    const { parts, error } = await call();
    expect(error).toBeNull();
    expect(parts).toContainEqual({ type: 'text', choice: 0, text: 'Hi' });
  });

  it.each([
    ['overloaded_error', 'MODEL_AT_CAPACITY'],
    ['rate_limit_error', 'MODEL_OVERLOADED'],
    ['invalid_request_error', 'INVALID_REQUEST'],
    ['authentication_error', 'MODEL_OFFLINE'],
    ['timeout_error', 'REQUEST_TIMEOUT'],
    ['api_error', 'INFERENCE_FAILED'],
    ['some_new_error', 'INFERENCE_FAILED'],
  ])('with a %s fails, as the first event and in the middle', async (type, code) => {
    const error = { type: 'error', error: { type, message: 'Overloaded sk-ant-operators-own' } };
    recorder.play({ body: namedEvents(error) });
    expect(await call()).toMatchObject({ parts: [], error: { code } });
    recorder.play({ body: namedEvents(START, ...TEXT, error) });
    expect(await call()).toMatchObject({ parts: [{ type: 'text', text: 'Hi' }], error: { code } });
    // Nothing is retried.
    expect(recorder.requests).toHaveLength(1);
  });
});

const SIGNED = {
  type: 'reasoning.text',
  text: 'Let me see.',
  signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h',
  format: 'anthropic-claude-v1',
  index: 0,
};
const REDACTED = {
  type: 'reasoning.encrypted',
  data: 'EmwKAhgBEgy3va3pzix/LafPsn4a',
  format: 'anthropic-claude-v1',
  index: 1,
};

describe('an earlier turn', () => {
  const turn = (reasoningDetails: unknown[]): Partial<ChatCall> => ({
    model: 'claude-sonnet-4-5',
    tools: [WEATHER],
    reasoning: { effort: 'medium' },
    messages: [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I will look.',
        reasoning: 'Let me see.',
        reasoningDetails,
        toolCalls: [{ id: 'functions.get_weather:0', name: 'get_weather', arguments: '{"location":"Oslo"}' }],
      },
      { role: 'tool', content: 'rain', toolCallId: 'functions.get_weather:0' },
    ],
  });

  it('goes back with its reasoning unchanged and first, and with ids that the vendor accepts', async () => {
    const { messages } = await sent(turn([SIGNED, REDACTED]));
    expect(messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Let me see.', signature: SIGNED.signature },
          { type: 'redacted_thinking', data: REDACTED.data },
          { type: 'text', text: 'I will look.' },
          { type: 'tool_use', id: 'functions_get_weather_0', name: 'get_weather', input: { location: 'Oslo' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'functions_get_weather_0', content: 'rain' }] },
    ]);
  });

  it('is assembled from pieces, as another gateway sent it', async () => {
    const pieces = [
      { type: 'reasoning.text', text: 'Let me ', format: 'anthropic-claude-v1', index: 0 },
      { type: 'reasoning.text', text: 'see.', format: 'anthropic-claude-v1', index: 0 },
      { type: 'reasoning.text', signature: SIGNED.signature, format: 'anthropic-claude-v1', index: 0 },
    ];
    const { messages } = await sent(turn(pieces));
    expect(JSON.stringify(messages)).toContain(
      JSON.stringify({ type: 'thinking', thinking: 'Let me see.', signature: SIGNED.signature }),
    );
  });

  it('of another vendor goes back without the other’s signatures and with reasoning off', async () => {
    const body = await sent(turn([{ ...SIGNED, format: 'google-gemini-v1' }]));
    expect(JSON.stringify(body.messages)).not.toContain('signature');
    expect(await sent(turn([]))).not.toHaveProperty('thinking');
  });

  it('with tool calls is sent with a tool, even if none may be called', async () => {
    const body = await sent({ ...turn([]), tools: undefined });
    expect(body).toMatchObject({ tools: [{ name: 'no_tool' }], tool_choice: { type: 'none' } });
  });
});

describe('thinking', () => {
  it.each<[string, ChatCall['reasoning'], object]>([
    [
      'claude-sonnet-4-5',
      { effort: 'high' },
      { thinking: { type: 'enabled', budget_tokens: 16_000 }, max_tokens: 20_000 },
    ],
    ['claude-opus-4-20250514', { effort: 'minimal' }, { thinking: { budget_tokens: 2_000 }, max_tokens: 20_000 }],
    ['claude-3-7-sonnet-20250219', { enabled: true }, { thinking: { budget_tokens: 10_000 }, max_tokens: 20_000 }],
    ['claude-opus-4-6', { effort: 'xhigh' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['claude-opus-4-8', { effort: 'max' }, { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
    ['claude-sonnet-5', { enabled: false }, { thinking: { type: 'disabled' } }],
    ['claude-sonnet-5', { enabled: false, effort: 'low' }, { output_config: { effort: 'low' } }],
  ])('of %s with %j', async (model, reasoning, expected) => {
    const body = await sent({ model, reasoning });
    expect(body).toMatchObject(expected);
    expect(body.max_tokens).toBe(20_000);
  });

  it.each<[string, Partial<ChatCall>]>([
    ['none was requested', { model: 'claude-sonnet-4-5' }],
    ['it was turned off', { model: 'claude-sonnet-4-5', reasoning: { effort: 'none' } }],
    ['the answer is too short for it', { model: 'claude-sonnet-4-5', reasoning: { effort: 'max' }, maxTokens: 2_000 }],
    ['the model cannot', { model: 'claude-3-haiku-20240307', reasoning: { effort: 'high' }, maxTokens: 4_000 }],
    [
      'a tool must be called',
      { model: 'claude-sonnet-4-5', reasoning: { effort: 'high' }, tools: [WEATHER], toolChoice: 'required' },
    ],
  ])('is not requested if %s', async (_, more) => {
    const body = await sent(more);
    expect(body).not.toHaveProperty('thinking');
    expect(body.max_tokens).toBe(more.maxTokens ?? 20_000);
  });
});

describe('a request', () => {
  it('marks what may be cached', async () => {
    const { system, messages } = await sent({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Long', cache: { ttl: '1h' } }] },
        { role: 'system', content: 'Short' },
        { role: 'user', content: [{ type: 'text', text: 'Book', cache: { ttl: 'for ever' } }] },
      ],
    });
    expect(system).toEqual([
      { type: 'text', text: 'Long', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { type: 'text', text: 'Short' },
    ]);
    expect(messages).toMatchObject([{ content: [{ text: 'Book', cache_control: { type: 'ephemeral' } }] }]);
    expect(JSON.stringify(messages)).not.toContain('ttl');
  });

  it('has a long system prompt cached by default', async () => {
    const user = { role: 'user', content: 'Hi' } as const;
    const { system } = await sent({ messages: [{ role: 'system', content: 'x'.repeat(4_000) }, user] });
    expect(system).toMatchObject([{ cache_control: { type: 'ephemeral' } }]);
    const short = await sent({ messages: [{ role: 'system', content: 'x'.repeat(3_999) }, user] });
    expect(JSON.stringify(short.system)).not.toContain('cache_control');
  });

  it('begins with a user message, has its system prompt first, and no empty text', async () => {
    const { system, messages } = await sent({
      messages: [
        { role: 'assistant', content: 'Welcome.' },
        { role: 'assistant', content: ' ' },
        { role: 'user', content: 'Hi' },
        { role: 'developer', content: 'Be short' },
      ],
    });
    expect(system).toMatchObject([{ text: 'Be short' }]);
    expect(messages).toMatchObject([
      { role: 'user', content: [{ text: '.' }] },
      { role: 'assistant', content: [{ text: 'Welcome.' }] },
      { role: 'user', content: [{ text: 'Hi' }] },
    ]);
  });

  it('requests JSON of a schema, natively or through a tool', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    };
    const format = { type: 'json_schema', name: 'a', schema } as const;
    expect(await sent({ model: 'claude-sonnet-4-5', responseFormat: format })).toMatchObject({
      output_config: { format: { type: 'json_schema' } },
    });
    expect(await sent({ model: 'claude-sonnet-4-0', responseFormat: { type: 'json_object' } })).toMatchObject({
      tools: [{ name: 'json' }],
      tool_choice: { type: 'any' },
    });
  });

  it('carries an address unchanged if addresses are forwarded', async () => {
    const { messages } = await sent({
      messages: [{ role: 'user', content: [{ type: 'image', url: 'https://example.org/a.png' }] }],
    });
    expect(messages).toMatchObject([
      { content: [{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } }] },
    ]);
  });

  it.each<[string, ChatCall['messages'][number]]>([
    ['sound', { role: 'user', content: [{ type: 'audio', data: 'AAAA', format: 'wav' }] }],
    ['a film', { role: 'user', content: [{ type: 'video', url: 'data:video/mp4;base64,AAAA' }] }],
    ['a file of the server', { role: 'user', content: [{ type: 'image', url: 'file:///etc/passwd' }] }],
  ])('with %s is refused before any request', async (_, message) => {
    recorder.play({ body: namedEvents(...HELLO) });
    expect(await call({ messages: [message] })).toMatchObject({ parts: [], error: { code: 'INVALID_REQUEST' } });
    expect(recorder.requests).toEqual([]);
  });

  it('that must call a tool is refused if the model cannot be made to', async () => {
    recorder.play({ body: namedEvents(...HELLO) });
    const { parts, error } = await call({ model: 'claude-opus-5-5', tools: [WEATHER], toolChoice: 'required' });
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
