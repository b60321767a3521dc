import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import { insertTestRequests } from '@/lib/billing/model-figures/test-requests';
import type { MeasuredModels, UsedModels } from '@/lib/billing/contract';
import { newId } from '@/lib/core/ids';
import { HOUR_MS, MINUTE_MS } from '@/lib/core/time';
import { noteFailedRequest } from '@/lib/failures/note-failed-request';
import { watchStatements } from '@/lib/ledger/read/history/test-history';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as readFigures } from './figures/route';
import { GET as readUsed } from './used/route';

const ROW = 'upstreams: [{ provider: openai, model: x }], price: { input: "1", output: "2" }';
const MODELS = `include: []
models:
  - { id: small, name: Small One, created: 2026-03-01, class: S, ${ROW} }
  - { id: big, created: 2026-03-01, class: L, ${ROW} }`;
const realNow = clock.now;
let nowMs = Date.parse('2026-11-20T10:30:00Z');
let ada: TestAccount;

beforeAll(async () => {
  await openTestDatabase();
});
afterAll(() => database().close());
beforeEach(async () => {
  installCatalog(testCatalog(MODELS));
  nowMs += 48 * HOUR_MS;
  clock.now = () => nowMs;
  ada = await makeTestAccount(`${newId()}@example.com`, 0n);
});
afterEach(() => {
  clock.now = realNow;
});

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } });
const measured = async () => {
  const response = await readFigures(request('/api/console/models/figures'));
  expect(response.status).toBe(200);
  return (await response.json()) as MeasuredModels;
};
const used = async (account: TestAccount) => {
  const response = await readUsed(request('/api/console/models/used', { cookie: await makeTestCookie(account) }));
  expect(response.status).toBe(200);
  return (await response.json()) as UsedModels;
};
/** Requests of so many accounts, four of each. */
const insertFor = (accounts: number, modelId: string) =>
  insertTestRequests(
    Array.from({ length: accounts }, newId).flatMap((accountId) =>
      [1, 2, 3, 4].map((hours) => ({ accountId, modelId, atMs: nowMs - hours * HOUR_MS })),
    ),
  );

it('shows anybody what was measured over at least five accounts, of models that are listed', async () => {
  await insertFor(5, 'small');
  await insertFor(4, 'big');
  await insertFor(5, 'no longer served');
  expect(await measured()).toEqual({
    models: [{ modelId: 'small', firstTokenMs: 300, tokensPerSecond: 59, durationMs: 2_000, uptimePercent: 100 }],
  });
});

it('is made once for all callers at the same time, and again after a minute', async () => {
  await insertFor(5, 'small');
  const made = await watchStatements(async () => {
    const [first, second] = await Promise.all([measured(), measured()]);
    expect(first).toEqual(second);
    expect(first.models).toHaveLength(1);
  });
  // Of each quarter of an hour: a statement for the requests, one for the failures, and their settings.
  expect(made).toHaveLength(97 * 4);
  await insertFor(5, 'big');
  expect(await watchStatements(async () => expect((await measured()).models).toHaveLength(1))).toEqual([]);
  nowMs += MINUTE_MS;
  expect(await watchStatements(measured)).toHaveLength(3 * 4);
});

it('shows an account its own use, and nothing of others', async () => {
  const bob = await makeTestAccount(`${newId()}@example.com`, 0n);
  const at = (hours: number, modelId: string, account = ada) => ({
    ...{ accountId: account.id, modelId, atMs: nowMs - hours * HOUR_MS },
  });
  await insertTestRequests([
    ...[1, 2, 3, 30].map((hours) => at(hours, 'small')),
    ...[4, 24 * 29].map((hours) => at(hours, 'big')),
    ...[24 * 31].map((hours) => at(hours, 'old')),
    ...[1, 2, 3, 4].map((hours) => at(hours, 'big', bob)),
  ]);
  const failed = {
    keyId: null,
    requestId: newId(),
    route: '/x',
    code: 'X',
    message: 'No.',
    cause: null,
    durationMs: 1,
  };
  noteFailedRequest({ ...failed, accountId: ada.id, modelId: 'small', status: 502 });
  noteFailedRequest({ ...failed, accountId: bob.id, modelId: 'big', status: 502 });
  const nothing = { firstTokenMs: null, tokensPerSecond: null, durationMs: null, uptimePercent: null };
  expect(await used(ada)).toEqual({
    models: [
      {
        modelId: 'small',
        requests: 4,
        lastUsedAt: new Date(nowMs - HOUR_MS).toISOString(),
        figures: { firstTokenMs: 300, tokensPerSecond: 59, durationMs: 2_000, uptimePercent: 75 },
      },
      { modelId: 'big', requests: 2, lastUsedAt: new Date(nowMs - 4 * HOUR_MS).toISOString(), figures: nothing },
    ],
  });
  expect((await used(bob)).models.map(({ modelId, requests }) => [modelId, requests])).toEqual([['big', 4]]);
});

it('has nothing for a new account, and refuses a visitor', async () => {
  expect(await used(ada)).toEqual({ models: [] });
  const response = await readUsed(request('/api/console/models/used'));
  expect(response.status).toBe(401);
});
