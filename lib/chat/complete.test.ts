import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunContext } from '../accounts/caller';
import { usdNumber } from '../core/money';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import { renderMetrics } from '../platform/metrics/scrape';
import type { Script } from '../providers/conformance/scripted-upstream';
import { ChatChunk, ChatCompletion } from './answer/wire';
import { ChatRequest } from './contract';
import {
  completeFor,
  EXACT_PROMPT_TOKENS,
  INPUT_NANO,
  makeContext,
  OUTPUT_NANO,
  startTestService,
  type TestService,
} from './test-service';
import { flattened } from '../core/test-lists';

const DEEP = `{"choices":[{"index":0,"delta":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}]}`;

const scripts: Record<string, Script> = {
  plain: { chunks: ['Good ', 'day'], usage: { prompt_tokens: 12, completion_tokens: 5 } },
  thinking: { reasoning: ['Hm'], chunks: ['Yes'] },
  silent: { chunks: ['12345678', '12345678'], usage: 'none' },
  brief: { chunks: ['One, two,'], finish: 'length', usage: { prompt_tokens: 12, completion_tokens: 5 } },
  zero: { chunks: ['12345678'], usage: { prompt_tokens: 12, completion_tokens: 0 } },
  greedy: { usage: { prompt_tokens: 4_000, completion_tokens: 30_000 } },
  over: { usage: { prompt_tokens: 2, completion_tokens: 1_000 } },
  'cut-first': { cutAfter: 0 },
  'cut-later': { chunks: ['12345678', 'b', 'c'], cutAfter: 2 },
  'cut-signed': {
    raw: { type: 'text/event-stream', text: 'data: {"choices":[{"index":0,"delta":{"signature":"abc"}}]}\n\n' },
  },
  'deep-first': { raw: { type: 'application/json', text: DEEP.replace('delta', 'message') } },
  'deep-later': {
    raw: {
      type: 'text/event-stream',
      text: `data: {"choices":[{"index":0,"delta":{"content":"12345678"}}]}\n\ndata: ${DEEP}\n\n`,
    },
  },
  long: { chunks: Array.from({ length: 5_000 }, () => 'x'), chunkDelayMs: 10 },
  hang: { hangAfter: 0 },
  500: { status: 500, body: {} },
  429: { status: 429, body: {}, headers: { 'retry-after': '9' } },
};
const RICH = 1_000_000_000n;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(scripts, {
    'exact-plain': { contextTokens: EXACT_PROMPT_TOKENS + 20 },
    'exact-silent': { contextTokens: EXACT_PROMPT_TOKENS },
  });
});
afterAll(() => service.stop());
afterEach(() => {
  service.upstream.requests.length = 0;
});

const requestOf = (model: string, more: object = {}) =>
  ChatRequest.parse({ model, messages: [{ role: 'user', content: 'Hello' }], ...more });

const whole = async (context: RunContext, model: string, more: object = {}) =>
  ChatCompletion.parse(await completeFor(requestOf(model, more), context));

function stream(context: RunContext, model: string, more: object = {}): AsyncIterableIterator<ChatChunk> {
  const answer = completeFor(requestOf(model, { stream: true, ...more }), context);
  if (!(Symbol.asyncIterator in answer)) throw new Error('no stream');
  return flattened(answer);
}

async function chunksOf(answer: AsyncIterable<ChatChunk>): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of answer) chunks.push(ChatChunk.parse(chunk));
  return chunks;
}

const account = (context: RunContext) => context.caller.account.id;
const balance = async (context: RunContext) => (await findBalance(account(context))).usdNano;
const record = (context: RunContext) => findUsageRecord({ accountId: account(context), requestId: context.requestId });

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  for (let round = 0; round < 2_000; round += 1) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Nothing was found in time.');
}

const sent = () => service.upstream.requests.at(-1)?.body;

describe('a non-streaming answer', () => {
  it('has the documented layout and costs usage × price', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, 'plain');
    const cost = 12n * INPUT_NANO + 5n * OUTPUT_NANO;
    expect(answer).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
      object: 'chat.completion',
      created: Math.floor(context.arrivedAtMs / 1_000),
      model: 'plain',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          stop_reason: null,
          logprobs: null,
          message: { role: 'assistant', content: 'Good day', reasoning_content: null },
        },
      ],
      usage: {
        prompt_tokens: 12,
        completion_tokens: 5,
        total_tokens: 17,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: null,
      },
      cost: { usd: usdNumber(cost), diem: 0 },
      prompt_logprobs: null,
      svc_parameters: {
        enable_e2ee: false,
        enable_web_search: 'off',
        enable_web_citations: false,
        enable_web_scraping: false,
        enable_x_search: false,
        include_svc_system_prompt: true,
        include_search_results_in_stream: false,
        return_search_results_as_documents: false,
        strip_thinking_response: false,
        disable_thinking: false,
        web_search_citations: [],
      },
    });
    expect(await balance(context)).toBe(RICH - cost);
    expect(await record(context)).toMatchObject({
      modelId: 'plain',
      chargedNano: cost,
      ending: 'completed',
      estimated: false,
    });
    expect(context.metadata).toMatchObject({
      model: { id: 'plain', name: 'Plain', router: 'lab' },
      balanceBefore: { usdNano: RICH, diemNano: 0n },
      retryCount: 0,
    });
  });

  it('has all n choices and counts one prompt', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, 'thinking', { n: 2 });
    expect(answer.choices.map(({ index, message }) => [index, message.content, message.reasoning_content])).toEqual([
      [0, 'Yes', 'Hm'],
      [1, 'Yes', null],
    ]);
    expect(sent()).toMatchObject({ n: 2, max_tokens: 512 });
    expect(await balance(context)).toBe(RICH - 10n * INPUT_NANO - 2n * OUTPUT_NANO);
  });

  it('that fails is free, even if it fails halfway', async () => {
    for (const [model, code] of [
      ['500', 'INFERENCE_FAILED'],
      ['429', 'MODEL_OVERLOADED'],
      ['cut-first', 'INFERENCE_FAILED'],
      ['deep-first', 'INFERENCE_FAILED'],
      ['cut-later', 'INFERENCE_FAILED'],
    ] as const) {
      const context = await makeContext(RICH);
      await expect(whole(context, model)).rejects.toMatchObject({ code });
      expect(await balance(context)).toBe(RICH);
      expect(await record(context)).toBeNull();
    }
  });

  it('whose caller has left is stopped and charged for what was generated', async () => {
    const leaving = new AbortController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const answer = whole(context, 'long');
    const reason = new Error('left');
    const failed = expect(answer).rejects.toBe(reason);
    await eventually(async () => ((service.upstream.requests[0]?.framesSent ?? 0) > 50 ? true : null));
    leaving.abort(reason);
    await failed;
    const paid = await eventually(() => record(context));
    expect(paid).toMatchObject({ ending: 'client_left', estimated: true });
    expect(await balance(context)).toBe(RICH - paid.chargedNano);
    expect(await eventually(async () => service.upstream.requests[0]?.leftAfterMs ?? null)).toBeLessThan(10_000);
  });
});

describe('a stream', () => {
  it('has the documented order, with its cost last', async () => {
    const context = await makeContext(RICH);
    const chunks = await chunksOf(stream(context, 'plain'));
    const cost = 12n * INPUT_NANO + 5n * OUTPUT_NANO;
    const [first] = chunks;
    const head = { id: first?.id, object: 'chat.completion.chunk', created: first?.created, model: 'plain' };
    const choice = (delta: object, finish: string | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    expect(chunks).toEqual([
      choice({ role: 'assistant', content: '' }),
      choice({ content: 'Good ' }),
      choice({ content: 'day' }),
      choice({}, 'stop'),
      {
        ...head,
        choices: [],
        usage: expect.objectContaining({ prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 }),
        cost: { usd: usdNumber(cost), diem: 0 },
      },
    ]);
    expect(head.id).toMatch(/^chatcmpl-[0-9a-f]{32}$/);
    expect(await balance(context)).toBe(RICH - cost);
  });

  it('starts each choice with its role', async () => {
    const chunks = await chunksOf(stream(await makeContext(RICH), 'plain', { n: 2 }));
    for (const index of [0, 1]) {
      const own = chunks.flatMap(({ choices }) => choices).filter((choice) => choice.index === index);
      expect(own[0]?.delta).toEqual({ role: 'assistant', content: '' });
      expect(own.at(-1)).toEqual({ index, delta: {}, finish_reason: 'stop' });
    }
  });

  it('sends its last chunk only after the charge is recorded', async () => {
    const context = await makeContext(RICH);
    for await (const chunk of stream(context, 'plain')) {
      expect((await record(context)) === null).toBe(chunk.usage === undefined);
    }
  });

  it('is free if it is refused before it begins', async () => {
    const context = await makeContext(RICH);
    await expect(stream(context, '429').next()).rejects.toMatchObject({
      code: 'MODEL_OVERLOADED',
      options: { retryAfterSeconds: 9 },
    });
    expect(await balance(context)).toBe(RICH);
  });

  it('sends a chunk at the first reasoning part, even if reasoning is hidden', async () => {
    const hidden = { svc_parameters: { strip_thinking_response: true } };
    const answer = stream(await makeContext(RICH), 'thinking', hidden);
    const { value: first } = await answer.next();
    expect(first).toMatchObject({ choices: [{ delta: { role: 'assistant', content: '' } }] });
    const rest = await chunksOf(answer);
    expect(rest.flatMap(({ choices }) => choices).some(({ delta }) => 'reasoning_content' in delta)).toBe(false);
    expect(rest.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('')).toBe('Yes');
  });

  it.each(['cut-later', 'deep-later'])('that breaks off is charged for the output before that: %s', async (model) => {
    const context = await makeContext(RICH);
    const got: ChatChunk[] = [];
    const reading = (async () => {
      for await (const chunk of stream(context, model)) got.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    // 8 characters are 3 tokens at 3.2 characters each; the prompt's 5 are 2.
    const cost = 2n * INPUT_NANO + 3n * OUTPUT_NANO;
    // Role, text, and their cost. The error frame follows after that.
    expect(got).toHaveLength(3);
    expect(got.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 2, completion_tokens: 3 },
      cost: { usd: usdNumber(cost) },
    });
    expect(await record(context)).toMatchObject({ ending: 'upstream_failed', estimated: true, chargedNano: cost });
    expect(await balance(context)).toBe(RICH - cost);
  });

  it('that breaks off after a signature is charged for its prompt', async () => {
    const context = await makeContext(RICH);
    await expect(chunksOf(stream(context, 'cut-signed'))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(await record(context)).toMatchObject({ ending: 'upstream_failed', chargedNano: 2n * INPUT_NANO });
  });

  it.each(['between two chunks', 'while a chunk is awaited'])(
    'whose reader leaves %s is stopped and charged for what was generated',
    async (when) => {
      const context = await makeContext(RICH);
      const reader = stream(context, 'long');
      await reader.next();
      await reader.next();
      const pending = when === 'between two chunks' ? null : reader.next();
      pending?.catch(() => undefined);
      await reader.return?.();
      const paid = await eventually(() => record(context));
      expect(paid).toMatchObject({ ending: 'client_left', estimated: true });
      expect(paid.chargedNano).toBeGreaterThan(0n);
      expect(await balance(context)).toBe(RICH - paid.chargedNano);
      expect(await eventually(async () => service.upstream.requests[0]?.leftAfterMs ?? null)).toBeLessThan(10_000);
    },
  );

  it('whose reader leaves before the first chunk is free', async () => {
    const leaving = new AbortController();
    const context = await makeContext(RICH, { signal: leaving.signal });
    const first = stream(context, 'hang').next();
    await eventually(async () => (service.upstream.requests.length > 0 ? true : null));
    leaving.abort();
    expect(await first).toEqual({ done: true, value: undefined });
    expect(await balance(context)).toBe(RICH);
    expect(await record(context)).toBeNull();
  });
});

describe('usage', () => {
  it('that is absent is estimated and marked as such', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, 'silent');
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 5 });
    expect(await record(context)).toMatchObject({ estimated: true, chargedNano: 2n * INPUT_NANO + 5n * OUTPUT_NANO });
  });

  it('that reports zero tokens for text is replaced by an estimate', async () => {
    const context = await makeContext(RICH);
    expect((await whole(context, 'zero')).usage.completion_tokens).toBe(3);
    expect(await record(context)).toMatchObject({ estimated: true });
  });

  it('above the hold is not charged to the caller', async () => {
    const context = await makeContext(1_000_000n);
    await whole(context, 'greedy', { max_completion_tokens: 10 });
    const paid = await record(context);
    expect(paid?.absorbedNano).toBeGreaterThan(0n);
    expect((paid?.chargedNano ?? 0n) + (paid?.absorbedNano ?? 0n)).toBe(4_000n * INPUT_NANO + 10n * OUTPUT_NANO);
    expect(await balance(context)).toBeGreaterThanOrEqual(0n);
  });

  it('above the requested completion tokens is charged up to that number per choice, and counted in the metrics', async () => {
    const context = await makeContext(RICH);
    const answer = await whole(context, 'greedy', { max_completion_tokens: 10, n: 2 });
    expect(answer.usage).toMatchObject({ prompt_tokens: 4_000, completion_tokens: 20, total_tokens: 4_020 });
    const cost = 4_000n * INPUT_NANO + 20n * OUTPUT_NANO;
    expect(await record(context)).toMatchObject({ chargedNano: cost, absorbedNano: 0n, estimated: false });
    expect((await renderMetrics()).text).toMatch(/^farebox_uncharged_completion_tokens_total\{model="greedy"\} \d+$/m);
  });
});

describe('an upstream that keeps reporting more tokens than it was asked for', () => {
  it('is not believed: its output is counted here, and the charge is marked as estimated', async () => {
    service.forgetFailures();
    const ask = async () => {
      const context = await makeContext(RICH);
      const { usage } = await whole(context, 'greedy', { max_completion_tokens: 10 });
      return { usage, paid: await record(context) };
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await ask()).toMatchObject({ usage: { completion_tokens: 10 }, paid: { estimated: false } });
    }
    const { usage, paid } = await ask();
    expect(usage.completion_tokens).toBeLessThan(10);
    expect(usage.prompt_tokens).toBeLessThan(4_000);
    expect(paid).toMatchObject({ estimated: true, absorbedNano: 0n });
    service.forgetFailures();
  });
});

describe('credit', () => {
  /** ⌈5 / 2.5⌉ + 8: tokens held for the prompt "Hello". */
  const PROMPT_NANO = 10n * INPUT_NANO;

  it('that does not cover the prompt and 16 tokens is refused before the upstream is called', async () => {
    const context = await makeContext(PROMPT_NANO + 16n * OUTPUT_NANO - 1n);
    await expect(whole(context, 'plain')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE', status: 402 });
    await expect(stream(context, 'plain').next()).rejects.toMatchObject({ status: 402 });
    expect(service.upstream.requests).toEqual([]);
  });

  it('that covers less than the maximum lowers it, per choice', async () => {
    await whole(await makeContext(PROMPT_NANO + 41n * OUTPUT_NANO), 'plain', { max_completion_tokens: 1_000 });
    expect(sent()).toMatchObject({ max_tokens: 41 });
    // Some upstreams read the prompt once for each choice, and bill it that way.
    const twice = await makeContext(2n * PROMPT_NANO + 41n * OUTPUT_NANO);
    await whole(twice, 'plain', { max_completion_tokens: 1_000, n: 2 });
    expect(sent()).toMatchObject({ max_tokens: 20, n: 2 });
  });

  it('that lowered the maximum also caps the charge, even if the upstream reports more', async () => {
    const context = await makeContext(PROMPT_NANO + 41n * OUTPUT_NANO);
    const answer = await whole(context, 'over', { max_completion_tokens: 1_000 });
    expect(sent()).toMatchObject({ max_tokens: 41 });
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 41 });
    const chargedNano = 2n * INPUT_NANO + 41n * OUTPUT_NANO;
    expect(await record(context)).toMatchObject({ chargedNano, absorbedNano: 0n });
  });

  it('is named as the end of an answer that reached the lowered maximum, and of no other', async () => {
    const short = () => makeContext(PROMPT_NANO + 41n * OUTPUT_NANO);
    const endingOf = async (context: RunContext, model: string, more: object = {}) => {
      await whole(context, model, more);
      return (await record(context))?.ending;
    };
    expect(await endingOf(await short(), 'brief')).toBe('credit_ran_out');
    expect(await endingOf(await short(), 'plain')).toBe('completed');
    expect(await endingOf(await short(), 'brief', { max_completion_tokens: 20 })).toBe('completed');
    expect(await endingOf(await makeContext(RICH), 'brief')).toBe('completed');
    const streamed = await short();
    await chunksOf(stream(streamed, 'brief'));
    expect((await record(streamed))?.ending).toBe('credit_ran_out');
  });

  it('can pay for a request of fewer than 16 tokens', async () => {
    await whole(await makeContext(PROMPT_NANO + 10n * OUTPUT_NANO), 'plain', { max_completion_tokens: 5 });
    expect(sent()).toMatchObject({ max_tokens: 5 });
  });
});

describe('the maximum', () => {
  it('is the model’s default, and `max_tokens` applies unless `max_completion_tokens` is set', async () => {
    const context = await makeContext(RICH);
    await whole(context, 'plain');
    expect(sent()).toMatchObject({ max_tokens: 512 });
    await whole(await makeContext(RICH), 'plain', { max_tokens: 30 });
    expect(sent()).toMatchObject({ max_tokens: 30 });
    await whole(await makeContext(RICH), 'plain', { max_tokens: 30, max_completion_tokens: 20 });
    expect(sent()).toMatchObject({ max_tokens: 20 });
    await whole(await makeContext(RICH), 'plain', { max_tokens: -1 });
    expect(sent()).toMatchObject({ max_tokens: 512 });
    await whole(await makeContext(RICH), 'plain', { max_tokens: 1_000_000 });
    expect(sent()).toMatchObject({ max_tokens: 1_024 });
  });

  it('keeps the answer within the context if the prompt is counted exactly', async () => {
    await whole(await makeContext(RICH), 'exact-plain', { max_completion_tokens: 500 });
    expect(sent()).toMatchObject({ max_tokens: 20 });
  });

  it('is refused as a context overflow if no tokens are left', async () => {
    const context = await makeContext(RICH);
    await expect(whole(context, 'exact-silent')).rejects.toMatchObject({
      code: 'TOO_MANY_TOKENS',
      options: { body: { error: { code: 'context_length_exceeded' } } },
    });
    expect(service.upstream.requests).toEqual([]);
  });
});
