import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { GenerateImageAnswer } from '@/lib/image/contract';
import { installImageScreening } from '@/lib/image/finish/screening';
import {
  drawPlain,
  failsWith,
  type ImageService,
  IMAGE_NANO,
  startImageService,
} from '@/lib/image/testing/test-image-service';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { findUsageRecord } from '@/lib/ledger/read/history/find-usage-record';
import { installWebAccess } from '@/lib/web/access';
import { HOSTILE_PAGES } from '@/lib/web/chat/test-hostile-pages';
import type { WebResult } from '@/lib/web/web-result';
import { POST } from './route';

const CREDIT = 1_000_000_000n;
const SEARCH_NANO = 10_000_000n;
const SEARCHES = { abilities: ['web_search' as const], promptCharacterLimit: 2_000 };
const TOWER: WebResult = {
  title: 'The old tower',
  url: 'https://example.org/tower',
  content: 'It is round, of red brick, and 40 m high.',
  date: '',
};

let service: ImageService;
let account: Account;
let secret = '';
let accounts = 0;
let results: WebResult[] | 'fail' = [];
const queries: string[] = [];
const owners: (string | null)[] = [];

beforeAll(async () => {
  service = await startImageService({
    searching: [drawPlain, SEARCHES],
    plain: drawPlain,
    short: [drawPlain, { ...SEARCHES, promptCharacterLimit: 1_000 }],
    refusing: [async () => ({ image: null }), SEARCHES],
    broken: [failsWith('INFERENCE_FAILED'), SEARCHES],
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.calls.length = 0;
  queries.length = 0;
  owners.length = 0;
  results = [TOWER];
  installWebAccess({
    search: async ({ query, ownerId }) => {
      queries.push(query);
      owners.push(ownerId);
      if (results === 'fail') throw new Error('no answer');
      return results;
    },
  });
  await become(CREDIT);
  return () => {
    installWebAccess({});
    installImageScreening(null);
  };
});

async function become(creditNano: bigint): Promise<void> {
  account = await makeTestAccount(`searches${(accounts += 1)}@example.com`, creditNano);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
}

const BODY = { model: 'searching', prompt: 'The old tower', width: 64, height: 64, enable_web_search: true };

async function draw(more: object = {}, by: Record<string, string> = { authorization: `Bearer ${secret}` }) {
  const response = await POST(
    new Request('http://localhost:3000/api/v1/image/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...by },
      body: JSON.stringify({ ...BODY, ...more }),
    }),
  );
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const answer = isJson ? ((await response.json()) as GenerateImageAnswer) : null;
  return {
    status,
    searched: answer?.request?.enable_web_search,
    answer,
    notApplied: headers.get('x-svc-not-applied'),
    violation: headers.get('x-svc-is-content-violation'),
    requestId: headers.get('cf-ray') ?? '',
    spentNano: CREDIT - (await findBalance(account.id)).usdNano,
  };
}

it('adds what was found after the prompt, fenced and within the limit of the model, as a line of the same charge', async () => {
  results = [TOWER, { ...TOWER, content: 'Bricks. '.repeat(2_000) }];
  const { answer, requestId, ...rest } = await draw({ variants: 2 });
  expect(rest).toMatchObject({ status: 200, searched: true, notApplied: null });
  expect(queries).toEqual(['The old tower']);
  for (const { prompt } of service.calls) {
    expect(prompt).toMatch(/^The old tower\n\nBetween <web-sources-/u);
    expect(prompt).toMatch(/<\/web-sources-[0-9a-f]{16}>$/u);
    expect(prompt).toContain('> It is round, of red brick, and 40 m high.');
    expect(prompt.length).toBeLessThanOrEqual(2_000);
  }
  expect(service.calls).toHaveLength(2);
  expect(answer?.request?.prompt).toBe('The old tower');
  expect(rest.spentNano).toBe(2n * IMAGE_NANO + SEARCH_NANO);
  const record = await findUsageRecord({ accountId: account.id, requestId });
  expect(record?.lines).toMatchObject([
    { costNano: 2n * IMAGE_NANO },
    { kind: 'search', units: 1, costNano: SEARCH_NANO },
  ]);
});

it('says so too if the answer is the image itself', async () => {
  expect(await draw({ return_binary: true })).toMatchObject({ notApplied: null, spentNano: IMAGE_NANO + SEARCH_NANO });
  results = 'fail';
  expect(await draw({ return_binary: true })).toMatchObject({ status: 200, notApplied: 'enable_web_search' });
});

it.each(HOSTILE_PAGES.map((content, at) => [at, content] as const))(
  'page %i stays inside its fence',
  async (_, content) => {
    results = [{ ...TOWER, title: content.slice(0, 100), content }];
    expect(await draw()).toMatchObject({ status: 200, spentNano: IMAGE_NANO + SEARCH_NANO });
    const { prompt = '', ...others } = service.calls[0] ?? {};
    expect(prompt.match(/^<\/?web-sources-.*$/gmu)).toHaveLength(2);
    expect(others).toMatchObject({ width: 64, height: 64, model: 'searching-upstream' });
  },
);

it('is drawn from its prompt alone if the search fails, and the search is free', async () => {
  results = 'fail';
  const { answer: _, ...rest } = await draw();
  expect(rest).toMatchObject({ status: 200, searched: false, notApplied: 'enable_web_search', spentNano: IMAGE_NANO });
  expect(service.calls[0]?.prompt).toBe('The old tower');
});

it('pays for a search that found nothing, as everywhere', async () => {
  results = [];
  expect(await draw()).toMatchObject({ searched: true, notApplied: null, spentNano: IMAGE_NANO + SEARCH_NANO });
  expect(service.calls[0]?.prompt).toBe('The old tower');
});

it.each([
  ['the model does not use one', { model: 'plain' }],
  ['the prompt leaves too little of the limit', { model: 'short' }],
])('does not search if %s, which is said and free', async (_, more) => {
  expect(await draw(more)).toMatchObject({
    status: 200,
    searched: false,
    notApplied: 'enable_web_search',
    spentNano: IMAGE_NANO,
  });
  expect(queries).toEqual([]);
});

it('does not search if the service cannot, or nobody asks', async () => {
  expect(await draw({ enable_web_search: false })).toMatchObject({ notApplied: null, spentNano: IMAGE_NANO });
  expect(queries).toEqual([]);
  installWebAccess({});
  expect(await draw()).toMatchObject({ notApplied: 'enable_web_search', spentNano: 2n * IMAGE_NANO });
});

it('pays for nothing if no image is delivered', async () => {
  expect(await draw({ model: 'refusing' })).toMatchObject({ status: 200, violation: 'true', spentNano: 0n });
  expect(await draw({ model: 'broken' })).toMatchObject({ status: 500, spentNano: 0n });
});

it('screens the prompt before the search, and what was found before it is drawn', async () => {
  installImageScreening({ words: ['tower'] });
  expect(await draw()).toMatchObject({ violation: 'true', spentNano: 0n });
  expect(queries).toEqual([]);
  installImageScreening({ words: ['brick'] });
  expect(await draw()).toMatchObject({
    violation: 'false',
    searched: false,
    notApplied: 'enable_web_search',
    spentNano: IMAGE_NANO,
  });
  expect(service.calls[0]?.prompt).toBe('The old tower');
});

it('holds the search with the image: 402 if the credit covers only one of them', async () => {
  await become(IMAGE_NANO + SEARCH_NANO - 1n);
  expect((await draw()).status).toBe(402);
  expect(queries).toEqual([]);
  await become(IMAGE_NANO + SEARCH_NANO);
  expect((await draw()).status).toBe(200);
});

it('searches the account’s own documents for a signed-in browser, and not for a key', async () => {
  await draw();
  await draw({}, { host: 'localhost:3000', cookie: await makeTestCookie(account) });
  expect(owners).toEqual([null, account.id]);
});
