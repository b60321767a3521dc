import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunContext } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { LightController } from '../platform/light-controller';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import type { Dialect, Step } from '../providers/conformance/dialect';
import { amazonBedrockDialect } from '../providers/conformance/dialects/amazon-bedrock';
import { anthropicDialect } from '../providers/conformance/dialects/anthropic';
import { googleDialect } from '../providers/conformance/dialects/google';
import { openAiDialect } from '../providers/conformance/dialects/openai';
import { xaiDialect } from '../providers/conformance/dialects/xai';
import { type Play, type ScenarioUpstream, startScenarioUpstream } from '../providers/conformance/scenario-upstream';
import type { Unstreamed } from '../providers/kit/whole-answers';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { installProviders } from '../providers/registry';
import type { Provider } from '../providers/spec';
import { makeVendor } from '../providers/vendor/provider';
import { ChatRequest } from './contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from './test-service';

/*
 * A caller who does not stream gets the same answer, charge, and usage row, whether the provider is asked for the answer in
 * one piece or for a stream.
 */

type Make = (origin: string, unstreamed: Unstreamed) => Provider;
const apiKey = 'sk-operators-own';
const KINDS: [string, Dialect, Make][] = [
  [
    'openai-compatible',
    openAiDialect,
    (origin, unstreamed) => makeOpenAiCompatible({ id: 'lab', baseUrl: `${origin}/v1`, apiKey, unstreamed }),
  ],
  [
    'anthropic',
    anthropicDialect,
    (origin, unstreamed) => makeVendor({ id: 'lab', kind: 'anthropic', baseUrl: `${origin}/v1`, apiKey, unstreamed }),
  ],
  [
    'google',
    googleDialect,
    (origin, unstreamed) => makeVendor({ id: 'lab', kind: 'google', baseUrl: `${origin}/v1beta`, apiKey, unstreamed }),
  ],
  [
    'xai',
    xaiDialect,
    (origin, unstreamed) => makeVendor({ id: 'lab', kind: 'xai', baseUrl: `${origin}/v1`, apiKey, unstreamed }),
  ],
  [
    'amazon-bedrock',
    amazonBedrockDialect,
    (origin, unstreamed) =>
      makeVendor({
        id: 'lab',
        kind: 'amazon-bedrock',
        baseUrl: origin,
        region: 'eu-west-1',
        credentials: { apiKey },
        unstreamed,
      }),
  ],
];

const usage = (completionTokens: number, more: object = {}): Step => ({
  usage: { promptTokens: 100, completionTokens, ...more },
});
const TOOLS = { tools: [{ type: 'function', function: { name: 'weather' } }] };
const CASES: [string, Play, object][] = [
  ['text', {}, {}],
  ['text without a report', { steps: [{ text: 'Good day' }, { finish: 'stop' }] }, {}],
  [
    'text of which a part of the prompt was cached',
    { steps: [{ text: 'Hi' }, { finish: 'stop' }, usage(2, { cachedTokens: 40 })] },
    {},
  ],
  [
    'reasoning',
    {
      steps: [{ reasoning: 'Hm' }, { reasoning: '', signature: 'c2ln' }, { text: 'Yes' }, { finish: 'stop' }, usage(9)],
    },
    {},
  ],
  [
    'a call',
    {
      steps: [
        { text: 'I look.' },
        { call: { index: 0, id: 'call_1', name: 'weather', arguments: '{"city":"Oslo"}' } },
        { finish: 'tool_calls' },
        usage(20),
      ],
    },
    TOOLS,
  ],
  [
    'an end at the limit',
    { steps: [{ text: 'Half' }, { finish: 'length' }, usage(16)] },
    { max_completion_tokens: 16 },
  ],
  [
    'more tokens than were asked for',
    { steps: [{ text: 'Much' }, { finish: 'stop' }, usage(500)] },
    { max_completion_tokens: 16 },
  ],
  ['a filtered answer', { steps: [{ finish: 'content_filter' }, usage(1)] }, {}],
  ['a refusal', { refusal: { status: 400, message: 'temperature is too high' } }, {}],
  ['overload', { refusal: { status: 429, headers: { 'retry-after': '17' } } }, {}],
  ['a break', { cutAfter: 0 }, {}],
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ model: {} });
});
afterAll(() => service.stop());

const requestOf = (more: object) =>
  ChatRequest.parse({ model: 'model', messages: [{ role: 'user', content: 'Hello' }], ...more });

const usageRowOf = ({ caller, requestId }: RunContext) => findUsageRecord({ accountId: caller.account.id, requestId });

describe.each(KINDS)('%s', (_, dialect, make) => {
  let upstream: ScenarioUpstream;
  beforeAll(async () => {
    upstream = await startScenarioUpstream(dialect);
  });
  afterAll(() => upstream.stop());

  /** What is left of one unstreamed request, without what differs from one to the next. */
  async function outcomeOf(unstreamed: Unstreamed, play: Play, more: object): Promise<unknown> {
    service.forgetFailures();
    installProviders([make(upstream.origin, unstreamed)]);
    upstream.play(play);
    const context = await makeContext(1_000_000_000n);
    const answer = await Promise.resolve(completeFor(requestOf(more), context)).then(comparable, refusalOf);
    expect(upstream.requests.map(dialect.asksWhole)).not.toContain(unstreamed === 'stream');
    const row = await usageRowOf(context);
    const outcome = {
      answer,
      row: row && comparable(row),
      metadata: comparable(context.metadata),
      balance: await findBalance(context.caller.account.id),
    };
    const text = JSON.stringify(outcome, (__, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    return JSON.parse(text.replaceAll(/call_[0-9a-f]{24}/g, 'call_made'));
  }

  it.each(CASES)('answers and charges alike both ways: %s', async (__, play, more) => {
    const whole = await outcomeOf('whole', play, more);
    expect(whole).toEqual(await outcomeOf('stream', play, more));
  });

  describe('a caller who leaves an answer in one piece', () => {
    const leave = async (play: Play): Promise<RunContext> => {
      service.forgetFailures();
      installProviders([make(upstream.origin, 'whole')]);
      upstream.play({ ...play, bodyDelayMs: 100 });
      const leaving = new LightController();
      const context = await makeContext(1_000_000_000n, { signal: leaving.signal });
      const answer = Promise.resolve(completeFor(requestOf({}), context)).catch(() => null);
      await expect.poll(() => upstream.requests.length, { interval: 1 }).toBe(1);
      leaving.abort();
      await answer;
      return context;
    };

    it('pays for what is reported at its end', async () => {
      const context = await leave({ steps: [{ text: 'Yes' }, { finish: 'stop' }, usage(90)] });
      expect(await usageRowOf(context)).toMatchObject({
        chargedNano: 100n * INPUT_NANO + 90n * OUTPUT_NANO,
        ending: 'client_left',
        estimated: false,
      });
      expect(upstream.requests[0]?.leftAfterMs).toBeNull();
    });

    it('pays nothing if it fails', async () => {
      const context = await leave({ cutAfter: 0 });
      expect(await usageRowOf(context)).toBeNull();
      expect((await findBalance(context.caller.account.id)).usdNano).toBe(1_000_000_000n);
    });
  });
});

/** Without ids and times. */
function comparable(value: object): object {
  const own = new Set(['id', 'created', 'requestId', 'settledAt', 'durationMs', 'firstTokenMs']);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !own.has(name)));
}

function refusalOf(error: unknown): unknown {
  return isApiError(error) ? { code: error.code, message: error.message, options: error.options } : 'no ApiError';
}
