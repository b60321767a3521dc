import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunContext } from '../accounts/caller';
import { findBalance } from '../ledger/read/balance/find-balance';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import { setStake } from '../ledger/stake/set-stake';
import type { Currency } from '../ledger/types';
import { verifyLedger } from '../ledger/verify/verify-ledger';
import { database } from '../platform/db';
import type { Script } from '../providers/conformance/scripted-upstream';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { installProviders } from '../providers/registry';
import type { ChatPart } from '../core/chat';
import type { ChatChunk } from './answer/wire';
import { ChatRequest } from './contract';
import { completeFor, INPUT_NANO, makeContext, OUTPUT_NANO, startTestService, type TestService } from './test-service';
import { flattened } from '../core/test-lists';

/*
 * What an answer costs, wherever it ends (docs/billing.md, "What a request costs"). The expected amounts follow the
 * written policy, computed from what the upstream had sent by then.
 */

const PROMPT = 'Tell me of the sea.';
const REASONING = ['Let me think.'];
const TEXT = ['The', ' sea is wide', ',', ' and nobody has counted its waves.'];
/** What the upstream sends, frame by frame: the role, the pieces, the end. */
const FRAMES = ['', ...REASONING, ...TEXT, ''];
const LAST = FRAMES.length;
const REPORTED = { prompt_tokens: 12, completion_tokens: 21 };

/** How an upstream reports usage; `reportAfter` returns its last report after this many frames, zeros if none. */
type Kind = { script: Script; reportAfter: (frames: number) => Report };
/** `after`: the frames whose output it counts. */
type Report = { prompt: number; completion: number; after: number };
const NOTHING: Report = { prompt: 0, completion: 0, after: 0 };

const KINDS: Record<string, Kind> = {
  late: {
    script: { usage: REPORTED },
    reportAfter: (frames) => (frames > LAST ? { prompt: 12, completion: 21, after: LAST } : NOTHING),
  },
  early: {
    script: { usage: 'none', usageEarly: { prompt_tokens: 12, completion_tokens: 1 } },
    reportAfter: (frames) => (frames > 0 ? { prompt: 12, completion: 1, after: 1 } : NOTHING),
  },
  'early and late': {
    script: { usage: REPORTED, usageEarly: { prompt_tokens: 11, completion_tokens: 1 } },
    reportAfter: (frames) => {
      if (frames > LAST) return { prompt: 12, completion: 21, after: LAST };
      return frames > 0 ? { prompt: 11, completion: 1, after: 1 } : NOTHING;
    },
  },
  // More than is ever generated.
  'early and high': {
    script: { usage: 'none', usageEarly: { prompt_tokens: 12, completion_tokens: 50 } },
    reportAfter: (frames) => (frames > 0 ? { prompt: 12, completion: 50, after: 1 } : NOTHING),
  },
  absent: { script: { usage: 'none' }, reportAfter: () => NOTHING },
  'zero for all': { script: { usage: { prompt_tokens: 0, completion_tokens: 0 } }, reportAfter: () => NOTHING },
  'zero for the text': {
    script: { usage: { prompt_tokens: 12, completion_tokens: 0 } },
    reportAfter: (frames) => (frames > LAST ? { prompt: 12, completion: 0, after: LAST } : NOTHING),
  },
};

const estimate = (characters: number) => Math.ceil(characters / 3.2);

/** Characters of output in the first `frames` frames. */
const charactersIn = (frames: number) => FRAMES.slice(0, frames).join('').length;

/**
 * The policy: the cost of an answer after this many frames, and whether it is an estimate; null if it is free.
 * @param read how many frames were read including their usage reports
 */
function policy(kind: Kind, frames: number, read = frames): { costNano: bigint; estimated: boolean } | null {
  const produced = estimate(charactersIn(frames));
  if (produced === 0) return null;
  const { prompt, completion, after } = kind.reportAfter(read);
  // Output after the report is added, except for tokens that the report already included.
  const then = estimate(charactersIn(after));
  const counted = completion === 0 ? produced : Math.max(0, produced - then - Math.max(0, completion - then));
  const promptTokens = prompt === 0 ? estimate(PROMPT.length) : prompt;
  return {
    costNano: BigInt(promptTokens) * INPUT_NANO + BigInt(completion + counted) * OUTPUT_NANO,
    estimated: prompt === 0 || counted > 0,
  };
}

const START_NANO = 50_000_000n;
const CURRENCIES = ['USD', 'DIEM'] as const;
const scriptName = (kind: string, end: string) => `${kind}, ${end}`.replaceAll(' ', '-');

const scripts: Record<string, Script> = {
  greedy: { usage: { prompt_tokens: 4_000, completion_tokens: 30_000 } },
};
for (const [kind, { script }] of Object.entries(KINDS)) {
  const answer: Script = { reasoning: REASONING, chunks: TEXT, ...script };
  scripts[scriptName(kind, 'whole')] = answer;
  for (let frames = 0; frames < LAST; frames += 1) {
    scripts[scriptName(kind, `silent after ${frames}`)] = { ...answer, hangAfter: frames };
    scripts[scriptName(kind, `cut after ${frames}`)] = { ...answer, cutAfter: frames };
  }
}

/** Whether the model sends the whole answer in one list and then hangs; otherwise it sends each part separately. */
let isTogether = false;
/** Parts that were read from the upstream's stream and processed. */
let takenParts = 0;
/** The sum of the policy's amounts over all cases, for the audit. */
const owedNano = { USD: 0n, DIEM: 0n };

let service: TestService;
beforeAll(async () => {
  service = await startTestService(scripts);
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl });
  installProviders([
    {
      ...lab,
      chat: async function* (call) {
        const all: ChatPart[] = [];
        for await (const parts of lab.chat?.(call) ?? []) {
          if (isTogether) all.push(...parts);
          else
            for (const part of parts) {
              yield [part];
              if (part.type !== 'usage') takenParts += 1;
            }
        }
        if (!isTogether) return;
        yield all;
        await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
      },
    },
  ]);
});
afterAll(() => service.stop());

/** A request context of a new account with credit in one currency. */
async function contextOf(currency: Currency, signal?: AbortSignal, startNano = START_NANO): Promise<RunContext> {
  const context = await makeContext(currency === 'USD' ? startNano : 0n, signal && { signal });
  const accountId = context.caller.account.id;
  if (currency === 'DIEM') await setStake({ accountId, stakedNano: startNano });
  return context;
}

const requestOf = (model: string, more: object = {}) =>
  ChatRequest.parse({ model, messages: [{ role: 'user', content: PROMPT }], max_completion_tokens: 100, ...more });

/** How long an upstream that hangs is read on after the caller left. */
const SHORT_MS = 20;

function streamOf(model: string, context: RunContext, readOnMs?: number): AsyncIterableIterator<ChatChunk> {
  const answer = completeFor(requestOf(model, { stream: true }), context, readOnMs);
  if (!(Symbol.asyncIterator in answer)) throw new Error('no stream');
  return flattened(answer);
}

const availableNano = async (context: RunContext, currency: Currency) => {
  const { usdNano, diemNano } = await findBalance(context.caller.account.id);
  return currency === 'USD' ? usdNano : diemNano;
};

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 2_000) throw new Error('The condition was never met.');
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Waits until the upstream has sent its frames and every part is processed. The frame with the role has no part. */
function caughtUp(frames: number): Promise<void> {
  return until(() => {
    const [seen] = service.upstream.requests;
    return seen?.framesSent === frames && takenParts === Math.max(0, frames - 1);
  });
}

/** How a request is abandoned. It resolves when everything about the request has ended. */
type Way = (model: string, context: RunContext, frames: number, leaving: AbortController) => Promise<void>;

const reason = new Error('left');
const WAYS: Record<string, Way> = {
  'a whole answer, its connection closed': async (model, context, frames, leaving) => {
    const answer = completeFor(requestOf(model), context, SHORT_MS);
    const failed = expect(answer).rejects.toBe(reason);
    await caughtUp(frames);
    leaving.abort(reason);
    await failed;
  },
  'a stream, its connection closed': async (model, context, frames, leaving) => {
    const reading = readAll(streamOf(model, context, SHORT_MS)).catch((error: unknown) => expect(error).toBe(reason));
    await caughtUp(frames);
    leaving.abort(reason);
    await reading;
  },
  'a stream, by its reader': async (model, context, frames) => {
    const reader = streamOf(model, context, SHORT_MS);
    const reading = readAll({ [Symbol.asyncIterator]: () => ({ next: () => reader.next() }) }).catch(() => undefined);
    await caughtUp(frames);
    await reader.return?.();
    await reading;
  },
};

async function readAll(chunks: AsyncIterable<ChatChunk>): Promise<ChatChunk[]> {
  const read: ChatChunk[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return read;
}

type Expected = { ending: string; status: number };

/** Checks the ledger against the policy. Without a charge the hold is released and there is no row. */
async function expectCharged(
  context: RunContext,
  currency: Currency,
  owed: ReturnType<typeof policy>,
  expected: Expected,
): Promise<void> {
  const accountId = context.caller.account.id;
  const record = await findUsageRecord({ accountId, requestId: context.requestId });
  if (owed === null) expect(record).toBeNull();
  else {
    owedNano[currency] += owed.costNano;
    expect(record).toMatchObject({ ...expected, currency, estimated: owed.estimated, absorbedNano: 0n });
    expect(record?.chargedNano).toBe(owed.costNano);
    expect(record?.lines.reduce((sum, { costNano }) => sum + costNano, 0n)).toBe(owed.costNano);
  }
  expect(await availableNano(context, currency)).toBe(START_NANO - (owed?.costNano ?? 0n));
}

const cases = Object.keys(KINDS).flatMap((kind) => CURRENCIES.map((currency) => [kind, currency] as const));
const kindOf = (name: string): Kind => KINDS[name] ?? { script: {}, reportAfter: () => NOTHING };

describe.each(Object.entries(WAYS))('%s', (_, leave) => {
  it.each(cases)(
    'after any frame, usage %s, %s: is stopped and charged for what was produced',
    async (kind, currency) => {
      for (let frames = 0; frames < LAST; frames += 1) {
        const leaving = new AbortController();
        const context = await contextOf(currency, leaving.signal);
        const model = scriptName(kind, `silent after ${frames}`);
        service.upstream.requests.length = 0;
        takenParts = 0;
        await leave(model, context, frames, leaving);
        const owed = policy(kindOf(kind), frames);
        await expectCharged(context, currency, owed, { ending: 'client_left', status: 499 });
        await until(() => service.upstream.requests[0]?.leftAfterMs != null);
      }
    },
  );
});

describe('a stream that is left between two chunks', () => {
  /** The role, a chunk per piece, finish, and the usage that comes with the receipt. */
  const CHUNKS = 1 + REASONING.length + TEXT.length + 1 + 1;
  /** How many frames the chunks that were read correspond to: the role's chunk comes with the first piece. */
  const TO_LAST_TEXT = 1 + REASONING.length + TEXT.length;
  const framesBehind = (chunks: number) => (chunks === 0 ? 0 : chunks === CHUNKS ? LAST + 1 : Math.max(2, chunks));

  it.each(cases)('at every index, usage %s, %s', async (kind, currency) => {
    for (let index = 0; index <= CHUNKS; index += 1) {
      const context = await contextOf(currency);
      const reader = streamOf(scriptName(kind, 'whole'), context);
      for (let read = 0; read < index; read += 1) expect(await reader.next()).toMatchObject({ done: false });
      await reader.return?.();
      // The report in the last frame follows its text and is no longer read; that of an answer that has ended is.
      const frames = framesBehind(index);
      const owed = policy(kindOf(kind), frames, index < TO_LAST_TEXT ? frames - 1 : LAST + 1);
      const read = { ending: 'completed', status: 200 };
      await expectCharged(context, currency, owed, index === CHUNKS ? read : { ending: 'client_left', status: 499 });
    }
  });
});

describe('an answer that nobody leaves', () => {
  it.each(cases)('reports the cost that was charged, usage %s, %s', async (kind, currency) => {
    const owed = policy(kindOf(kind), LAST + 1);
    const cost = { usd: 0, diem: 0, [currency.toLowerCase()]: Number(owed?.costNano) / 1e9 };
    const streamed = await contextOf(currency);
    const last = (await readAll(streamOf(scriptName(kind, 'whole'), streamed))).at(-1);
    expect(last).toMatchObject({ choices: [], cost });
    await expectCharged(streamed, currency, owed, { ending: 'completed', status: 200 });
    const whole = await contextOf(currency);
    expect(await completeFor(requestOf(scriptName(kind, 'whole')), whole)).toMatchObject({ cost });
    await expectCharged(whole, currency, owed, { ending: 'completed', status: 200 });
  });
});

describe('an upstream that breaks off', () => {
  beforeEach(() => service.forgetFailures());

  it.each(cases)(
    'after any frame, usage %s, %s: a stream is charged for its output, a non-streaming answer is free',
    async (kind, currency) => {
      const breakOff = async (frames: number) => {
        const model = scriptName(kind, `cut after ${frames}`);
        const streamed = await contextOf(currency);
        await expect(readAll(streamOf(model, streamed))).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
        const owed = policy(kindOf(kind), frames);
        await expectCharged(streamed, currency, owed, { ending: 'upstream_failed', status: 200 });
        const whole = await contextOf(currency);
        await expect(completeFor(requestOf(model), whole)).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
        await expectCharged(whole, currency, null, { ending: 'upstream_failed', status: 200 });
      };
      // In parallel: each spends most of its time waiting for a retry.
      await Promise.all(Array.from({ length: LAST }, (_, frames) => breakOff(frames)));
    },
  );
});

it.each(CURRENCIES)('usage above the balance takes the whole balance and no more, %s', async (currency) => {
  // Only the 100 requested completion tokens count.
  const costNano = 4_000n * INPUT_NANO + 100n * OUTPUT_NANO;
  const littleNano = 1_000_000n;
  const context = await contextOf(currency, undefined, littleNano);
  await completeFor(requestOf('greedy'), context);
  owedNano[currency] += costNano;
  const { id: accountId } = context.caller.account;
  expect(await findUsageRecord({ accountId, requestId: context.requestId })).toMatchObject({
    currency,
    chargedNano: littleNano,
    absorbedNano: costNano - littleNano,
    ending: 'completed',
    estimated: false,
  });
  expect(await availableNano(context, currency)).toBe(0n);
});

it('across all cases: Σ usage × price = Σ debits + Σ absorbed, and every hold has ended', async () => {
  const rows = await database().query<{ currency: Currency; charged: string; absorbed: string; debits: string }>(
    `select u.currency, sum(u.charged_nano)::text as charged, sum(u.absorbed_nano)::text as absorbed,
        (select -sum(e.amount_nano) from ledger_entry e where e.kind = 'CHARGE' and e.currency = u.currency)::text as debits
      from usage_record u group by u.currency`,
  );
  expect(rows.map(({ currency }) => currency).sort()).toEqual(['DIEM', 'USD']);
  for (const { currency, charged, absorbed, debits } of rows) {
    expect(owedNano[currency]).toBeGreaterThan(0n);
    expect(BigInt(debits) + BigInt(absorbed)).toBe(owedNano[currency]);
    expect(debits).toBe(charged);
  }
  const live = await database().query("select id from ledger_hold where state = 'open'");
  expect(live).toEqual([]);
  expect(await verifyLedger()).toMatchObject({ ok: true, findings: [] });
});

describe('a stream whose parts arrived together', () => {
  beforeAll(() => void (isTogether = true));
  afterAll(() => void (isTogether = false));

  it.each(cases)('left after its first chunk, usage %s, %s: is charged for all parts', async (kind, currency) => {
    const context = await contextOf(currency);
    const reader = streamOf(scriptName(kind, 'whole'), context, SHORT_MS);
    expect(await reader.next()).toMatchObject({ done: false });
    await reader.return?.();
    await expectCharged(context, currency, policy(kindOf(kind), LAST + 1), { ending: 'client_left', status: 499 });
  });
});
