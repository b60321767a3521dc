import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCall } from '../../spec';
import { ask, plainEvents, type Recorder, startRecorder } from '../test-recorded';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const call = (more: Partial<ChatCall> = {}) =>
  ask({ id: 'lab', kind: 'google', baseUrl: `${recorder.origin}/v1beta`, apiKey: 'AIza-operators-own' }, more);
/** The body of the single request that a call makes. */
const sent = async (more: Partial<ChatCall>): Promise<Record<string, unknown>> => {
  recorder.play({ body: plainEvents(said({ text: 'Hi' }), ended('STOP')) });
  const { error } = await call(more);
  expect(error).toBeNull();
  return recorder.requests[0]?.body ?? {};
};

const META = { modelVersion: 'gemini-3-pro-preview', responseId: 'l-IYaa2kEqyNz7IPtPWs8AQ' };
const USAGE = {
  promptTokenCount: 120,
  candidatesTokenCount: 15,
  totalTokenCount: 205,
  cachedContentTokenCount: 100,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 120 }],
  thoughtsTokenCount: 70,
};
const said = (...parts: object[]) => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0 }],
  usageMetadata: { ...USAGE, candidatesTokenCount: 1 },
  ...META,
});
const ended = (finishReason: string, usageMetadata: object = USAGE) => ({
  candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason, index: 0 }],
  usageMetadata,
  ...META,
});
const WEATHER = { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };
const callOf = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } });

describe('an answer', () => {
  it('has reasoning, calls without ids, the signature of the first, and usage with its parts', async () => {
    recorder.play({
      body: plainEvents(
        said({ text: '**Looking**', thought: true }),
        said({ ...callOf('Oslo'), thoughtSignature: 'CuIBAb4+9vt' }, callOf('Rome')),
        ended('STOP'),
      ),
    });
    const { parts, error } = await call({ tools: [WEATHER] });
    expect(error).toBeNull();
    const ids = parts.flatMap((part) => (part.type === 'tool_call' && part.id !== undefined ? [part.id] : []));
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^call_[0-9a-f]{24}$/);
    const signature = {
      type: 'reasoning.encrypted',
      data: 'CuIBAb4+9vt',
      format: 'google-gemini-v1',
      id: ids[0],
      index: 0,
    };
    expect(parts).toEqual([
      { type: 'reasoning', choice: 0, text: '**Looking**' },
      { type: 'tool_call', choice: 0, index: 0, id: ids[0], name: 'get_weather' },
      { type: 'reasoning', choice: 0, text: '', details: [signature] },
      { type: 'tool_call', choice: 0, index: 0, arguments: '{"city":"Oslo"}' },
      { type: 'tool_call', choice: 0, index: 1, id: ids[1], name: 'get_weather' },
      { type: 'tool_call', choice: 0, index: 1, arguments: '{"city":"Rome"}' },
      { type: 'extra', choice: 0, fields: { thought_signature: 'CuIBAb4+9vt' } },
      { type: 'finish', choice: 0, reason: 'tool_calls' },
      { type: 'usage', usage: { promptTokens: 120, completionTokens: 85, cachedTokens: 100, reasoningTokens: 70 } },
    ]);
  });

  it('has the signature of the first of several signed calls in its own member', async () => {
    const calls = said(
      { ...callOf('Oslo'), thoughtSignature: 'first' },
      { ...callOf('Rome'), thoughtSignature: 'second' },
    );
    recorder.play({ body: plainEvents(calls, ended('STOP')) });
    const { parts } = await call({ tools: [WEATHER] });
    expect(parts).toContainEqual({ type: 'extra', choice: 0, fields: { thought_signature: 'first' } });
    expect(JSON.stringify(parts)).toContain('"data":"second"');
  });

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['LANGUAGE', 'stop'],
  ])('with the reason %s has the finish reason %s', async (reason, expected) => {
    recorder.play({ body: plainEvents(said({ text: 'Well' }), ended(reason)) });
    expect((await call()).parts).toContainEqual({ type: 'finish', choice: 0, reason: expected });
  });

  it('to a blocked prompt is empty, and the prompt is charged', async () => {
    const usageMetadata = { promptTokenCount: 9, totalTokenCount: 9 };
    recorder.play({
      body: plainEvents({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata, ...META }),
    });
    expect(await call()).toEqual({
      error: null,
      parts: [
        { type: 'finish', choice: 0, reason: 'content_filter' },
        { type: 'usage', usage: { promptTokens: 9, completionTokens: 0 } },
      ],
    });
  });

  it.each([
    ['a malformed call', [said({ text: '' }), ended('MALFORMED_FUNCTION_CALL')]],
    ['no end', [said({ text: 'Half' })]],
  ])('with %s failed', async (_, events) => {
    recorder.play({ body: plainEvents(...events) });
    expect((await call()).error).toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it('continues in a second request if the vendor says so, and both are counted', async () => {
    const more = {
      ...ended('CONTINUATION'),
      candidates: [{ finishReason: 'CONTINUATION', continuationToken: 'next', index: 0 }],
    };
    recorder.play(
      { body: plainEvents(said({ text: 'One' }), more) },
      { body: plainEvents(said({ text: ' two' }), ended('STOP')) },
    );
    const { parts } = await call({ model: 'gemini-4-argon' });
    expect(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')).toBe('One two');
    expect(parts.at(-1)).toMatchObject({ usage: { promptTokens: 240, completionTokens: 170 } });
  });
});

describe('a refusal', () => {
  const refuse = async (status: number, error: object) => {
    recorder.play({ status, type: 'application/json', body: JSON.stringify({ error: { code: status, ...error } }) });
    return (await call()).error;
  };

  it('of the operator’s key or location is not an error of the caller', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    const invalid = { message: 'API key not valid.', status: 'INVALID_ARGUMENT', details };
    expect(await refuse(400, invalid)).toMatchObject({ code: 'MODEL_OFFLINE' });
    const place = { message: 'User location is not supported for the API use.', status: 'FAILED_PRECONDITION' };
    expect(await refuse(400, place)).toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(await refuse(400, { message: 'Bad.', status: 'INVALID_ARGUMENT' })).toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('may have details of any depth', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = `{"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT","details":${deep}}}`;
    recorder.play({ status: 400, type: 'application/json', body });
    expect((await call()).error).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('says in its body when to retry', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.07s' }];
    const error = await refuse(429, { message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED', details });
    expect(error).toMatchObject({ code: 'MODEL_OVERLOADED', options: { retryAfterSeconds: 35 } });
  });
});

describe('an earlier turn', () => {
  const calls = [
    { id: 'call_a', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    { id: 'call_b', name: 'get_weather', arguments: 'Rome' },
  ];
  const results = [
    { role: 'tool' as const, content: 'rain', toolCallId: 'call_a' },
    { role: 'tool' as const, content: 'sun', toolCallId: 'call_b' },
  ];
  const contents = async (turn: Partial<Extract<ChatCall['messages'][number], { role: 'assistant' }>>) => {
    const messages: ChatCall['messages'] = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, toolCalls: calls, ...turn },
      ...results,
    ];
    return (await sent({ model: 'gemini-3-pro-preview', messages, tools: [WEATHER] })).contents;
  };
  const signed = (thoughtSignature: string) => [
    { role: 'user' },
    { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature }, {}] },
    { role: 'user', parts: [{ functionResponse: { id: 'call_a' } }, { functionResponse: { id: 'call_b' } }] },
  ];

  it('goes back with the signature on its call, and all results in one turn', async () => {
    const detail = { type: 'reasoning.encrypted', data: 'CuIB', format: 'google-gemini-v1', id: 'call_a', index: 0 };
    const seen = await contents({ reasoningDetails: [detail] });
    expect(seen).toMatchObject(signed('CuIB'));
    // Arguments that are not a JSON object are sent inside one.
    expect(JSON.stringify(seen)).toContain('{"arguments":"Rome"}');
  });

  it('goes back with the signature from its own member', async () => {
    expect(await contents({ thoughtSignature: 'CuIC' })).toMatchObject(signed('CuIC'));
  });

  it('of text goes back with the signature on its text', async () => {
    const detail = { type: 'reasoning.encrypted', data: 'CuID', format: 'google-gemini-v1', index: 0 };
    const turn = { role: 'assistant' as const, content: 'Sun.', reasoningDetails: [detail] };
    const { contents: seen } = await sent({
      messages: [{ role: 'user', content: 'Hi' }, turn, { role: 'user', content: 'Why?' }],
    });
    expect(seen).toMatchObject([{}, { parts: [{ text: 'Sun.', thoughtSignature: 'CuID' }] }, {}]);
  });
});

describe('a request', () => {
  it.each<[string, ChatCall['reasoning'], object | undefined]>([
    ['gemini-2.5-pro', { effort: 'none' }, { includeThoughts: false, thinkingBudget: 128 }],
    ['gemini-2.5-flash', { enabled: false }, { includeThoughts: false, thinkingBudget: 0 }],
    ['gemini-2.5-flash', { effort: 'high' }, { includeThoughts: true, thinkingBudget: 16_000 }],
    ['gemini-2.5-flash-lite', { effort: 'max' }, { includeThoughts: true, thinkingBudget: 19_000 }],
    ['gemini-3-pro-preview', { effort: 'medium' }, { includeThoughts: true, thinkingLevel: 'high' }],
    ['gemini-3-flash-preview', { effort: 'none' }, { includeThoughts: false, thinkingLevel: 'minimal' }],
    ['gemini-3.1-pro-preview', { effort: 'minimal' }, { includeThoughts: true, thinkingLevel: 'low' }],
    ['gemini-flash-latest', { enabled: true }, { includeThoughts: true }],
    ['gemini-2.0-flash', { effort: 'high' }, undefined],
    ['gemma-3-27b-it', { effort: 'high' }, undefined],
    ['gemini-2.5-pro', undefined, undefined],
  ])('of %s with %j sets reasoning', async (model, reasoning, thinkingConfig) => {
    const { generationConfig } = await sent({ model, reasoning });
    expect((generationConfig as { thinkingConfig?: object }).thinkingConfig).toEqual(thinkingConfig);
  });

  it('carries sampling, JSON without a schema, audio and video', async () => {
    const body = await sent({
      sampling: { temperature: 1.5, frequencyPenalty: 0.5, presencePenalty: -0.5, seed: 3 },
      responseFormat: { type: 'json_object' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'audio', data: 'AAAA', format: 'mp3' },
            { type: 'video', url: 'data:video/webm;base64,BBBB' },
          ],
        },
      ],
    });
    expect(body.generationConfig).toEqual({
      maxOutputTokens: 20_000,
      temperature: 1.5,
      frequencyPenalty: 0.5,
      presencePenalty: -0.5,
      seed: 3,
      responseMimeType: 'application/json',
    });
    expect(body.contents).toMatchObject([
      {
        parts: [
          { inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } },
          { inlineData: { mimeType: 'video/webm', data: 'BBBB' } },
        ],
      },
    ]);
  });
});
