import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import type { Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { type ListedRequest, type RequestFilter, scanRequests } from './list-requests';
import { sumRequests } from './sum-requests';
import { insertHistory, watchStatements } from './test-history';

const ALL: RequestFilter = { modelId: null, key: null, status: null, currency: null };
const TOP = { micros: 10n ** 15n, order: '' };
const accountId = newId();

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  await insertHistory(
    accountId,
    // Two per microsecond; every hundredth has a rare model.
    Array.from({ length: 3_000 }, (_, n) => ({
      requestId: `r${String(n).padStart(4, '0')}`,
      micros: BigInt(Math.floor(n / 2)),
      lines: [['output', 1n]],
      modelId: n % 100 === 0 ? 'rare' : 'm',
    })),
  );
});
afterAll(() => db.close());

const namesOf = (requests: ListedRequest[]) => requests.map(({ requestId }) => requestId);

describe('scanRequests', () => {
  it('reads down the index, also within a microsecond, and ends', async () => {
    const seen: string[] = [];
    let before: typeof TOP | null = TOP;
    while (before !== null) {
      const scan = { fromMicros: 0n, before, read: 999, limit: 999 };
      const step: Awaited<ReturnType<typeof scanRequests>> = await scanRequests(accountId, ALL, scan);
      seen.push(...namesOf(step.requests));
      before = step.next;
    }
    expect(seen).toHaveLength(3_000);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  it('reads no more than requested, and returns its position', async () => {
    const rare = { ...ALL, modelId: 'rare' };
    const first = await scanRequests(accountId, rare, { fromMicros: 0n, before: TOP, read: 50, limit: 10 });
    expect(first).toEqual({ requests: [], next: { micros: 1_475n, order: 'r2950' } });
    const second = await scanRequests(accountId, rare, { fromMicros: 0n, before: TOP, read: 3_001, limit: 10 });
    expect(namesOf(second.requests)).toHaveLength(10);
    expect(second.next).toEqual({ micros: 1_000n, order: 'r2000' });
  });

  it('does not sort the history: the page comes from the index', async () => {
    const scan = { fromMicros: 0n, before: TOP, read: 50, limit: 50 };
    const statements = await watchStatements(() => scanRequests(accountId, ALL, scan));
    const plan = statements.at(-1)?.plan ?? '';
    expect(plan).toMatch(/Index Scan Backward using usage_record_by_account/);
    const paged = plan.slice(plan.indexOf('CTE page'), plan.indexOf('InitPlan'));
    expect(paged).toContain('Incremental Sort');
    expect(paged).not.toMatch(/(?<!Incremental )Sort  \(/);
  });
});

describe('sumRequests', () => {
  it('adds up the same with any page size, and reports its progress', async () => {
    for (const pageRows of [7, 2_798, 5_000]) {
      const stretch = { fromMicros: 1n, endMicros: 1_400n, untilMs: 10 ** 15 };
      let total = 0;
      let through = 0n;
      for await (const page of sumRequests(accountId, stretch, { input: [], output: ['output'] }, pageRows)) {
        expect(page.throughMicros).toBeGreaterThanOrEqual(through);
        through = page.throughMicros;
        for (const { requests, outputTokens } of page.sums) total += requests + outputTokens;
      }
      expect([total, through], String(pageRows)).toEqual([2 * 2 * 1_399, 1_400n]);
    }
  });
});
