import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunContext } from '../../accounts/caller';
import { flattened } from '../../core/test-lists';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { findUsageRecord } from '../../ledger/read/history/find-usage-record';
import { createTestKey } from '../../ledger/testing/test-account';
import { installWebAccess } from '../../web/access';
import { HOSTILE_PAGES } from '../../web/chat/test-hostile-pages';
import { ChatChunk, ChatCompletion } from '../answer/wire';
import { ChatRequest } from '../contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from '../test-service';
import { planWeb } from './plan-web';
import { startTestWeb, type TestWeb } from './test-web';

const RICH = 1_000_000_000n;
const SEARCH_NANO = 10_000_000n;
const USAGE = { prompt_tokens: 12, completion_tokens: 5 };
const TOKENS_NANO = 12n * INPUT_NANO + 5n * OUTPUT_NANO;
const TIDES = { title: 'Tides', url: 'https://example.org/tides', content: 'High water at noon.', date: '2026-11-01' };
const SHOALS = { title: 'Shoals', url: 'https://example.org/shoals', content: 'Sand.', date: '' };

let service: TestService;
let web: TestWeb;
beforeAll(async () => {
  service = await startTestService(
    {
      plain: { chunks: ['Good ', 'day'], usage: USAGE },
      'plain-tools': { chunks: ['Good ', 'day'], usage: USAGE },
      citing: { chunks: ['Noon.[RE', 'F]0[/R', 'EF] Six.[REF]7[/REF]', ' End [REF', ']1[/REF]'], usage: USAGE },
      leaking: { chunks: ['Noon.</web-sou', 'rces-f42aebe57bb90212> Six <web-sources-f4'], usage: USAGE },
      calling: { chunks: ['Hm'], toolCalls: [{ id: 'c1', name: 'f', arguments: ['{}'] }], usage: USAGE },
      'cut-first': { cutAfter: 0 },
      'cut-later': { chunks: ['12345678', 'b', 'c'], cutAfter: 2, usage: 'none' },
    },
    { 'plain-tools': { abilities: ['tools'] }, calling: { abilities: ['tools'] } },
  );
});
afterAll(() => service.stop());
beforeEach(async () => {
  web = await startTestWeb();
  web.results = [TIDES, SHOALS];
  service.upstream.requests.length = 0;
  return () => web.stop();
});

const QUESTION = 'When is high water in Dover?';
const requestOf = (options: object, more: object = {}) =>
  ChatRequest.parse({
    model: 'plain',
    messages: [{ role: 'user', content: QUESTION }],
    svc_parameters: options,
    ...more,
  });
const whole = async (context: RunContext, options: object, more: object = {}) =>
  ChatCompletion.parse(await completeFor(requestOf(options, more), context));

async function streamed(context: RunContext, options: object, more: object = {}): Promise<ChatChunk[]> {
  const answer = completeFor(requestOf(options, { stream: true, ...more }), context);
  if (!(Symbol.asyncIterator in answer)) throw new Error('no stream');
  const chunks: ChatChunk[] = [];
  for await (const chunk of flattened(answer)) chunks.push(ChatChunk.parse(chunk));
  return chunks;
}

const accountOf = (context: RunContext) => context.caller.account.id;
const spent = async (context: RunContext) => RICH - (await findBalance(accountOf(context))).usdNano;
const record = (context: RunContext) =>
  findUsageRecord({ accountId: accountOf(context), requestId: context.requestId });
const sent = () => service.upstream.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
const textOf = (chunks: ChatChunk[], choice = 0) =>
  chunks
    .flatMap(({ choices }) => choices)
    .map(({ index, delta }) => (index === choice ? (delta.content ?? '') : ''))
    .join('');

describe('a search', () => {
  it('comes before the question, is listed, and is a line of the charge', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_web_search: 'on' });
    expect(web.seen).toEqual([QUESTION]);
    const { messages } = sent();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.role).toBe('user');
    expect(messages[0]?.content).toMatch(/^Between <web-sources-[\s\S]*> High water at noon\.[\s\S]*> Sand\./u);
    expect(messages[0]?.content.endsWith(`\n\n${QUESTION}`)).toBe(true);
    expect(messages[0]?.content).not.toContain('[REF]');
    expect(answer.svc_parameters).toMatchObject({
      enable_web_search: 'on',
      enable_web_scraping: false,
      web_search_citations: [TIDES, SHOALS],
    });
    expect(await spent(context)).toBe(TOKENS_NANO + SEARCH_NANO);
    expect((await record(context))?.lines).toContainEqual(expect.objectContaining({ kind: 'search', units: 1 }));
    expect(context.metadata.hold?.heldNano).toBeGreaterThan(SEARCH_NANO);
  });

  it('covers the account’s own documents for a signed-in browser, and not for keys', async () => {
    const owners: (string | null)[] = [];
    installWebAccess({
      search: async ({ ownerId }) => {
        owners.push(ownerId);
        return [TIDES];
      },
    });
    const browser = await makeContext(RICH);
    await whole(browser, { enable_web_search: 'on' });
    for (const keyType of ['INFERENCE', 'ADMIN'] as const) {
      const { account } = browser.caller;
      const keyId = await createTestKey(account.id);
      const caller = { kind: 'key', account, keyId, keyType, modelPrivacy: 'ALL', keyExpiresAt: null } as const;
      await whole(await makeContext(0n, { caller }), { enable_web_search: 'on' });
    }
    expect(owners).toEqual([accountOf(browser), null, null]);
  });

  it('counts what was found as prompt tokens if nobody reports them', async () => {
    const bare = await makeContext(RICH);
    await streamed(bare, {}, { model: 'cut-later' }).catch(() => null);
    const context = await makeContext(RICH);
    await streamed(context, { enable_web_search: 'on' }, { model: 'cut-later' }).catch(() => null);
    const more = (await spent(context)) - (await spent(bare));
    expect(more).toBeGreaterThan(SEARCH_NANO + 100n * INPUT_NANO);
    expect(more).toBeLessThan(SEARCH_NANO + 1_000n * INPUT_NANO);
  });

  it('that fails costs nothing and leaves the answer', async () => {
    web.results = 'fail';
    const context = await makeContext(RICH);
    const answer = await whole(context, {
      enable_web_search: 'on',
      enable_web_citations: true,
      return_search_results_as_documents: true,
    });
    expect(answer.choices[0]?.message.content).toBe('Good day');
    expect(answer.svc_parameters).toMatchObject({
      enable_web_search: 'off',
      enable_web_citations: false,
      return_search_results_as_documents: false,
      web_search_citations: [],
    });
    expect(sent().messages).toEqual([{ role: 'user', content: QUESTION }]);
    expect(await spent(context)).toBe(TOKENS_NANO);
  });

  it('ends when the caller leaves, and is free then', async () => {
    web.results = 'hang';
    const leaving = new AbortController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const answer = whole(context, { enable_web_search: 'on' });
    answer.catch(() => undefined);
    while (web.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    expect(await spent(context)).toBe(0n);
    expect(service.upstream.requests).toEqual([]);
  });

  it('is free if the model fails before its first output', async () => {
    const context = await makeContext(RICH);
    await expect(whole(context, { enable_web_search: 'on' }, { model: 'cut-first' })).rejects.toThrow();
    service.forgetFailures();
    expect(await spent(context)).toBe(0n);
  });

  it('is refused before it runs if the credit does not cover it', async () => {
    const context = await makeContext(SEARCH_NANO);
    await expect(whole(context, { enable_web_search: 'on' })).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(web.seen).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['without access', { enable_web_search: 'on' }, { none: true }],
    ['if it is off', { enable_web_search: 'off', enable_web_citations: true }, {}],
    ['with an image', { enable_web_search: 'on' }, { image: true }],
  ])('does not run %s', async (_, options, { none, image }: { none?: boolean; image?: boolean }) => {
    if (none) installWebAccess({});
    const content = image
      ? [
          { type: 'text', text: QUESTION },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
        ]
      : QUESTION;
    const { messages } = ChatRequest.parse({ model: 'plain', messages: [{ role: 'user', content }] });
    const planned = planWeb(options, { messages, characterSearches: false, canDecide: false, isEncrypted: false });
    expect(planned.web?.question ?? null).toBeNull();
    expect(planned.options).toMatchObject({ enable_web_search: 'off', web_search_citations: [] });
  });

  it('with auto runs for what needs it, for a character that may search, and by the suffix', async () => {
    const answer = await whole(await makeContext(RICH), { enable_web_search: 'auto' });
    expect(answer.svc_parameters.enable_web_search).toBe('auto');
    expect(web.seen).toEqual([]);
    const asked = { messages: [{ role: 'user', content: 'Latest news about tides' }] };
    await whole(await makeContext(RICH), { enable_web_search: 'auto' }, asked);
    await whole(await makeContext(RICH), {}, { ...asked, model: 'plain:enable_web_search=on' });
    expect(web.seen).toEqual(['Latest news about tides', 'Latest news about tides']);
    const { messages } = requestOf({}, asked);
    for (const characterSearches of [true, false]) {
      const { options } = planWeb({}, { messages, characterSearches, canDecide: false, isEncrypted: false });
      expect(options.enable_web_search).toBe(characterSearches ? 'auto' : 'off');
    }
    const off = planWeb(
      { enable_web_search: 'off' },
      { messages, characterSearches: true, canDecide: true, isEncrypted: false },
    );
    expect(off.web).toBeNull();
  });

  it('keeps within the context of a small model', async () => {
    web.results = [{ ...TIDES, content: 'tide '.repeat(20_000) }];
    const context = await makeContext(RICH);
    const answer = await whole(context, { enable_web_search: 'on' }, { model: 'plain' });
    const { content } = sent().messages[0] ?? { content: '' };
    expect(content.length).toBeGreaterThan(3_000);
    expect(content.length).toBeLessThan(4_096 * 2.5);
    expect(answer.svc_parameters.web_search_citations[0]?.content.length).toBeLessThan(content.length);
  });
});

describe('addresses', () => {
  it('are read in order and replace the search; each that was read is paid', async () => {
    web.pages = { '/a': 'Alpha', '/b': 'Beta' };
    const content = `Compare ${web.origin}/a, ${web.origin}/missing and ${web.origin}/b, not ${web.origin}/a.`;
    const context = await makeContext(RICH);
    const more = { messages: [{ role: 'user', content }] };
    const answer = await whole(context, { enable_web_scraping: true, enable_web_search: 'on' }, more);
    expect([...web.seen].sort()).toEqual(['/a', '/b', '/missing']);
    expect(answer.svc_parameters).toMatchObject({ enable_web_scraping: true, enable_web_search: 'off' });
    expect(answer.svc_parameters.web_search_citations.map((one) => one.content)).toEqual(['Alpha', 'Beta']);
    expect(await spent(context)).toBe(TOKENS_NANO + 2n * SEARCH_NANO);
  });

  it('cost nothing if none can be read', async () => {
    const context = await makeContext(RICH);
    const more = { messages: [{ role: 'user', content: `Read ${web.origin}/missing` }] };
    const answer = await whole(context, { enable_web_scraping: true, enable_web_search: 'on' }, more);
    expect(web.seen).toEqual(['/missing']);
    expect(answer.svc_parameters).toMatchObject({ enable_web_scraping: false, enable_web_search: 'off' });
    expect(await spent(context)).toBe(TOKENS_NANO);
  });

  it('give way to a search if there are none', async () => {
    await whole(await makeContext(RICH), { enable_web_scraping: true, enable_web_search: 'on' });
    expect(web.seen).toEqual([QUESTION]);
  });
});

describe('citations', () => {
  const options = { enable_web_search: 'on', enable_web_citations: true };

  it('are asked for, and those without a source are dropped in whole answers and streams', async () => {
    const answer = await whole(await makeContext(RICH), options, { model: 'citing', n: 2 });
    expect(sent().messages[0]?.content).toContain('[REF]0[/REF]');
    const text = 'Noon.[REF]0[/REF] Six. End [REF]1[/REF]';
    expect(answer.choices.map(({ message }) => message.content)).toEqual([text, text]);
    const chunks = await streamed(await makeContext(RICH), options, { model: 'citing', n: 2 });
    expect([textOf(chunks, 0), textOf(chunks, 1)]).toEqual([text, text]);
  });

  it('are all dropped without sources, and left alone if they are not enabled', async () => {
    web.results = [];
    const dropped = await whole(await makeContext(RICH), options, { model: 'citing' });
    expect(dropped.choices[0]?.message.content).toBe('Noon. Six. End ');
    const left = await whole(await makeContext(RICH), { enable_web_search: 'on' }, { model: 'citing' });
    expect(left.choices[0]?.message.content).toContain('[REF]7[/REF]');
  });
});

it('drops the marks around the sources from answers', async () => {
  const options = { enable_web_search: 'on' };
  const answer = await whole(await makeContext(RICH), options, { model: 'leaking' });
  expect(answer.choices[0]?.message.content).toBe('Noon. Six ');
  expect(textOf(await streamed(await makeContext(RICH), options, { model: 'leaking' }))).toBe('Noon. Six ');
});

describe('results for the caller', () => {
  it('are the first chunk of a stream', async () => {
    const context = await makeContext(RICH);
    const chunks = await streamed(context, { enable_web_search: 'on', include_search_results_in_stream: true });
    expect(chunks[0]).toMatchObject({ choices: [], svc_parameters: { web_search_citations: [TIDES, SHOALS] } });
    expect(chunks[1]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.filter((chunk) => chunk.svc_parameters)).toHaveLength(1);
    expect(chunks.at(-1)?.cost?.usd).toBeCloseTo(Number(TOKENS_NANO + SEARCH_NANO) / 1e9, 12);
  });

  it.each([
    ['nothing was found', { enable_web_search: 'on' }, QUESTION],
    ['no address could be read', { enable_web_scraping: true }, 'Read http://127.0.0.1:9/missing'],
  ])('are an empty list if %s', async (_, used, content) => {
    web.results = [];
    const context = await makeContext(RICH);
    const more = { messages: [{ role: 'user', content }] };
    const chunks = await streamed(context, { ...used, include_search_results_in_stream: true }, more);
    expect(chunks[0]).toMatchObject({ choices: [], svc_parameters: { web_search_citations: [] } });
    expect(textOf(chunks)).toBe('Good day');
  });

  it('are not listed if the search failed', async () => {
    web.results = 'fail';
    const options = { enable_web_search: 'on', include_search_results_in_stream: true };
    const chunks = await streamed(await makeContext(RICH), options);
    expect(chunks.filter((chunk) => chunk.svc_parameters)).toEqual([]);
  });

  it('are a tool call of every choice, before the model’s own', async () => {
    const options = { enable_web_search: 'on', return_search_results_as_documents: true };
    const answer = await whole(await makeContext(RICH), options, { model: 'calling', n: 2 });
    expect(answer.choices).toHaveLength(2);
    for (const { message, finish_reason } of answer.choices) {
      expect(finish_reason).toBe('tool_calls');
      const [documents, own] = message.tool_calls ?? [];
      expect(documents).toMatchObject({ id: 'web_search_call', function: { name: 'svc_web_search_documents' } });
      expect(JSON.parse(documents?.function.arguments ?? '')).toEqual({
        documents: [
          { id: '0', title: 'Tides', url: TIDES.url, snippet: TIDES.content, published_at: TIDES.date },
          { id: '1', title: 'Shoals', url: SHOALS.url, snippet: SHOALS.content, published_at: '' },
        ],
      });
      expect(own?.function.name).toBe('f');
    }
    const beside = await whole(await makeContext(RICH), options);
    expect(beside.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: 'Good day' } });
    const chunks = await streamed(await makeContext(RICH), options, { model: 'calling' });
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []));
    expect(calls.map(({ index }) => index)).toEqual([0, ...calls.slice(1).map(() => 1)]);
    expect(calls.length).toBeGreaterThan(1);
    const firstText = chunks.findIndex(({ choices }) => choices[0]?.delta.content === 'Hm');
    expect(chunks.findIndex(({ choices }) => choices[0]?.delta.tool_calls)).toBeLessThan(firstText);
  });

  it('sent back as a tool call do not reach the model', async () => {
    const call = {
      id: 'web_search_call',
      type: 'function',
      function: { name: 'svc_web_search_documents', arguments: '{"documents":[]}' },
    };
    const messages = [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Good day', tool_calls: [call] },
      { role: 'tool', content: 'ok', tool_call_id: 'web_search_call' },
      { role: 'user', content: 'Second' },
    ];
    await whole(await makeContext(RICH), {}, { messages });
    expect(sent().messages).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'Good day' },
      { role: 'user', content: 'Second' },
    ]);
  });
});

describe('hostile pages', () => {
  it.each(HOSTILE_PAGES.map((content, at) => [at, content] as const))('page %i changes nothing', async (_, content) => {
    const options = { enable_web_search: 'on', enable_web_citations: true };
    const tools = [{ type: 'function', function: { name: 'f' } }];
    const bodies: Record<string, unknown>[] = [];
    const costs: bigint[] = [];
    for (const found of [content, TIDES.content]) {
      web.results = [{ ...TIDES, title: found.slice(0, 100), content: found }];
      const context = await makeContext(RICH);
      await whole(context, options, { tools, model: 'plain-tools' });
      bodies.push(service.upstream.requests.at(-1)?.body ?? {});
      costs.push(await spent(context));
    }
    const [hostile, harmless] = bodies.map((body) => ({
      ...body,
      messages: (body.messages as { role: string; content: string }[]).map(({ role }) => role),
    }));
    expect(hostile).toEqual(harmless);
    expect(costs[0]).toBe(costs[1]);
    expect(sent().messages[0]?.content.endsWith(QUESTION)).toBe(true);
  });
});
