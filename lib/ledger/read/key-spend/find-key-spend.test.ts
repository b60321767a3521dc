import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import { database, openDatabase, type Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../../platform/testing/test-postgres';
import { findKeySpend } from './find-key-spend';
import { installTestClock, setTestClock } from '../../testing/test-clock';

const NONE = { usdNano: 0n, diemNano: 0n };
const usd = (usdNano: bigint) => ({ usdNano, diemNano: 0n });

async function spend(keyId: string, currency: string, day: string, nano: bigint): Promise<void> {
  await database().query(
    'insert into ledger_spend (subject_id, currency, day, spent_nano) values ($1, $2, $3::date, $4)',
    [keyId, currency, day, nano],
  );
}

const cases = () => {
  it('adds up days into today, the month, seven days, and lifetime', async () => {
    const keyId = newId();
    await setTestClock('2026-03-03T12:00:00Z');
    // A different power of ten for each day, so that the sums show which days they include.
    const days = ['2025-03-03', '2026-02-24', '2026-02-25', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
    for (const [index, day] of days.entries()) await spend(keyId, 'USD', day, 10n ** BigInt(index));
    expect((await findKeySpend([keyId])).get(keyId)).toEqual({
      today: usd(1_000_000n),
      month: usd(1_110_000n),
      lifetime: usd(1_111_111n),
      sevenDays: usd(1_111_100n),
    });
  });

  it('begins day and month at 00:00 UTC, whatever the time zone of the connection', async () => {
    const keyId = newId();
    await spend(keyId, 'USD', '2026-03-31', 5n);
    await spend(keyId, 'USD', '2026-04-01', 7n);
    for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
      await database().query(`set timezone to '${zone}'`);
      await setTestClock('2026-04-01T00:00:00Z');
      expect((await findKeySpend([keyId])).get(keyId), zone).toMatchObject({ today: usd(7n), month: usd(7n) });
    }
    await database().query('set timezone to default');
  });

  it('separates keys and currencies, and includes keys that never spent', async () => {
    const [one, other, idle] = [newId(), newId(), newId()];
    await setTestClock('2026-03-03T23:59:59.999Z');
    await spend(one, 'USD', '2026-03-03', 1n);
    await spend(one, 'DIEM', '2026-03-03', 2n);
    await spend(other, 'DIEM', '2026-03-01', 9_223_372_036_854_775_807n);
    const found = await findKeySpend([one, other, idle]);
    expect([...found.keys()]).toEqual([one, other, idle]);
    expect(found.get(one)?.today).toEqual({ usdNano: 1n, diemNano: 2n });
    expect(found.get(other)?.today).toEqual(NONE);
    expect(found.get(other)?.lifetime).toEqual({ usdNano: 0n, diemNano: 9_223_372_036_854_775_807n });
    expect(found.get(idle)).toEqual({ today: NONE, month: NONE, lifetime: NONE, sevenDays: NONE });
  });

  it('makes no query without keys', async () => {
    expect((await findKeySpend([])).size).toBe(0);
  });
};

describe('on the embedded database', () => {
  beforeAll(async () => {
    await openTestDatabase();
    await installTestClock('2026-03-03T12:00:00Z');
  });
  cases();
});

describe('on PostgreSQL', () => {
  let server: TestPostgres;
  let opened: Database;
  beforeAll(async () => {
    server = await startPostgres();
    opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    await installTestClock('2026-03-03T12:00:00Z');
  });
  afterAll(async () => {
    await opened.close();
    await server.stop();
  });
  cases();
});
