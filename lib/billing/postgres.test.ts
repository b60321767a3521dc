import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../accounts/caller';
import { makeTestAccount } from '../accounts/test-accounts';
import { database, openDatabase } from '../platform/db';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { type UsageHistoryPage, UsageHistoryQuery, type UsageRequest, UsageRequestsQuery } from './contract';
import { listRequests } from './requests/list';
import { sumAccountUsage } from './requests/sums';
import { insertTestUsage, testLine } from './test-usage';
import { analyzeUsage } from './usage-analytics/analyze';
import { listUsageHistory } from './usage-history/list';

const AT = BigInt(Date.parse('2026-11-20T12:00:00Z')) * 1_000n;
const REQUESTS = 150;
const COST = 1_000n;
let server: TestPostgres;
let account: Account;

beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  account = await makeTestAccount('ada@example.com');
  const lines = ['input', 'cache_input', 'output'].map((kind) => testLine(kind, 2, COST));
  for (let index = 0; index < REQUESTS; index += 1) {
    // Three per microsecond; one and a half lines of every tenth are absorbed.
    const atMicros = AT + BigInt(Math.floor(index / 3));
    await insertTestUsage({ accountId: account.id, lines, atMicros, absorbedNano: index % 10 === 0 ? 1_500n : 0n });
  }
});

afterAll(async () => {
  await database().close();
  await server.stop();
});

const read = (query: Record<string, string>): Promise<UsageHistoryPage> =>
  listUsageHistory(UsageHistoryQuery.parse(query), { caller: { kind: 'session', account } });

it('pages and sums on PostgreSQL like on the embedded database, also with cached plans', async () => {
  for (const statistics of ['', 'analyze usage_record']) {
    if (statistics !== '') await database().query(statistics);
    const whole = await read({});
    expect(whole).toMatchObject({ data: { length: REQUESTS * 3 }, nextCursor: null });
    const rows: UsageHistoryPage['data'] = [];
    let page = await read({ pageSize: '10' });
    for (; page.nextCursor !== null; page = await read({ cursor: page.nextCursor })) rows.push(...page.data);
    expect([...rows, ...page.data]).toEqual(whole.data);
  }
  const day = { startDate: '2026-11-20', endDate: '2026-11-20' };
  const { byModel, byKey } = await analyzeUsage(day, { caller: { kind: 'session', account } });
  expect(byModel).toMatchObject([
    {
      totalUsd: 0.0004275,
      totalUnits: 900,
      breakdown: [
        { type: 'output', usd: 0.00015, units: 300 },
        { type: 'cache_input', usd: 0.0001425 },
        { type: 'input', usd: 0.000135 },
      ],
    },
  ]);
  expect(byKey).toMatchObject([{ apiKeyId: null, totalUsd: 0.0004275 }]);
});

it('lists and sums requests for the console the same way', async () => {
  const days = { start: '2026-11-20', end: '2026-11-20' };
  const caller = { kind: 'session' as const, account };
  const list = (more: object) => listRequests(UsageRequestsQuery.parse({ ...days, ...more }), { caller });
  const whole = await list({ pageSize: '200' });
  expect(whole).toMatchObject({ data: { length: REQUESTS }, nextCursor: null });
  const rows: UsageRequest[] = [];
  let page = await list({ pageSize: '10', model: 'demo-text-s', key: 'web', status: 'ok', currency: 'USD' });
  for (; page.nextCursor !== null; page = await list({ pageSize: '10', status: 'ok', cursor: page.nextCursor })) {
    rows.push(...page.data);
  }
  expect([...rows, ...page.data]).toEqual(whole.data);
  const { rows: sums } = await sumAccountUsage(days, { caller });
  expect(sums).toEqual([
    {
      day: '2026-11-20',
      modelId: 'demo-text-s',
      keyId: null,
      currency: 'USD',
      requests: REQUESTS,
      interrupted: 0,
      inputTokens: 600,
      outputTokens: 300,
      charged: '0.0004275',
    },
  ]);
});
