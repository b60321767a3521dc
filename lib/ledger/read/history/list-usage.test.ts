import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import { database, installDatabase, openDatabase } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../../platform/testing/test-postgres';
import { listUsage } from './list-usage';
import { insertHistory, watchStatements } from './test-history';

const START = BigInt(Date.parse('2026-11-20T12:00:00Z')) * 1_000n;
const position = (currency: string | null) => ({ fromMicros: 0n, fromRequestId: '', endMicros: null, currency });

it('does not query the database for a currency in which nothing is ever paid', async () => {
  const whole = await openTestDatabase();
  const never = () => {
    throw new Error('The database was queried.');
  };
  installDatabase({ ...whole, query: never, transaction: never });
  for (const currency of ['BUNDLED_CREDITS', 'EARNED_CREDITS', '__proto__']) {
    expect(await listUsage(newId(), position(currency), 10)).toEqual([]);
  }
  await expect(listUsage(newId(), position('DIEM'), 10)).rejects.toThrow('The database was queried.');
  await whole.close();
});

describe.each(['embedded', 'postgres'])('on the %s database', (kind) => {
  let server: TestPostgres | undefined;
  const accountId = newId();
  const ofDiem = [7n, 2_000n, 2_900n];

  beforeAll(async () => {
    if (kind === 'embedded') await openTestDatabase();
    else {
      server = await startPostgres(['-c', 'fsync=off']);
      await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
    }
    const requests = Array.from({ length: 3_000 }, (_, index) => BigInt(index)).map((index) => ({
      requestId: newId(),
      micros: START + index / 2n,
      currency: ofDiem.includes(index) ? ('DIEM' as const) : ('USD' as const),
      lines: [['output', index] as [string, bigint]],
    }));
    await insertHistory(accountId, requests);
  });
  afterAll(async () => {
    await database().close();
    await server?.stop();
  });

  it('finds the few requests in DIEM by a separate index, with statistics and without', async () => {
    for (const statistics of ['', 'analyze usage_record']) {
      if (statistics !== '') await database().query(statistics);
      const found: bigint[] = [];
      const statements = await watchStatements(async () => {
        const records = await listUsage(accountId, position('DIEM'), 11);
        for (const { currency, lines } of records) found.push(currency === 'DIEM' ? (lines[0]?.costNano ?? -1n) : -1n);
      });
      expect(found).toEqual(ofDiem);
      expect(statements.at(-1)?.plan).toMatch(/Index Scan using usage_record_diem/);
      expect(statements.at(-1)?.plan).not.toContain('Sort');
    }
  });

  it('filters by a currency, or by none', async () => {
    const count = async (currency: string | null) => (await listUsage(accountId, position(currency), 5_000)).length;
    expect([await count(null), await count('USD'), await count('DIEM')]).toEqual([3_000, 2_997, 3]);
    const [first, second] = await listUsage(accountId, position('DIEM'), 2);
    const from = { fromMicros: second?.atMicros ?? 0n, fromRequestId: second?.requestId ?? '' };
    expect(first?.requestId).not.toBe(second?.requestId);
    expect((await listUsage(accountId, { ...position('DIEM'), ...from }, 1))[0]).toEqual(second);
  });
});
