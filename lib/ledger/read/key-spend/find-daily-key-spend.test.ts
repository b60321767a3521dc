import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import { database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { findDailyKeySpend } from './find-daily-key-spend';
import { installTestClock, setTestClock } from '../../testing/test-clock';

const NONE = [0n, 0n, 0n, 0n, 0n, 0n, 0n];

beforeAll(async () => {
  await openTestDatabase();
  await installTestClock('2026-03-03T12:00:00Z');
});

beforeEach(() => setTestClock('2026-03-03T12:00:00Z'));

async function spend(keyId: string, currency: string, day: string, nano: bigint): Promise<void> {
  await database().query(
    'insert into ledger_spend (subject_id, currency, day, spent_nano) values ($1, $2, $3::date, $4)',
    [keyId, currency, day, nano],
  );
}

describe('what keys were charged', () => {
  it('is listed by day, oldest first, with nothing before or after the seven days', async () => {
    const keyId = newId();
    for (const [index, day] of ['2026-02-24', '2026-02-25', '2026-03-01', '2026-03-03', '2026-03-04'].entries()) {
      await spend(keyId, 'USD', day, BigInt(index + 1));
    }
    const { days, keys } = await findDailyKeySpend([keyId]);
    expect(days).toEqual([
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
    ]);
    expect(keys.get(keyId)).toEqual({ usdNano: [2n, 0n, 0n, 0n, 3n, 0n, 4n], diemNano: NONE });
  });

  it('separates keys and currencies, and includes keys that never spent', async () => {
    const [one, other, idle] = [newId(), newId(), newId()];
    await spend(one, 'USD', '2026-03-03', 1n);
    await spend(one, 'DIEM', '2026-03-03', 2n);
    await spend(other, 'DIEM', '2026-03-02', 9_223_372_036_854_775_807n);
    const { keys } = await findDailyKeySpend([one, idle]);
    expect([...keys.keys()]).toEqual([one, idle]);
    expect(keys.get(one)).toEqual({ usdNano: [...NONE.slice(1), 1n], diemNano: [...NONE.slice(1), 2n] });
    expect(keys.get(idle)).toEqual({ usdNano: NONE, diemNano: NONE });
    const theirs = (await findDailyKeySpend([other])).keys.get(other);
    expect(theirs?.diemNano[5]).toBe(9_223_372_036_854_775_807n);
  });

  it('has days in UTC whatever the time zone of the connection, also without keys', async () => {
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      await database().query(`set timezone to '${zone}'`);
      await setTestClock('2026-04-01T00:00:00Z');
      expect((await findDailyKeySpend([])).days.at(-1), zone).toBe('2026-04-01');
    }
    await database().query('set timezone to default');
  });

  it('is read along the primary key', async () => {
    await database().query(`
      insert into ledger_spend (subject_id, currency, day, spent_nano)
        select gen_random_uuid(), 'USD', date '2026-01-01' + n, 1 from generate_series(1, 200) n, generate_series(1, 100)`);
    await database().query('analyze ledger_spend');
    const rows = await database().query<{ 'QUERY PLAN': string }>(
      `explain select spent_nano from ledger_spend where subject_id = any($1::uuid[]) and currency in ('USD', 'DIEM')
         and day > date '2026-02-24' and day <= date '2026-03-03'`,
      [Array.from({ length: 500 }, () => newId())],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('ledger_spend_subject_id_currency_day_pk');
  });
});
