import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { EmbeddingsAnswer } from '@/lib/embeddings/contract';
import {
  embedPlain,
  type EmbeddingService,
  failsWith,
  startEmbeddingService,
  TOKEN_NANO,
} from '@/lib/embeddings/test-embedding-service';
import { testImageModel } from '@/lib/image/testing/test-image-service';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { findUsageRecord } from '@/lib/ledger/read/history/find-usage-record';
import { requestMemory } from '@/lib/platform/sharing/memory-shares';
import { POST } from './route';

const CREDIT = 1_000_000_000n;

let service: EmbeddingService;
let account: Account;
let secret = '';
let accounts = 0;
/** Memory that was counted for requests when the model `counting` was called. */
let counted = 0;

beforeAll(async () => {
  service = await startEmbeddingService(
    {
      plain: embedPlain,
      flexible: [embedPlain, { customDimensions: true, dimensions: 16 }],
      'any-length': [embedPlain, { customDimensions: true, dimensions: undefined }],
      short: [embedPlain, { maxInputTokens: 10 }],
      silent: async (call) => ({ vectors: (await embedPlain(call)).vectors }),
      lying: async (call) => ({ ...(await embedPlain(call)), promptTokens: 1_000_000_000 }),
      large: async ({ texts }) => ({ vectors: texts.map(() => new Float32Array(384).fill(1 / 3)), promptTokens: 9 }),
      counting: [
        (call) => ((counted = requestMemory().bytes), embedPlain(call)),
        { customDimensions: true, dimensions: 1_024 },
      ],
      broken: failsWith('INFERENCE_FAILED'),
      busy: failsWith('MODEL_OVERLOADED'),
      hanging: ({ signal }) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
      pro: [embedPlain, { proOnly: true }],
      offline: [embedPlain, { offline: true }],
    },
    [testImageModel('painter')],
  );
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.calls.length = 0;
  account = await makeTestAccount(`embeddings${(accounts += 1)}@example.com`, CREDIT);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});

function post(body: object, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  return POST(
    new Request('http://localhost:3000/api/v1/embeddings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
      body: JSON.stringify(body),
      signal,
    }),
  );
}

const spentNano = async () => CREDIT - (await findBalance(account.id)).usdNano;
const read = async (response: Response) => EmbeddingsAnswer.parse(await response.json());
const problem = async (body: object) => {
  const response = await post(body);
  const { issues = [], code } = (await response.json()) as {
    issues?: { path: (string | number)[]; message: string }[];
    code?: string;
  };
  return { status: response.status, code, path: issues[0]?.path.join('.'), message: issues[0]?.message };
};

describe('200', () => {
  it('returns a vector for each text, in order, and charges the tokens once', async () => {
    const response = await post({ model: 'plain', input: ['a', 'bb', 'ccc'] });
    expect(response.status).toBe(200);
    const answer = (await response.json()) as EmbeddingsAnswer;
    expect(answer).toEqual({
      object: 'list',
      model: 'plain',
      data: [1, 2, 3].map((length, index) => ({
        object: 'embedding',
        index,
        embedding: [0, 1, 2, 3].map((at) => expect.closeTo(length / 10 + at, 6)),
      })),
      usage: { prompt_tokens: 9, total_tokens: 9 },
    });
    expect(service.calls[0]).toMatchObject({ model: 'plain-upstream', texts: ['a', 'bb', 'ccc'], account: account.id });
    expect(service.calls[0]).not.toHaveProperty('dimensions');
    expect(await spentNano()).toBe(9n * TOKEN_NANO);
    const requestId = response.headers.get('cf-ray') ?? '';
    expect(await findUsageRecord({ accountId: account.id, requestId })).toMatchObject({
      modelId: 'plain',
      modelType: 'embedding',
      chargedNano: 9n * TOKEN_NANO,
      estimated: false,
    });
    expect(response.headers.get('x-svc-model-router')).toBe('plain');
  });

  it('takes one text, null for what is absent, unknown fields, and names that clients send', async () => {
    for (const model of ['text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002', 'default']) {
      const body = { model, input: 'one', encoding_format: null, dimensions: null, user: null, unknown_field: 1 };
      const answer = await read(await post(body));
      expect(answer.model).toBe('plain');
      expect(answer.data).toHaveLength(1);
    }
  });

  it('returns base64 of little-endian floats on request', async () => {
    const { data } = await read(await post({ model: 'plain', input: ['ab'], encoding_format: 'base64' }));
    const bytes = Buffer.from(String(data[0]?.embedding), 'base64');
    expect(bytes.byteLength).toBe(16);
    expect([0, 4, 8, 12].map((at) => bytes.readFloatLE(at))).toEqual([0.2, 1.2, 2.2, 3.2].map(Math.fround));
    const { data: numbers } = await read(await post({ model: 'plain', input: ['ab'], encoding_format: 'float' }));
    expect((numbers[0]?.embedding as number[]).map(Math.fround)).toEqual([0.2, 1.2, 2.2, 3.2].map(Math.fround));
  });

  it('passes dimensions to models that have them', async () => {
    const { data } = await read(await post({ model: 'flexible', input: 'x', dimensions: 8 }));
    expect(data[0]?.embedding).toHaveLength(8);
    expect(service.calls[0]?.dimensions).toBe(8);
    expect(
      (await read(await post({ model: 'any-length', input: 'x', dimensions: 99 }))).data[0]?.embedding,
    ).toHaveLength(99);
    // The model's own length is no change.
    expect((await post({ model: 'plain', input: 'x', dimensions: 4 })).status).toBe(200);
  });

  it('estimates the tokens if the upstream reports none, and bounds what it reports', async () => {
    const response = await post({ model: 'silent', input: ['x'.repeat(32)] });
    expect((await read(response)).usage).toEqual({ prompt_tokens: 10, total_tokens: 10 });
    const requestId = response.headers.get('cf-ray') ?? '';
    expect(await findUsageRecord({ accountId: account.id, requestId })).toMatchObject({ estimated: true });
    const { usage } = await read(await post({ model: 'lying', input: 'short' }));
    expect(usage.prompt_tokens).toBeLessThan(100);
  });

  it('writes many long vectors without holding up the event loop', async () => {
    let turns = 0;
    let isDone = false;
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const { data } = await read(await post({ model: 'large', input: Array<string>(2_048).fill('x') }));
    isDone = true;
    expect(data).toHaveLength(2_048);
    expect(data[2_047]).toMatchObject({ index: 2_047 });
    expect((data[2_047]?.embedding as number[]).map(Math.fround)).toEqual(Array<number>(384).fill(Math.fround(1 / 3)));
    expect(turns).toBeGreaterThan(50);
  }, 120_000);

  it('counts the memory of the answer from before the call until its reader has it', async () => {
    const response = await post({ model: 'counting', input: Array<string>(100).fill('x'), dimensions: 1_024 });
    // The reader has not begun.
    const kept = requestMemory().bytes;
    await response.arrayBuffer();
    expect([counted, kept].map((bytes) => bytes > 100 * 1_024 * 30)).toEqual([true, true]);
    await expect.poll(() => requestMemory().bytes, { timeout: 20_000 }).toBe(0);
  });

  it('is repeated from the store with an Idempotency-Key, and charged once', async () => {
    const headers = { 'idempotency-key': 'same-key-1' };
    const first = await (await post({ model: 'plain', input: 'x' }, headers)).json();
    const again = await post({ model: 'plain', input: 'x' }, headers);
    expect(await again.json()).toEqual(first);
    expect(service.calls).toHaveLength(1);
    expect(await spentNano()).toBe(3n * TOKEN_NANO);
  });
});

describe('refusals, which cost nothing', () => {
  it.each([
    [{ input: '' }, 'input', /empty/],
    [{ input: [] }, 'input', /./],
    [{ input: ['a', 'b', ''] }, 'input.2', /empty/],
    [{ input: [1, 2, 3] }, 'input', /Token IDs are not accepted/],
    [{ input: [[1, 2], [3]] }, 'input', /Token IDs are not accepted/],
    [{ input: ['a', 7] }, 'input', /Token IDs are not accepted/],
    [{ input: ['a', { text: 'b' }] }, 'input', /item 1 is neither/],
    [{ input: 5 }, 'input', /a text, or a list/],
    [{ input: Array<string>(2_049).fill('x') }, 'input', /2048/],
    [{ input: 'x'.repeat(27_600) }, 'input', /8194 tokens.*8192/],
    [{ input: ['a', 'x'.repeat(27_600)] }, 'input.1', /8194 tokens.*8192/],
    [{ model: 'short', input: 'x'.repeat(34) }, 'input', /11 tokens.*short.*10/],
    [{ encoding_format: 'hex' }, 'encoding_format', /./],
    [{ dimensions: 0 }, 'dimensions', /./],
    [{ dimensions: 1.5 }, 'dimensions', /./],
    [{ dimensions: 2 }, 'dimensions', /plain.*4 dimensions/],
    [{ model: 'flexible', dimensions: 17 }, 'dimensions', /at most 16/],
  ])('%#: 400', async (more, path, message) => {
    expect(await problem({ model: 'plain', input: 'x', ...more })).toMatchObject({
      status: 400,
      path,
      message: expect.stringMatching(message),
    });
    expect(service.calls).toHaveLength(0);
    expect(await spentNano()).toBe(0n);
  });

  it('takes the longest text that is allowed', async () => {
    expect((await post({ model: 'plain', input: 'x'.repeat(27_594) })).status).toBe(200);
  });

  it.each([
    ['no-such-model', 404, 'MODEL_NOT_FOUND'],
    ['painter', 400, 'INVALID_MODEL'],
    ['pro', 401, 'PRO_ONLY_MODEL'],
    ['offline', 503, 'MODEL_OFFLINE'],
    ['broken', 500, 'INFERENCE_FAILED'],
    ['busy', 429, 'MODEL_OVERLOADED'],
  ])('%s: %i %s', async (model, status, code) => {
    expect(await problem({ model, input: 'x' })).toMatchObject({ status, code });
    expect(await spentNano()).toBe(0n);
  });

  it('asks for credit before anything is embedded', async () => {
    const poor = await makeTestAccount('embeddings-poor@example.com', 5n);
    ({ secret } = await makeTestKey(poor.id, { type: 'INFERENCE' }));
    expect((await post({ model: 'plain', input: 'some text' })).status).toBe(402);
    expect(service.calls).toHaveLength(0);
  });

  it('needs a credential', async () => {
    secret = 'none';
    expect((await post({ model: 'plain', input: 'x' })).status).toBe(401);
  });

  it('stops when the caller leaves', async () => {
    const leaving = new AbortController();
    const answer = post({ model: 'hanging', input: 'x' }, {}, leaving.signal);
    await expect.poll(() => service.calls.length, { timeout: 20_000 }).toBe(1);
    leaving.abort();
    expect((await answer).status).toBe(499);
    expect(service.calls[0]?.signal.aborted).toBe(true);
    expect(await spentNano()).toBe(0n);
  });
});
