import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gather, type Gathered } from '../../chat/answer/gather';
import type { ChatPart } from '../../core/chat';
import { awsMessage } from '../conformance/dialects/amazon-bedrock';
import type { ChatCall } from '../spec';
import { makeVendor } from './provider';
import {
  ask,
  namedEvents,
  plainEvents,
  type Recorded,
  type Recorder,
  startRecorder,
  wholeChatOf,
} from './test-recorded';
import type { VendorUpstream } from './vendor';

/*
 * For a caller who does not stream, a vendor answers in one piece. Beside the scenarios that all vendors share
 * (conformance.test.ts), this is what only one of them sends.
 */

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

type Kind = VendorUpstream['kind'];
const KINDS: Kind[] = ['anthropic', 'google', 'xai', 'amazon-bedrock'];

function vendorOf(kind: Kind, more: Partial<Pick<VendorUpstream, 'times' | 'unstreamed'>> = {}): VendorUpstream {
  const base = { id: 'lab', baseUrl: recorder.origin, ...more };
  const apiKey = 'sk-operators-own';
  if (kind === 'amazon-bedrock') return { ...base, kind, region: 'eu-west-1', credentials: { apiKey } };
  return { ...base, kind, apiKey };
}

const json = (body: unknown): Recorded => ({ type: 'application/json', body: JSON.stringify(body) });

/** What a caller who does not stream gets of parts; ids that were made here count as equal. */
function gathered(parts: ChatPart[]): unknown {
  const answer: Gathered = new Map();
  for (const part of parts) gather(answer, part);
  const said = { answer: [...answer], sources: parts.filter(({ type }) => type === 'source') };
  const usage = parts.findLast((part) => part.type === 'usage')?.usage;
  const text = JSON.stringify({ ...said, usage }, (_, value: unknown) => (value instanceof Map ? [...value] : value));
  return JSON.parse(text.replaceAll(/call_[0-9a-f]{24}/g, 'call_made'));
}

const WEATHER = { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };

/* What the vendors send, streamed and in one piece. */

const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_sequence: null };
const PROMPT = { input_tokens: 21, cache_creation_input_tokens: 188, cache_read_input_tokens: 1_000 };
const ANSWER = { output_tokens: 89, output_tokens_details: { thinking_tokens: 40 } };
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const claude = (stop: string, ...blocks: { type: string }[][]): Recorded => ({
  body: namedEvents(
    {
      type: 'message_start',
      message: { ...MESSAGE, content: [], stop_reason: null, usage: { ...PROMPT, output_tokens: 1 } },
    },
    ...blocks.flat(),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: ANSWER },
    { type: 'message_stop' },
  ),
});
const wholeClaude = (stop: string, ...content: object[]): Recorded =>
  json({ ...MESSAGE, content, stop_reason: stop, usage: { ...PROMPT, ...ANSWER } });

const gemini = (parts: object[], finishReason?: string, more: object = {}) => ({
  candidates: [
    {
      ...(parts.length > 0 && { content: { parts, role: 'model' } }),
      ...(finishReason && { finishReason }),
      index: 0,
      ...more,
    },
  ],
  usageMetadata: {
    promptTokenCount: 120,
    cachedContentTokenCount: 100,
    candidatesTokenCount: 15,
    thoughtsTokenCount: 70,
  },
});
const oslo = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } };

const event = (type: string, payload: object) =>
  awsMessage({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, payload);
const bedrockUsage = {
  inputTokens: 30,
  outputTokens: 62,
  totalTokens: 1_292,
  cacheReadInputTokens: 1_000,
  cacheWriteInputTokens: 200,
};
const bedrock = (stopReason: string, ...events: [string, object][]): Recorded => ({
  type: 'application/vnd.amazon.eventstream',
  body: Buffer.concat([
    event('messageStart', { role: 'assistant' }),
    ...events.map(([type, payload]) => event(type, payload)),
    event('messageStop', { stopReason }),
    event('metadata', { metrics: { latencyMs: 7 }, usage: bedrockUsage }),
  ]),
});
const wholeBedrock = (stopReason: string, ...content: object[]): Recorded =>
  json({ output: { message: { role: 'assistant', content } }, stopReason, usage: bedrockUsage });
const delta = (contentBlockIndex: number, piece: object): [string, object] => [
  'contentBlockDelta',
  { contentBlockIndex, delta: piece },
];
const stop = (contentBlockIndex: number): [string, object] => ['contentBlockStop', { contentBlockIndex }];

const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'grok',
  usage: { input_tokens: 900, output_tokens: 40, output_tokens_details: { reasoning_tokens: 30 } },
};
const items = (...output: { type: string; id: string; [member: string]: unknown }[]) => output;
const grok = (last: { status: string; [member: string]: unknown }, output: ReturnType<typeof items>): Recorded => ({
  body: namedEvents(
    ...output.flatMap((item, output_index) => [
      {
        type: 'response.output_item.added',
        output_index,
        item: item.type === 'message' ? { ...item, content: [] } : item,
      },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: `response.${last.status}`, response: { ...RESPONSE, output: [], ...last } },
  ),
});
const wholeGrok = (last: object, output: object[]): Recorded => json({ ...RESPONSE, output, ...last });
const said = (text: string, annotations: object[] = []) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, logprobs: [], annotations }],
});
const asked = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'get_weather',
  arguments: '{"city":"Oslo"}',
  status: 'completed',
};
const searched = {
  type: 'web_search_call',
  id: 'ws_1',
  status: 'completed',
  action: { type: 'search', query: 'tides', sources: [] },
};
const newItem = { type: 'a_new_item', id: 'new_1', status: 'completed', mood: 'fine' };
const cited = { type: 'url_citation', url: 'https://example.org/tides', title: '1', start_index: 0, end_index: 4 };

const CASES: [Kind, string, Recorded[], Recorded[], Partial<ChatCall>][] = [
  [
    'anthropic',
    'signed and redacted reasoning, text, a call, and usage with its caches',
    [
      claude(
        'tool_use',
        block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'Hm.' },
          { type: 'signature_delta', signature: 'EqQB' },
        ),
        block(1, { type: 'redacted_thinking', data: 'EmwK' }),
        block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'I will look.' }),
        block(
          3,
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
          { type: 'input_json_delta', partial_json: '{"city":"Oslo"}' },
        ),
      ),
    ],
    [
      wholeClaude(
        'tool_use',
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'EmwK' },
        { type: 'text', text: 'I will look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } },
      ),
    ],
    { tools: [WEATHER] },
  ],
  ...['stop_sequence', 'pause_turn', 'model_context_window_exceeded', 'refusal'].map(
    (reason): (typeof CASES)[number] => [
      'anthropic',
      `the stop reason ${reason}`,
      [claude(reason, block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Well' }))],
      [wholeClaude(reason, { type: 'text', text: 'Well' })],
      {},
    ],
  ),
  [
    'google',
    'calls without ids, each of them signed',
    [
      {
        body: plainEvents(
          gemini([{ text: 'Hm', thought: true }]),
          gemini([
            { ...oslo, thoughtSignature: 'a' },
            { ...oslo, thoughtSignature: 'b' },
          ]),
          gemini([], 'STOP'),
        ),
      },
    ],
    [
      json(
        gemini(
          [
            { text: 'Hm', thought: true },
            { ...oslo, thoughtSignature: 'a' },
            { ...oslo, thoughtSignature: 'b' },
          ],
          'STOP',
        ),
      ),
    ],
    { tools: [WEATHER] },
  ],
  [
    'google',
    'a blocked prompt',
    [
      {
        body: plainEvents({
          promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
          usageMetadata: { promptTokenCount: 9 },
        }),
      },
    ],
    [json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } })],
    {},
  ],
  [
    'google',
    'an answer that continues in a second request',
    [
      { body: plainEvents(gemini([{ text: 'One' }]), gemini([], 'CONTINUATION', { continuationToken: 'next' })) },
      { body: plainEvents(gemini([{ text: ' two' }]), gemini([], 'STOP')) },
    ],
    [
      json(gemini([{ text: 'One' }], 'CONTINUATION', { continuationToken: 'next' })),
      json(gemini([{ text: ' two' }], 'STOP')),
    ],
    {},
  ],
  [
    'amazon-bedrock',
    'signed and sealed reasoning, text, a call, and usage with its caches',
    [
      bedrock(
        'tool_use',
        delta(0, { reasoningContent: { text: 'Hm.' } }),
        delta(0, { reasoningContent: { signature: 'EqQB' } }),
        stop(0),
        delta(1, { reasoningContent: { redactedContent: 'c2VhbGVk' } }),
        stop(1),
        delta(2, { text: 'I will look.' }),
        stop(2),
        [
          'contentBlockStart',
          { contentBlockIndex: 3, start: { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather' } } },
        ],
        delta(3, { toolUse: { input: '{"city":"Oslo"}' } }),
        stop(3),
      ),
    ],
    [
      wholeBedrock(
        'tool_use',
        { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'EqQB' } } },
        { reasoningContent: { redactedContent: 'c2VhbGVk' } },
        { text: 'I will look.' },
        { toolUse: { toolUseId: 'tooluse_1', name: 'get_weather', input: { city: 'Oslo' } } },
      ),
    ],
    { tools: [WEATHER] },
  ],
  [
    'amazon-bedrock',
    'the end by a guardrail',
    [bedrock('guardrail_intervened', delta(0, { text: 'No.' }), stop(0))],
    [wholeBedrock('guardrail_intervened', { text: 'No.' })],
    {},
  ],
  [
    'xai',
    'its own search, and an item that is not known yet',
    [grok({ status: 'completed' }, items(searched, newItem, said('High water at noon.', [cited])))],
    [wholeGrok({ status: 'completed' }, items(searched, newItem, said('High water at noon.', [cited])))],
    { vendorSearch: true },
  ],
  [
    'xai',
    'a call at the limit',
    [grok({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, items(asked))],
    [wholeGrok({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, items(asked))],
    { tools: [WEATHER] },
  ],
  [
    'xai',
    'an end that is not known yet',
    [grok({ status: 'incomplete', incomplete_details: { reason: 'a_new_reason' } }, items(said('Well')))],
    [wholeGrok({ status: 'incomplete', incomplete_details: { reason: 'a_new_reason' } }, items(said('Well')))],
    {},
  ],
];

describe('an answer in one piece', () => {
  it.each(CASES)('of %s is what the stream would be: %s', async (kind, _, streamed, whole, more) => {
    recorder.play(...streamed);
    const expected = await ask(vendorOf(kind), more);
    expect(expected.error).toBeNull();
    recorder.play(...whole);
    const { parts, error } = await ask(wholeChatOf(vendorOf(kind)), more);
    expect(error).toBeNull();
    expect(gathered(parts)).toEqual(gathered(expected.parts));
    expect(recorder.requests).toHaveLength(whole.length);
  });

  it.each<[Kind, string, Recorded]>([
    [
      'anthropic',
      'has no end',
      json({ ...MESSAGE, content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } }),
    ],
    ['google', 'has no end', json(gemini([{ text: 'Half' }]))],
    ['google', 'ends with a malformed call', json(gemini([{ text: '' }], 'MALFORMED_FUNCTION_CALL'))],
    [
      'xai',
      'is reported as failed',
      wholeGrok({ status: 'failed', error: { code: 'server_error', message: 'No.' } }, []),
    ],
    ['anthropic', 'is too large', wholeClaude('end_turn', { type: 'text', text: 'x'.repeat(8_000_000) })],
  ])('of %s that %s fails', async (kind, _, recorded) => {
    recorder.play(recorded);
    expect(await ask(wholeChatOf(vendorOf(kind)))).toMatchObject({ parts: [], error: { code: 'INFERENCE_FAILED' } });
  });

  it('is one request per choice, and their usage is summed', async () => {
    recorder.play(json(gemini([{ text: 'One' }], 'STOP')), json(gemini([{ text: 'Two' }], 'STOP')));
    const { parts, error } = await ask(wholeChatOf(vendorOf('google')), { choices: 2 });
    expect(error).toBeNull();
    expect(parts.flatMap((part) => (part.type === 'text' ? [part.choice] : []))).toEqual([0, 1]);
    expect(parts.at(-1)).toMatchObject({
      type: 'usage',
      usage: { promptTokens: 240, completionTokens: 170, requests: 2 },
    });
  });

  it('has nearly as long as a charge waits, and not only as long as a first byte', async () => {
    const whole = (times: VendorUpstream['times']) => ask(wholeChatOf(vendorOf('anthropic', { times })));
    const hi = wholeClaude('end_turn', { type: 'text', text: 'Hi' });
    recorder.play({ ...hi, afterMs: 1_000 });
    const { error } = await whole({ firstByteMs: 20, wholeMs: 600_000 });
    expect(error).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    recorder.play(hi);
    expect((await whole({ idleMs: 5_000 })).error).toBeNull();
  });

  it('that must have a call is read from a stream, which is left if the model cannot be made to', async () => {
    const forced: Partial<ChatCall> = { tools: [WEATHER], toolChoice: 'required' };
    recorder.play(claude('end_turn', block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi' })));
    const refused = await ask(wholeChatOf(vendorOf('anthropic')), { ...forced, model: 'claude-opus-5-5' });
    expect(refused).toMatchObject({ parts: [], error: { code: 'INVALID_REQUEST' } });
    expect(recorder.requests.map(({ body }) => body.stream)).toEqual([true]);
    recorder.play(json(gemini([oslo], 'STOP')));
    expect((await ask(wholeChatOf(vendorOf('google')), forced)).error).toBeNull();
    expect(recorder.requests[0]?.path).toMatch(/:generateContent$/);
  });

  it('cannot have log probabilities', async () => {
    recorder.play(json({}));
    const { error } = await ask(wholeChatOf(vendorOf('xai')), { logprobs: { top: 1 } });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(recorder.requests).toEqual([]);
  });
});

it.each(KINDS)('%s answers in one piece, unless the operator wants a stream', (kind) => {
  expect(makeVendor(vendorOf(kind)).answerWhole).toBeDefined();
  expect(makeVendor(vendorOf(kind, { unstreamed: 'whole' })).answerWhole).toBeDefined();
  expect(makeVendor(vendorOf(kind, { unstreamed: 'stream' }))).not.toHaveProperty('answerWhole');
});
