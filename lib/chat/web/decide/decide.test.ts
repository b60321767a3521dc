import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunContext } from '../../../accounts/caller';
import { flattened } from '../../../core/test-lists';
import { findBalance } from '../../../ledger/read/balance/find-balance';
import { findUsageRecord } from '../../../ledger/read/history/find-usage-record';
import type { Script } from '../../../providers/conformance/scripted-upstream';
import { makeOpenAiCompatible } from '../../../providers/openai-compatible/provider';
import { installProviders } from '../../../providers/registry';
import { HOSTILE_PAGES } from '../../../web/chat/test-hostile-pages';
import { ChatChunk, ChatCompletion } from '../../answer/wire';
import { ChatRequest } from '../../contract';
import {
  completeFor,
  INPUT_NANO,
  makeContext,
  OUTPUT_NANO,
  planFor,
  startTestService,
  type TestService,
} from '../../test-service';
import { startTestWeb, type TestWeb } from '../test-web';

const RICH = 1_000_000_000n;
const SEARCH_NANO = 10_000_000n;
const TIDES = { title: 'Tides', url: 'https://example.org/tides', content: 'High water at noon.', date: '' };
const ASKING = { prompt_tokens: 20, completion_tokens: 7 };
const ANSWERING = { prompt_tokens: 40, completion_tokens: 5 };
const costOf = (usage: typeof ASKING) =>
  BigInt(usage.prompt_tokens) * INPUT_NANO + BigInt(usage.completion_tokens) * OUTPUT_NANO;
/** The question needs no search by its words; the other one does. */
const QUESTION = 'Is high water in Dover high?';
const NEWS = 'Latest news about tides';

const calling = (name: string, json: string, more: Script = {}): Script => ({
  chunks: [],
  reasoning: ['Secret thought.'],
  toolCalls: [{ id: 'c1', name, arguments: [json.slice(0, 4), json.slice(4)] }],
  usage: ASKING,
  ...more,
});
const QUERY = '{"query":"dover\\n tides"}';
/** What a model does when it is offered the search; without it, every one of them answers by the script `second`. */
const FIRST: Record<string, Script> = {
  searching: calling('search_web', QUERY),
  announcing: calling('search_web', QUERY, { chunks: ['I will ', 'search.'] }),
  other: calling('remove_all', QUERY),
  broken: calling('search_web', '{"query": 7'),
  empty: calling('search_web', '{"query":" "}'),
  endless: calling('search_web', `{"query":"${'x'.repeat(3_000)}"}`),
  direct: { chunks: ['At ', 'noon'], reasoning: ['Easy.'], usage: ASKING },
  late: calling('search_web', QUERY, { chunks: ['Noon. '.repeat(30)] }),
  greedy: calling('search_web', QUERY, { usage: { prompt_tokens: 150, completion_tokens: 400 } }),
  unlucky: calling('search_web', QUERY),
  silent: calling('search_web', QUERY, { hangAfter: 3 }),
  plain: {},
};

/** Parts that a model sent and that were processed. */
let takenParts = 0;

let service: TestService;
let web: TestWeb;
beforeAll(async () => {
  const tools = Object.fromEntries(
    Object.keys(FIRST)
      .filter((name) => name !== 'plain')
      .map((name) => [name, { abilities: ['tools' as const] }]),
  );
  const second = { chunks: ['Good ', 'day'], usage: ANSWERING };
  const twice = ['broken-down', 'searching'].map((model) => ({ provider: 'lab', model, weight: 1 }));
  service = await startTestService(
    { ...FIRST, second, failing: { cutAfter: 0 }, fallback: {}, 'broken-down': { status: 500 } },
    { ...tools, fallback: { abilities: ['tools'], upstreams: twice } },
  );
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl });
  const { chat } = lab;
  if (!chat) throw new Error('no chat');
  const scriptOf = (model: string) => (model === 'unlucky' ? 'failing' : 'second');
  installProviders([
    {
      ...lab,
      chat: async function* (call) {
        for await (const parts of chat(call.tools ? call : { ...call, model: scriptOf(call.model) })) {
          yield parts;
          takenParts += parts.length;
        }
      },
    },
  ]);
});
afterAll(() => service.stop());
beforeEach(async () => {
  web = await startTestWeb();
  web.results = [TIDES];
  service.upstream.requests.length = 0;
  return () => web.stop();
});

const requestOf = (model: string, more: object = {}, options: object = {}) =>
  ChatRequest.parse({
    model,
    messages: [{ role: 'user', content: QUESTION }],
    svc_parameters: { enable_web_search: 'auto', ...options },
    ...more,
  });
const whole = async (context: RunContext, model: string, more?: object, options?: object) =>
  ChatCompletion.parse(await completeFor(requestOf(model, more, options), context));

async function streamed(context: RunContext, model: string, options: object = {}): Promise<ChatChunk[]> {
  const answer = completeFor(requestOf(model, { stream: true }, options), context);
  if (!(Symbol.asyncIterator in answer)) throw new Error('no stream');
  const chunks: ChatChunk[] = [];
  for await (const chunk of flattened(answer)) chunks.push(ChatChunk.parse(chunk));
  return chunks;
}
const textOf = (chunks: ChatChunk[]) => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
const bodies = () => service.upstream.requests.map(({ body }) => body);
const spent = async ({ caller: { account } }: RunContext) => RICH - (await findBalance(account.id)).usdNano;

describe('a model that calls the search', () => {
  it('gets what was found in a second call, and both are in one charge', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, 'searching');
    expect(web.seen).toEqual(['dover tides']);
    expect(answer.choices).toMatchObject([{ finish_reason: 'stop', message: { content: 'Good day' } }]);
    expect(JSON.stringify(answer)).not.toMatch(/search_web|Secret|dover tides/u);
    expect(answer.svc_parameters).toMatchObject({ enable_web_search: 'auto', web_search_citations: [TIDES] });
    expect(answer.usage).toMatchObject({ prompt_tokens: 60, completion_tokens: 12 });
    expect(await spent(context)).toBe(costOf(ASKING) + costOf(ANSWERING) + SEARCH_NANO);
    const record = await findUsageRecord({ accountId: context.caller.account.id, requestId: context.requestId });
    expect(record?.lines.map(({ kind, units }) => [kind, units])).toEqual([
      ['input', 60],
      ['output', 12],
      ['search', 1],
    ]);
    const [first, second] = bodies();
    expect(first?.tools).toMatchObject([{ function: { name: 'search_web' } }]);
    expect(second).not.toHaveProperty('tools');
    expect(JSON.stringify(second?.messages)).toContain(TIDES.content);
  });

  it('streams only the second answer, after the sources', async () => {
    for (const model of ['searching', 'announcing']) {
      const chunks = await streamed(await makeContext(RICH), model, { include_search_results_in_stream: true });
      expect(chunks[0]).toMatchObject({ choices: [], svc_parameters: { web_search_citations: [TIDES] } });
      expect(textOf(chunks)).toBe('Good day');
      expect(JSON.stringify(chunks)).not.toMatch(/search_web|Secret|I will/u);
      expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 60, completion_tokens: 12 });
    }
  });

  it.each(['fail', []] as const)('is not charged for a search that gives nothing: %j', async (results) => {
    web.results = typeof results === 'string' ? results : [...results];
    const context = await makeContext(RICH);
    expect((await whole(context, 'searching')).choices[0]?.message.content).toBe('Good day');
    expect(await spent(context)).toBe(costOf(ASKING) + costOf(ANSWERING));
  });

  it('is charged for what was used if the caller leaves during the search', async () => {
    web.results = 'hang';
    const leaving = new AbortController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const answer = whole(context, 'searching');
    answer.catch(() => undefined);
    while (web.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    expect(await spent(context)).toBe(costOf(ASKING));
    expect(bodies()).toHaveLength(1);
  });

  it('is charged for what it generated if the caller leaves during its call', async () => {
    takenParts = 0;
    const leaving = new AbortController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const { asking } = await planFor(requestOf('silent'), context);
    if (asking === null || asking.exact) throw new Error('no estimate');
    const answer = whole(context, 'silent');
    answer.catch(() => undefined);
    while (takenParts < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    const written = 'Secret thought.search_web{"qu';
    const [input, output] = [asking.weight, written.length].map((weight) => BigInt(Math.ceil(weight / 3.2)));
    expect(await spent(context)).toBe((input ?? 0n) * INPUT_NANO + (output ?? 0n) * OUTPUT_NANO);
    expect(web.seen).toEqual([]);
  });

  it('may be another upstream than the first, if that fails', async () => {
    for (let round = 0; round < 4; round += 1) {
      service.forgetFailures();
      const answer = await whole(await makeContext(RICH), 'fallback');
      expect(answer.choices[0]?.message.content).toBe('Good day');
    }
    expect(web.seen).toHaveLength(4);
    service.forgetFailures();
  });

  it('is free if the second call fails before its first output', async () => {
    const context = await makeContext(RICH);
    await expect(streamed(context, 'unlucky')).rejects.toThrow();
    service.forgetFailures();
    expect(await spent(context)).toBe(0n);
  });

  it('stays within its hold, and its answer within what is left', async () => {
    const context = await makeContext(RICH);
    const { budget, asking, prompt, web: planned } = await planFor(requestOf('greedy'), context);
    const prompts = (asking?.tokens ?? 0) + prompt.tokens + (planned?.reservedTokens ?? 0);
    expect(budget.maximumNano).toBe(SEARCH_NANO + BigInt(prompts) * INPUT_NANO + (512n + 256n) * OUTPUT_NANO);
    await whole(context, 'greedy');
    expect(context.metadata.hold?.heldNano).toBe(budget.maximumNano);
    expect(bodies().map((body) => body.max_completion_tokens ?? body.max_tokens)).toEqual([512, 512 + 256 - 400]);
    expect(await spent(context)).toBeLessThan(budget.maximumNano);
  });
});

describe('a model that answers', () => {
  it.each(['direct', 'late'])('is not asked again, and nothing is searched for: %s', async (model) => {
    const context = await makeContext(RICH);
    const options = { enable_web_citations: true, return_search_results_as_documents: true };
    const { choices, svc_parameters } = await whole(context, model, {}, options);
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(choices[0]?.message.content).toMatch(/noon/iu);
    expect(choices[0]?.message.tool_calls ?? []).toEqual([]);
    expect(svc_parameters).toMatchObject({ enable_web_search: 'auto', enable_web_citations: false });
    expect([web.seen, bodies().length]).toEqual([[], 1]);
    expect(await spent(context)).toBe(costOf(ASKING));
    expect(textOf(await streamed(await makeContext(RICH), model))).toBe(choices[0]?.message.content);
  });
});

describe('the classifier', () => {
  const asking = (content: string) => ({ messages: [{ role: 'user', content }] });

  it.each(['other', 'broken', 'empty', 'endless'])('decides after a call that cannot be read: %s', async (model) => {
    for (const [question, seen] of [
      [QUESTION, []],
      [NEWS, [NEWS]],
    ] as const) {
      web.seen.length = 0;
      const answer = await whole(await makeContext(RICH), model, asking(question));
      expect(answer.choices[0]?.message.content).toBe('Good day');
      expect(answer.svc_parameters.enable_web_search).toBe('auto');
      expect(web.seen).toEqual(seen);
    }
  });

  it.each<[string, string, object]>([
    ['a model without tools', 'plain', {}],
    ['tools', 'searching', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['a tool choice', 'searching', { tool_choice: 'none' }],
    ['several choices', 'searching', { n: 2 }],
    ['a short answer', 'searching', { max_completion_tokens: 100 }],
  ])('decides with %s', async (_, model, more) => {
    const plan = await planFor(requestOf(model, more), await makeContext(RICH));
    expect([plan.asking, plan.web?.question]).toEqual([null, null]);
    const other = await planFor(requestOf(model, { ...more, ...asking(NEWS) }), await makeContext(RICH));
    expect([other.asking, other.web?.question]).toEqual([null, { kind: 'search', query: NEWS }]);
  });

  it('decides if the credit does not cover both calls', async () => {
    const poor = await makeContext(SEARCH_NANO / 2n);
    expect((await whole(poor, 'searching')).choices[0]?.message.content).toBe('Good day');
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).not.toHaveProperty('tools');
  });
});

it.each(HOSTILE_PAGES.map((content, at) => [at, content] as const))(
  'hostile page %i changes nothing',
  async (_, content) => {
    const seen: unknown[] = [];
    for (const found of [content, TIDES.content]) {
      web.results = [{ ...TIDES, title: found.slice(0, 100), content: found }];
      service.upstream.requests.length = 0;
      const context = await makeContext(RICH);
      await whole(context, 'searching', {}, { enable_web_citations: true });
      const rolesOf = (body: Record<string, unknown>) =>
        (body.messages as { role: string }[]).map(({ role }) => role).join(' ');
      seen.push([bodies().map((body) => ({ ...body, messages: rolesOf(body) })), await spent(context)]);
      const last = bodies().at(-1)?.messages as { content: string }[];
      expect(last[0]?.content.endsWith(QUESTION)).toBe(true);
    }
    expect(seen[0]).toEqual(seen[1]);
  },
);
