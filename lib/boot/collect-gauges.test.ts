import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../ledger/testing/test-account';
import { clock } from '../platform/clock';
import { type Database, installDatabase } from '../platform/db';
import { renderMetrics } from '../platform/metrics/scrape';
import { openTestDatabase } from '../platform/testing/test-database';
import { collectGauges } from './collect-gauges';

const realNow = clock.now;
let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  collectGauges();
});
afterEach(async () => {
  clock.now = realNow;
  await database.close();
});

async function gauge(name: string): Promise<number | null> {
  const { text } = await renderMetrics();
  const found = new RegExp(`^farebox_${name} (\\S+)$`, 'm').exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

async function placeHold(id: string, state: string, expires: string): Promise<void> {
  await database.query(
    `insert into ledger_hold (id, account_id, currency, held_nano, maximum_nano, usd_before_nano, diem_before_nano,
       state, created_at, expires_at)
     values ($1, $2, 'USD', 1, 1, 1, 0, $3, now(), now() + $4::interval)`,
    [id, await createTestAccount(), state, expires],
  );
}

it('reports only live holds, and queries at most every five seconds', async () => {
  let nowMs = realNow();
  clock.now = () => nowMs;
  expect(await gauge('holds_live')).toBe(0);
  await placeHold('live', 'open', '1 minute');
  await placeHold('released', 'released', '1 minute');
  await placeHold('expired', 'open', '-1 minute');
  expect(await gauge('holds_live')).toBe(0);
  nowMs += 5_000;
  expect(await gauge('holds_live')).toBe(1);
});

it('reports whether the database responds', async () => {
  expect(await gauge('database_up')).toBe(1);
  expect(await gauge('stopping')).toBe(0);
  const fail = () => Promise.reject(new Error('unavailable'));
  installDatabase({ ...database, query: fail, money: { ...database.money, query: fail } });
  expect(await gauge('database_up')).toBe(0);
});
