import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awsMessage } from '../../conformance/dialects/amazon-bedrock';
import type { ChatCall } from '../../spec';
import { ask, type Recorder, startRecorder } from '../test-recorded';
import type { AwsKeys } from '../vendor';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const KEYS: AwsKeys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'operators-session-token',
};
const call = (more: Partial<ChatCall> = {}, credentials: AwsKeys | { apiKey: string } = { apiKey: 'operators-own' }) =>
  ask({ id: 'lab', kind: 'amazon-bedrock', baseUrl: recorder.origin, region: 'eu-west-1', credentials }, more);
/** The body of the single request that a call makes. */
const sent = async (more: Partial<ChatCall>): Promise<Record<string, unknown>> => {
  recorder.play(stream(delta(0, { text: 'Hi' }), event('messageStop', { stopReason: 'end_turn' })));
  const { error } = await call(more);
  expect(error).toBeNull();
  return recorder.requests[0]?.body ?? {};
};

const stream = (...messages: Uint8Array[]) => ({
  type: 'application/vnd.amazon.eventstream',
  body: Buffer.concat(messages),
});
const event = (type: string, payload: object) =>
  awsMessage({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);
const exception = (type: string, payload: object) =>
  awsMessage({ ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }, payload);
const delta = (contentBlockIndex: number, piece: object) =>
  event('contentBlockDelta', { contentBlockIndex, delta: piece, p: 'abcdefghijkl' });
const close = (contentBlockIndex: number) => event('contentBlockStop', { contentBlockIndex, p: 'abc' });
const METADATA = event('metadata', {
  metrics: { latencyMs: 871 },
  usage: {
    inputTokens: 30,
    outputTokens: 62,
    totalTokens: 1_292,
    cacheReadInputTokens: 1_000,
    cacheWriteInputTokens: 200,
  },
});
const CLAUDE = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const WEATHER = { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };

describe('an answer', () => {
  it('has reasoning with its signature, a redacted block, text, a call in pieces, and usage with its caches', async () => {
    recorder.play(
      stream(
        event('messageStart', { role: 'assistant' }),
        delta(0, { reasoningContent: { text: 'Let me see.' } }),
        delta(0, { reasoningContent: { signature: 'EqQBCgIYAhIM' } }),
        close(0),
        delta(1, { reasoningContent: { redactedContent: 'c2VhbGVk' } }),
        close(1),
        delta(2, { text: 'I will look.' }),
        close(2),
        event('contentBlockStart', {
          contentBlockIndex: 3,
          start: { toolUse: { toolUseId: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather' } },
        }),
        delta(3, { toolUse: { input: '{"ci' } }),
        delta(3, { toolUse: { input: 'ty":"Oslo"}' } }),
        close(3),
        event('messageStop', { stopReason: 'tool_use' }),
        METADATA,
      ),
    );
    const signed = {
      type: 'reasoning.text',
      text: 'Let me see.',
      signature: 'EqQBCgIYAhIM',
      format: 'anthropic-claude-v1',
    };
    const sealed = {
      type: 'reasoning.encrypted',
      id: 'redactedContent',
      data: 'c2VhbGVk',
      format: 'amazon-bedrock-v1',
    };
    const { parts, error } = await call({ model: CLAUDE, tools: [WEATHER] });
    expect(error).toBeNull();
    expect(parts).toEqual([
      { type: 'reasoning', choice: 0, text: 'Let me see.' },
      { type: 'reasoning', choice: 0, text: '', details: [{ ...signed, index: 0 }] },
      { type: 'reasoning', choice: 0, text: '', details: [{ ...sealed, index: 1 }] },
      { type: 'text', choice: 0, text: 'I will look.' },
      { type: 'tool_call', choice: 0, index: 0, id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q', name: 'get_weather' },
      { type: 'tool_call', choice: 0, index: 0, arguments: '{"ci' },
      { type: 'tool_call', choice: 0, index: 0, arguments: 'ty":"Oslo"}' },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      {
        type: 'usage',
        usage: { promptTokens: 1_230, completionTokens: 62, cachedTokens: 1_000, cacheWriteTokens: 200 },
      },
    ]);
    const { messages } = await sent({
      model: CLAUDE,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'I will look.', reasoningDetails: [signed, sealed] },
        { role: 'user', content: 'And?' },
      ],
    });
    expect(messages).toMatchObject([
      {},
      {
        content: [
          { reasoningContent: { reasoningText: { text: 'Let me see.', signature: 'EqQBCgIYAhIM' } } },
          { reasoningContent: { redactedContent: 'c2VhbGVk' } },
          { text: 'I will look.' },
        ],
      },
      {},
    ]);
  });

  it.each([
    ['throttlingException', 'MODEL_OVERLOADED'],
    ['serviceUnavailableException', 'MODEL_AT_CAPACITY'],
    ['validationException', 'INVALID_REQUEST'],
    ['modelStreamErrorException', 'INFERENCE_FAILED'],
    ['internalServerException', 'INFERENCE_FAILED'],
  ])('with a %s in the middle fails', async (type, code) => {
    const message = 'Not for arn:aws:bedrock:eu-west-1:123456789012:inference-profile/x';
    recorder.play(stream(delta(0, { text: 'Half' }), exception(type, { message })));
    const { parts, error } = await call();
    expect(parts).toMatchObject([{ type: 'text', text: 'Half' }]);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('123456789012');
  });

  it('with a broken checksum, or without an end, fails', async () => {
    const broken = Buffer.from(delta(0, { text: 'Half' }));
    broken[40] = (broken[40] ?? 0) ^ 1;
    recorder.play(stream(broken, event('messageStop', { stopReason: 'end_turn' })));
    expect(await call()).toMatchObject({ parts: [], error: { code: 'INFERENCE_FAILED' } });
    recorder.play(stream(delta(0, { text: 'Half' })));
    expect((await call()).error).toMatchObject({ code: 'INFERENCE_FAILED' });
  });
});

describe('a request', () => {
  it('is signed with the keys of the account', async () => {
    recorder.play(stream(delta(0, { text: 'Hi' }), event('messageStop', { stopReason: 'end_turn' })));
    expect((await call({ model: CLAUDE }, KEYS)).error).toBeNull();
    const [request] = recorder.requests;
    if (!request) throw new Error('No request came.');
    const { authorization = '', ...headers } = request.headers;
    const [, date = '', names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/(\d{8})\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=(\S+), Signature=(\S+)$/.exec(
        authorization,
      ) ?? [];
    expect(names.split(';')).toEqual(expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token']));
    expect(headers['x-amz-security-token']).toBe('operators-session-token');
    // Source: AWS, "Create a signed AWS API request".
    const canonical = [
      'POST',
      request.path.replaceAll('%', '%25'),
      '',
      ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
      '',
      names,
      hash(JSON.stringify(request.body)),
    ].join('\n');
    const scope = `${date}/eu-west-1/bedrock/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical)].join('\n');
    const key = [date, 'eu-west-1', 'bedrock', 'aws4_request'].reduce<string | Buffer>(
      (last, word) => createHmac('sha256', last).update(word).digest(),
      `AWS4${KEYS.secretAccessKey}`,
    );
    expect(signature).toBe(createHmac('sha256', key).update(text).digest('hex'));
    expect(JSON.stringify(request)).not.toContain(KEYS.secretAccessKey);
  });

  it.each<[string, Partial<ChatCall>, object]>([
    [
      CLAUDE,
      { reasoning: { effort: 'low' }, sampling: { topK: 5 } },
      {
        inferenceConfig: { maxTokens: 20_000 },
        additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 4_000 } },
      },
    ],
    [CLAUDE, { sampling: { topK: 5 } }, { additionalModelRequestFields: { top_k: 5 } }],
    [
      'anthropic.claude-opus-4-6-v1',
      { reasoning: { effort: 'medium' } },
      { additionalModelRequestFields: { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } } },
    ],
    [
      'anthropic.claude-sonnet-5-v1',
      { reasoning: { enabled: false } },
      { additionalModelRequestFields: { thinking: { type: 'disabled' } } },
    ],
    [
      'openai.gpt-oss-120b-1:0',
      { reasoning: { effort: 'max' } },
      { additionalModelRequestFields: { reasoning_effort: 'high' } },
    ],
    [
      'us.amazon.nova-2-lite-v1:0',
      { reasoning: { effort: 'minimal' } },
      { additionalModelRequestFields: { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low' } } },
    ],
  ])('of %s with %j', async (model, more, expected) => {
    const body = await sent({ model, ...more });
    expect(body).toMatchObject(expected);
    expect(body.inferenceConfig).toEqual({ maxTokens: 20_000 });
  });

  it('omits reasoning for a model without such a setting', async () => {
    const body = await sent({ model: 'meta.llama3-70b-instruct-v1:0', reasoning: { effort: 'high' } });
    expect(body).not.toHaveProperty('additionalModelRequestFields');
  });

  it('marks what may be cached, if the model supports it', async () => {
    const messages: ChatCall['messages'] = [
      { role: 'system', content: [{ type: 'text', text: 'Long', cache: {} }] },
      { role: 'user', content: [{ type: 'text', text: 'Book', cache: { ttl: '1h' } }] },
    ];
    expect(await sent({ model: CLAUDE, messages })).toMatchObject({
      system: [{ text: 'Long' }, { cachePoint: { type: 'default' } }],
      messages: [{ content: [{ text: 'Book' }, { cachePoint: { type: 'default', ttl: '1h' } }] }],
    });
    const other = await sent({ model: 'meta.llama3-70b-instruct-v1:0', messages });
    expect(JSON.stringify(other)).not.toContain('cachePoint');
  });

  it('keeps calls and results if no tool may be called', async () => {
    const messages: ChatCall['messages'] = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, toolCalls: [{ id: 'a', name: 'get_weather', arguments: '' }] },
      { role: 'tool', content: 'rain', toolCallId: 'a' },
    ];
    for (const more of [{}, { tools: [WEATHER], toolChoice: 'none' as const }]) {
      const body = await sent({ model: CLAUDE, messages, ...more });
      expect(JSON.stringify(body.messages)).toContain('rain');
      expect(body.toolConfig).toMatchObject({ tools: [{ toolSpec: { name: 'no_tool' } }] });
    }
  });

  it('with an address of an image is refused before any request', async () => {
    recorder.play({ body: '' });
    const messages: ChatCall['messages'] = [
      { role: 'user', content: [{ type: 'image', url: 'https://example.org/a.png' }] },
    ];
    expect(await call({ messages })).toMatchObject({ parts: [], error: { code: 'INVALID_REQUEST' } });
    expect(recorder.requests).toEqual([]);
  });
});

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
