import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatCall } from '../../spec';
import { ask, namedEvents, type Recorder, startRecorder } from '../test-recorded';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());

const call = (more: Partial<ChatCall> = {}) =>
  ask({ id: 'lab', kind: 'xai', baseUrl: recorder.origin, apiKey: 'sk-operators-own' }, more);
/** The body of the single request that a call makes. */
const sent = async (more: Partial<ChatCall>): Promise<Record<string, unknown>> => {
  recorder.play({ body: namedEvents(delta('Hi'), COMPLETED) });
  const { error } = await call(more);
  expect(error).toBeNull();
  return recorder.requests[0]?.body ?? {};
};

const AT = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const delta = (text: string) => ({ type: 'response.output_text.delta', ...AT, delta: text });
const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1, model: 'grok', output: [], status: 'completed' };
const COMPLETED = {
  type: 'response.completed',
  response: { ...RESPONSE, usage: { input_tokens: 900, output_tokens: 40, num_sources_used: 2 } },
};
const cited = (url: string, title: string) => ({
  type: 'response.output_text.annotation.added',
  ...AT,
  annotation_index: 0,
  annotation: { type: 'url_citation', url, title, start_index: 0, end_index: 4 },
});
/** A search that the vendor runs itself, as its item is announced and completed. */
const searched = (item: object) => [
  { type: 'response.output_item.added', output_index: 0, item: { id: 'ws_1', status: 'in_progress', ...item } },
  { type: 'response.output_item.done', output_index: 0, item: { id: 'ws_1', status: 'completed', ...item } },
];
const WEATHER = { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } };
const SEARCH = [
  expect.objectContaining({ type: 'web_search' }) as unknown,
  expect.objectContaining({ type: 'x_search' }) as unknown,
];

describe('its own search', () => {
  const answer = namedEvents(
    { type: 'response.created', response: { ...RESPONSE, status: 'in_progress' } },
    ...searched({ type: 'web_search_call', action: { type: 'search', query: 'tides', sources: [] } }),
    ...searched({
      type: 'custom_tool_call',
      id: 'xs_1',
      name: 'x_keyword_search',
      call_id: 'c',
      input: '{"query":"t"}',
    }),
    ...searched({ type: 'custom_tool_call', id: 'xs_2', name: 'a_new_one', call_id: 'd', input: '{}' }),
    { type: 'response.something_new', output_index: 0 },
    ...searched({ type: 'a_new_call', id: 'n_1' }),
    delta('High water at noon. [[1]](https://example.org/tides)'),
    cited('https://example.org/tides', '1'),
    cited('https://x.com/dover/status/1', 'Dover harbor'),
    COMPLETED,
  );

  it('has sources, and no calls', async () => {
    recorder.play({ body: answer });
    const { parts, error } = await call({ vendorSearch: true, tools: [WEATHER] });
    expect(error).toBeNull();
    expect(parts).toEqual([
      { type: 'text', choice: 0, text: 'High water at noon. [[1]](https://example.org/tides)' },
      { type: 'source', choice: 0, url: 'https://example.org/tides', title: 'example.org' },
      { type: 'source', choice: 0, url: 'https://x.com/dover/status/1', title: 'Dover harbor' },
      { type: 'finish', choice: 0, reason: 'stop' },
      { type: 'usage', usage: { promptTokens: 900, completionTokens: 40 } },
    ]);
  });

  it('has no sources if it was not asked for', async () => {
    recorder.play({ body: answer });
    expect((await call()).parts.map(({ type }) => type)).toEqual(['text', 'finish', 'usage']);
  });

  it('is switched on beside the caller’s functions, and with a choice of none in their place', async () => {
    expect(await sent({})).not.toHaveProperty('tools');
    const alone = await sent({ vendorSearch: true });
    expect(alone.tools).toEqual(SEARCH);
    expect(alone).not.toHaveProperty('tool_choice');
    const beside = await sent({ vendorSearch: true, tools: [WEATHER], toolChoice: 'required' });
    expect(beside).toMatchObject({ tools: [{ type: 'function', name: 'get_weather' }, ...SEARCH] });
    expect(beside.tool_choice).toBe('required');
    const none = await sent({ vendorSearch: true, tools: [WEATHER], toolChoice: 'none' });
    expect(none.tools).toEqual(SEARCH);
    expect(none).not.toHaveProperty('tool_choice');
    // A caller's function may have the name of a search.
    const named = { ...WEATHER, name: 'x_search' };
    const forced = await sent({ vendorSearch: true, tools: [named], toolChoice: { name: 'x_search' } });
    expect(forced.tool_choice).toEqual({ type: 'function', name: 'x_search' });
  });
});

describe('a request', () => {
  it.each<[string, ChatCall['reasoning'], object | undefined]>([
    ['grok-4.3', { effort: 'minimal' }, { effort: 'low' }],
    ['grok-4.3', { effort: 'medium' }, { effort: 'medium' }],
    ['grok-4.3', { effort: 'max' }, { effort: 'high' }],
    ['grok-4.6', { effort: 'xhigh' }, { effort: 'xhigh' }],
    ['grok-4.3', { enabled: false }, { effort: 'none' }],
    ['grok-4.3', { enabled: true }, undefined],
    ['grok-4.3', undefined, undefined],
  ])('of %s with %j sets reasoning, and nothing is stored', async (model, reasoning, expected) => {
    const body = await sent({ model, reasoning });
    expect(body.reasoning).toEqual(expected);
    expect(body.store).toBe(false);
  });

  it('carries a large image whole, and refuses audio before it is sent', async () => {
    const url = `data:image/png;base64,${Buffer.alloc(300_000, 'tides').toString('base64')}`;
    const { input } = await sent({ messages: [{ role: 'user', content: [{ type: 'image', url }] }] });
    expect(input).toEqual([{ role: 'user', content: [{ type: 'input_image', image_url: url }] }]);
    recorder.play({ body: '' });
    const audio = { type: 'audio', data: 'AAAA', format: 'mp3' } as const;
    const { error } = await call({ messages: [{ role: 'user', content: [audio] }] });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(recorder.requests).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    ['rate_limit_exceeded', 'MODEL_OVERLOADED'],
    ['server_error', 'INFERENCE_FAILED'],
  ])('with the error %s in the middle fails', async (code, expected) => {
    recorder.play({ body: namedEvents(delta('Half'), { type: 'error', code, message: 'No.', param: null }) });
    expect(await call()).toMatchObject({ parts: [{ text: 'Half' }], error: { code: expected } });
  });

  it('that is reported as failed fails', async () => {
    const failed = { type: 'response.failed', response: { error: { code: 'server_error', message: 'No.' } } };
    recorder.play({ body: namedEvents(delta('Half'), failed) });
    expect((await call()).error).toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it.each<[string, object]>([
    ['with a code beside the text', { code: 'invalid-argument', error: 'temperature is too high' }],
    ['with an object', { error: { message: 'temperature is too high', type: 'invalid_request_error' } }],
  ])('that is refused %s says why', async (_, body) => {
    recorder.play({ status: 400, type: 'application/json', body: JSON.stringify(body) });
    const { error } = await call();
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(String(error)).toContain('temperature is too high');
  });
});
