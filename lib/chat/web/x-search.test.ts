import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunContext } from '../../accounts/caller';
import { flattened } from '../../core/test-lists';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { findUsageRecord } from '../../ledger/read/history/find-usage-record';
import { makeOpenAiCompatible } from '../../providers/openai-compatible/provider';
import { installProviders } from '../../providers/registry';
import { makeVendor } from '../../providers/vendor/provider';
import { namedEvents, type Recorder, startRecorder } from '../../providers/vendor/test-recorded';
import { ChatChunk, ChatCompletion } from '../answer/wire';
import { ChatRequest } from '../contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from '../test-service';
import { startTestWeb, type TestWeb } from './test-web';

const RICH = 1_000_000_000n;
const RESULT_NANO = 10_000_000n;
/** Of 20 sources. */
const MOST_NANO = 20n * RESULT_NANO;
const TIDES = { title: 'Tides', url: 'https://example.org/tides', content: '', date: '' };
const POST = { title: 'Dover harbor', url: 'https://x.com/dover/status/1', content: '', date: '' };

let service: TestService;
let recorder: Recorder;
let web: TestWeb;
beforeAll(async () => {
  recorder = await startRecorder();
  const upstreams = [{ provider: 'grok', model: 'grok-4.3', weight: 1 }];
  service = await startTestService(
    { plain: { chunks: ['Good ', 'day'] }, grok: {}, roomy: {}, unable: {} },
    {
      grok: { upstreams, abilities: ['x_search', 'tools'] },
      roomy: { upstreams, abilities: ['x_search'], contextTokens: 131_072 },
      unable: { upstreams, abilities: ['tools'] },
    },
  );
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl, apiKey: 'sk-operators-own' });
  const grok = makeVendor({ id: 'grok', kind: 'xai', baseUrl: `${recorder.origin}/v1`, apiKey: 'sk-operators-own' });
  installProviders([lab, grok]);
});
afterAll(async () => {
  await service.stop();
  await recorder.stop();
});
beforeEach(async () => {
  web = await startTestWeb();
  service.forgetFailures();
  return () => web.stop();
});

const AT = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const text = (delta: string) => ({ type: 'response.output_text.delta', ...AT, delta });
const cited = ({ url, title }: { url: string; title: string }) => ({
  type: 'response.output_text.annotation.added',
  ...AT,
  annotation_index: 0,
  annotation: { type: 'url_citation', url, title },
});
const completed = (input_tokens: number, output_tokens: number) => ({
  type: 'response.completed',
  response: { id: 'r', object: 'response', output: [], status: 'completed', usage: { input_tokens, output_tokens } },
});
const ANSWER = [text('High water '), cited(TIDES), text('at noon.'), cited(POST), cited(TIDES), completed(900, 6)];
/** The same without its sources, to a request that neither streams nor searches. */
const WHOLE = {
  type: 'application/json',
  body: JSON.stringify({
    ...completed(900, 6).response,
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'High water at noon.', annotations: [] }],
      },
    ],
  }),
};
const TOKENS_NANO = 900n * INPUT_NANO + 6n * OUTPUT_NANO;

const requestOf = (options: object, more: object) =>
  ChatRequest.parse({
    model: 'grok',
    messages: [{ role: 'user', content: 'When is high water in Dover?' }],
    svc_parameters: options,
    ...more,
  });
const whole = async (context: RunContext, options: object, more: object = {}) =>
  ChatCompletion.parse(await completeFor(requestOf(options, more), context));

async function streamed(context: RunContext, options: object, chunks: ChatChunk[] = []): Promise<ChatChunk[]> {
  const answer = completeFor(requestOf(options, { stream: true }), context);
  if (!(Symbol.asyncIterator in answer)) throw new Error('no stream');
  for await (const chunk of flattened(answer)) chunks.push(ChatChunk.parse(chunk));
  return chunks;
}

const accountOf = (context: RunContext) => context.caller.account.id;
const spent = async (context: RunContext, before = RICH) => before - (await findBalance(accountOf(context))).usdNano;
const record = (context: RunContext) =>
  findUsageRecord({ accountId: accountOf(context), requestId: context.requestId });
const sentTools = () => (recorder.requests.at(-1)?.body.tools ?? []) as { type: string }[];

describe('the vendor’s own search', () => {
  it('replaces ours; its sources are listed once each, and are a line of the charge', async () => {
    recorder.play({ body: namedEvents(...ANSWER) });
    const context = await makeContext(RICH);
    const options = {
      enable_x_search: true,
      enable_web_search: 'on',
      enable_web_scraping: true,
      enable_web_citations: true,
      return_search_results_as_documents: true,
    };
    const answer = await whole(context, options);
    expect(web.seen).toEqual([]);
    expect(sentTools().map(({ type }) => type)).toEqual(['web_search', 'x_search']);
    expect(answer.choices).toMatchObject([
      { finish_reason: 'stop', message: { role: 'assistant', content: 'High water at noon.' } },
    ]);
    expect(answer.choices[0]?.message).not.toHaveProperty('tool_calls');
    expect(answer.svc_parameters).toMatchObject({
      enable_x_search: true,
      enable_web_search: 'off',
      enable_web_scraping: false,
      enable_web_citations: false,
      return_search_results_as_documents: false,
      web_search_citations: [TIDES, POST],
    });
    expect(await spent(context)).toBe(TOKENS_NANO + 2n * RESULT_NANO);
    expect((await record(context))?.lines).toContainEqual(expect.objectContaining({ kind: 'search_result', units: 2 }));
    expect(context.metadata.hold?.heldNano).toBeGreaterThan(MOST_NANO + TOKENS_NANO);
  });

  it('in a stream lists its sources in the last chunk, if they are asked for', async () => {
    recorder.play({ body: namedEvents(...ANSWER) });
    const context = await makeContext(RICH);
    const chunks = await streamed(context, { enable_x_search: true, include_search_results_in_stream: true });
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.filter((chunk) => chunk.svc_parameters)).toEqual([chunks.at(-1)]);
    expect(chunks.at(-1)?.svc_parameters).toEqual({ web_search_citations: [TIDES, POST] });
    expect(await spent(context)).toBe(TOKENS_NANO + 2n * RESULT_NANO);
    const bare = await streamed(await makeContext(RICH), { enable_x_search: true });
    expect(bare.some((chunk) => chunk.svc_parameters)).toBe(false);
  });

  it('lists and charges at most 20 sources, whatever it sends, and only addresses', async () => {
    const many = Array.from({ length: 50 }, (_, at) => cited({ url: `https://example.org/${at}`, title: 'Page' }));
    const odd = ['javascript:alert(1)', `https://example.org/${'x'.repeat(3_000)}`, ''];
    const oddest = odd.map((url) => cited({ url, title: 'Odd' }));
    recorder.play({ body: namedEvents(text('Many.'), ...oddest, ...many, completed(900, 6)) });
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_x_search: true });
    expect(answer.svc_parameters.web_search_citations).toHaveLength(20);
    expect(answer.svc_parameters.web_search_citations[0]?.url).toBe('https://example.org/0');
    expect(await spent(context)).toBe(TOKENS_NANO + MOST_NANO);
  });

  it('never costs more than was held, however much it reads', async () => {
    const many = Array.from({ length: 50 }, (_, at) => cited({ url: `https://example.org/${at}`, title: 'Page' }));
    recorder.play({ body: namedEvents(text('Much.'), ...many, completed(400_000, 6)) });
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_x_search: true }, { model: 'roomy' });
    const heldNano = context.metadata.hold?.heldNano ?? 0n;
    expect(await spent(context)).toBeLessThanOrEqual(heldNano);
    expect(answer.usage.prompt_tokens).toBeGreaterThan(32_000);
    expect(answer.usage.prompt_tokens).toBeLessThan(32_100);
    // A smaller balance holds its most first, and leaves the rest to the answer.
    const poor = MOST_NANO + 32_100n * INPUT_NANO + 100n * OUTPUT_NANO;
    const scarce = await makeContext(poor);
    recorder.play({ body: namedEvents(text('Much.'), ...many, completed(400_000, 6)) });
    await whole(scarce, { enable_x_search: true }, { model: 'roomy' });
    expect(Number(recorder.requests[0]?.body.max_output_tokens)).toBeLessThan(200);
    expect(await spent(scarce, poor)).toBeLessThanOrEqual(scarce.metadata.hold?.heldNano ?? 0n);
    expect(scarce.metadata.charge).toBeDefined();
  });

  it('is refused before anything is sent if the credit does not cover its most', async () => {
    recorder.play({ body: namedEvents(...ANSWER) });
    const context = await makeContext(MOST_NANO);
    await expect(whole(context, { enable_x_search: true })).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(recorder.requests).toEqual([]);
  });

  it('is unpaid if the answer fails: whole, or before its first text', async () => {
    const failed = { type: 'response.failed', response: { error: { code: 'server_error', message: 'No.' } } };
    recorder.play({ body: namedEvents(text('High'), cited(TIDES), failed) });
    const context = await makeContext(RICH);
    await expect(whole(context, { enable_x_search: true })).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(await spent(context)).toBe(0n);
    recorder.play({ body: namedEvents(cited(TIDES), failed) });
    const early = await makeContext(RICH);
    await expect(streamed(early, { enable_x_search: true })).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(await spent(early)).toBe(0n);
  });

  it('in a stream that fails later is charged as far as it came', async () => {
    const failed = { type: 'response.failed', response: { error: { code: 'server_error', message: 'No.' } } };
    recorder.play({ body: namedEvents(text('High water'), cited(TIDES), failed) });
    const context = await makeContext(RICH);
    const chunks: ChatChunk[] = [];
    const options = { enable_x_search: true, include_search_results_in_stream: true };
    await expect(streamed(context, options, chunks)).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], svc_parameters: { web_search_citations: [TIDES] } });
    const paid = await spent(context);
    expect(paid).toBeGreaterThan(RESULT_NANO);
    expect(paid).toBeLessThan(RESULT_NANO + 200n * OUTPUT_NANO);
  });

  it('of several choices is one list, and one maximum', async () => {
    const many = (from: number) =>
      Array.from({ length: 15 }, (_, at) => cited({ url: `https://example.org/${from + at}`, title: 'Page' }));
    recorder.play(
      { body: namedEvents(text('One'), cited(TIDES), ...many(0), completed(900, 6)) },
      { body: namedEvents(text('Two'), cited(TIDES), ...many(100), completed(900, 6)) },
    );
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_x_search: true }, { n: 2 });
    expect(answer.choices).toHaveLength(2);
    expect(answer.svc_parameters.web_search_citations).toHaveLength(20);
    expect(await spent(context)).toBe(2n * TOKENS_NANO + MOST_NANO);
  });

  it('that finds nothing costs nothing', async () => {
    recorder.play({ body: namedEvents(text('Noon.'), completed(900, 6)) });
    const context = await makeContext(RICH);
    const answer = await whole(context, {}, { model: 'grok:enable_x_search=true' });
    expect(answer.svc_parameters).toMatchObject({ enable_x_search: true, web_search_citations: [] });
    expect(await spent(context)).toBe(TOKENS_NANO);
  });
});

describe('on other models', () => {
  it.each(['plain', 'unable'])('the option is ignored: %s', async (model) => {
    web.results = [{ ...TIDES, content: 'High water at noon.' }];
    recorder.play(WHOLE, { body: namedEvents(...ANSWER) });
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_x_search: true }, { model });
    expect(answer.svc_parameters).toMatchObject({ enable_x_search: false, web_search_citations: [] });
    expect((await record(context))?.lines.map(({ kind }) => kind)).not.toContain('search_result');
    expect(sentTools()).toEqual([]);
    const searching = await whole(
      await makeContext(RICH),
      { enable_x_search: true, enable_web_search: 'on' },
      { model },
    );
    expect(searching.svc_parameters).toMatchObject({ enable_x_search: false, enable_web_search: 'on' });
    expect(web.seen).toHaveLength(1);
  });

  it('and without the option, nothing of it is sent', async () => {
    recorder.play(WHOLE);
    const answer = await whole(await makeContext(RICH), {});
    expect(sentTools()).toEqual([]);
    expect(answer.svc_parameters).toMatchObject({ enable_x_search: false, web_search_citations: [] });
  });
});
