import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { DAY_MS, MINUTE_MS } from '../../core/time';
import { insertHistory } from '../../ledger/read/history/test-history';
import { clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { insertTestUsage, testLine } from '../test-usage';
import { foldSums } from './fold';
import { type KnownDays, evictOldest, cachedDaysOf, cacheDays } from './known-days';
import { liveSums } from './live-sums';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const START = Date.parse('2026-11-18T00:00:00Z');
const RANGE = { startMs: START, days: 3 };
const realNow = clock.now;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
afterEach(() => {
  clock.now = realNow;
});

/** Sets the clocks of the database and of this process. */
async function setTime(atMs: number, processMs = atMs): Promise<void> {
  clock.now = () => processMs;
  await db.query(
    `create or replace function ledger_now() returns timestamptz language plpgsql volatile as $$ begin
       return timestamptz '${new Date(atMs).toISOString()}';
     end $$`,
  );
}

let count = 0;
const pay = (accountId: string, atMs: number, costNano = 5n, more = {}) =>
  insertTestUsage({
    accountId,
    requestId: `r${(count += 1)}`,
    lines: [testLine('input', 3, 0n), testLine('cache_input', 2, 0n), testLine('output', 4, costNano)],
    atMicros: BigInt(atMs) * 1_000n,
    ...more,
  });
const sumsOf = async (accountId: string, range = RANGE) => liveSums(accountId, range, clock.now() + MINUTE_MS);
const requestsOf = async (accountId: string, range = RANGE) =>
  (await sumsOf(accountId, range)).map(({ day, requests }) => [day, requests]);

describe('liveSums', () => {
  it('adds up tokens, amounts, and interrupted answers by day, model, key, and currency', async () => {
    await setTime(NOON);
    const [accountId, keyId] = [newId(), newId()];
    await pay(accountId, START);
    await pay(accountId, START + 1, 7n, { absorbedNano: 2n, ending: 'upstream_failed' });
    await pay(accountId, START + 2, 1n, { keyId });
    await pay(accountId, NOON - 1, 9n, { currency: 'DIEM' });
    const plain = { modelId: 'demo-text-s', keyId: null, interrupted: 0, inputTokens: 5, outputTokens: 4, requests: 1 };
    const first = { ...plain, day: '2026-11-18', currency: 'USD' };
    const sums = await sumsOf(accountId);
    // Within a day they are unordered.
    expect(sums.sort((a, b) => a.day.localeCompare(b.day) || b.requests - a.requests)).toEqual([
      { ...first, requests: 2, interrupted: 1, inputTokens: 10, outputTokens: 8, chargedNano: 10n },
      { ...first, keyId, chargedNano: 1n },
      { ...plain, day: '2026-11-20', currency: 'DIEM', chargedNano: 9n },
    ]);
  });

  it('immediately includes new rows, also late ones, and counts nothing twice', async () => {
    await setTime(NOON);
    const accountId = newId();
    await pay(accountId, START + DAY_MS - 1);
    await pay(accountId, NOON - MINUTE_MS);
    expect(await requestsOf(accountId)).toEqual([
      ['2026-11-18', 1],
      ['2026-11-20', 1],
    ]);
    // Recorded now, with a time of a minute ago.
    await pay(accountId, NOON - MINUTE_MS);
    await pay(accountId, NOON);
    for (const laterMs of [0, 1, MINUTE_MS, 2 * MINUTE_MS + 1, 10 * MINUTE_MS]) {
      await setTime(NOON + laterMs);
      expect(await requestsOf(accountId), String(laterMs)).toEqual([
        ['2026-11-18', 1],
        ['2026-11-20', 3],
      ]);
    }
    await setTime(NOON + DAY_MS);
    await pay(accountId, NOON + 11 * MINUTE_MS);
    expect(await requestsOf(accountId)).toContainEqual(['2026-11-20', 4]);
    expect(await requestsOf(accountId, { startMs: START - DAY_MS, days: 2 })).toEqual([['2026-11-18', 1]]);
  });

  it('reads a long history once, and again after eviction', async () => {
    await setTime(NOON);
    const accountId = newId();
    await insertHistory(
      accountId,
      Array.from({ length: 12_001 }, (_, n) => ({
        requestId: `long ${n}`,
        micros: BigInt(START) * 1_000n + BigInt(n) * 12_000_000n,
        lines: [['output', 1n]],
      })),
    );
    const total = async () =>
      (await sumsOf(accountId)).reduce((sum, { requests, chargedNano }) => sum + requests + Number(chargedNano), 0);
    expect(await total()).toBe(24_002);
    // Cached days are not read again: a row that is much too late is missed.
    await pay(accountId, START);
    expect(await total()).toBe(24_002);
    evictOldest(0);
    expect(await total()).toBe(24_008);
  });

  it('stops at its deadline, and is correct the next time', async () => {
    await setTime(NOON);
    const accountId = newId();
    await pay(accountId, START);
    await expect(liveSums(accountId, RANGE, NOON)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(await requestsOf(accountId)).toEqual([['2026-11-18', 1]]);
  });
});

describe('settled rows', () => {
  it.each([-2 * DAY_MS, DAY_MS])(
    'are determined by the clock of the rows, with this process’s clock %d ms off',
    async (offsetMs) => {
      await setTime(NOON, NOON + offsetMs);
      const accountId = newId();
      await pay(accountId, START);
      expect(await requestsOf(accountId)).toEqual([['2026-11-18', 1]]);
      expect(cachedDaysOf(accountId).get(Date.parse('2026-11-20T00:00:00Z'))?.throughMicros).toBe(
        BigInt(NOON - 2 * MINUTE_MS) * 1_000n,
      );
      await pay(accountId, NOON - MINUTE_MS);
      expect(await requestsOf(accountId)).toContainEqual(['2026-11-20', 1]);
    },
  );
});

describe('the cache', () => {
  it('contains no day before the first request, no future day, and none of an account without requests', async () => {
    await setTime(NOON);
    const [accountId, empty] = [newId(), newId()];
    await pay(accountId, START + 1);
    expect(await requestsOf(accountId, { startMs: START - 80 * DAY_MS, days: 90 })).toEqual([['2026-11-18', 1]]);
    expect([...cachedDaysOf(accountId).keys()]).toEqual([START, START + DAY_MS, START + 2 * DAY_MS]);
    expect(await requestsOf(empty)).toEqual([]);
    expect(cachedDaysOf(empty).size).toBe(0);
  });

  it('contains at most 180 days of an account, the most recently used, and does not evict other accounts', async () => {
    await setTime(NOON);
    const [accountId, other] = [newId(), newId()];
    for (const id of [accountId, other]) await pay(id, START - 400 * DAY_MS);
    await requestsOf(other);
    for (const back of [390, 300, 200, 100, 390])
      await requestsOf(accountId, { startMs: START - back * DAY_MS, days: 90 });
    const days = [...cachedDaysOf(accountId).keys()].map((startMs) => (START - startMs) / DAY_MS);
    expect([days.length, days[0], days[89], days[90], days[179]]).toEqual([180, 100, 11, 390, 301]);
    expect(cachedDaysOf(other).size).toBe(3);
  });

  it('evicts the least recently used accounts, by a size that follows every change', () => {
    evictOldest(0);
    const daysOf = (count: number): KnownDays =>
      new Map(Array.from({ length: count }, (_, at) => [at, { throughMicros: 0n, sums: new Map() }]));
    const sizes = () => ['a', 'b', 'c'].map((id) => cachedDaysOf(id).size);
    cacheDays('a', daysOf(10));
    cacheDays('b', daysOf(20));
    cacheDays('c', daysOf(30));
    cacheDays('a', daysOf(5));
    evictOldest(55);
    expect(sizes()).toEqual([5, 20, 30]);
    evictOldest(54);
    expect(sizes()).toEqual([5, 0, 30]);
    cacheDays('c', daysOf(40), 7);
    evictOldest(12);
    expect(sizes()).toEqual([5, 0, 7]);
    evictOldest(11);
    expect(sizes()).toEqual([0, 0, 7]);
  });
});

describe('foldSums', () => {
  it('folds the smallest sums of each day and currency, and preserves every total', () => {
    const sums = Array.from({ length: 20 }, (_, n) => ({
      day: n % 2 === 0 ? '2026-11-18' : '2026-11-19',
      modelId: `m${n}`,
      keyId: null,
      currency: n % 3 === 0 ? ('DIEM' as const) : ('USD' as const),
      requests: 1,
      interrupted: 0,
      inputTokens: n,
      outputTokens: 1,
      chargedNano: BigInt(n),
    }));
    const { rows, folded } = foldSums(sums, 5);
    expect(folded).toBe(15);
    expect(rows.filter(({ modelId }) => modelId !== null).map(({ modelId }) => modelId)).toEqual(
      expect.arrayContaining(['m19', 'm18', 'm17', 'm16', 'm15']),
    );
    expect(rows.filter(({ keyId }) => keyId === 'other')).toHaveLength(4);
    const total = (list: typeof rows) => list.reduce((sum, { chargedNano }) => sum + chargedNano, 0n);
    expect(total(rows)).toBe(total(sums));
    expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(20);
    expect(foldSums(sums)).toEqual({ rows: sums, folded: 0 });
  });
});
