import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { database, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { hold } from '../hold';
import { findUsageRecord } from '../read/history/find-usage-record';
import { createTestAccount } from '../testing/test-account';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Charge } from '../types';
import { settleInBackground } from './settle-with-retry';
import { openPendingCharges } from './pending-charges';

const dataDir = mkdtempSync(join(tmpdir(), 'farebox-unbooked-'));
const folder = join(dataDir, 'unbooked');
let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function newCharge(): Promise<Charge> {
  const held = await hold(testOrder(await createTestAccount(2n ** 60n), { maximumNano: 2n ** 55n }));
  return { hold: held, bill: testBill(2n ** 54n + 1n), record: testRecord() };
}
const recordOf = ({ hold: { accountId }, record: { requestId } }: Charge) => findUsageRecord({ accountId, requestId });
const until = async (condition: () => Promise<boolean> | boolean) => {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 500) throw new Error('It never came to be.');
    await sleep(10);
  }
};

it('is saved to disk while it cannot be settled, readable only by its owner, and removed once it is settled', async () => {
  expect(await openPendingCharges(dataDir)).toEqual([]);
  const charge = await newCharge();
  await database().query('alter table usage_record add constraint nothing_now check (false) not valid');
  settleInBackground(charge);
  await until(() => readdirSync(folder).includes(`${charge.hold.id}.json`));
  expect(statSync(join(folder, `${charge.hold.id}.json`)).mode & 0o777).toBe(0o600);
  // Another start finds it as it was, amounts beyond 2^53 too.
  expect(await openPendingCharges(dataDir)).toEqual([charge]);
  await database().query('alter table usage_record drop constraint nothing_now');
  await until(() => readdirSync(folder).length === 0);
  expect(await recordOf(charge)).toMatchObject({ chargedNano: 2n ** 54n + 1n });
});

it('of an earlier run is settled once, even if it had been settled already', async () => {
  const charge = await newCharge();
  settleInBackground(charge);
  settleInBackground(charge);
  await until(async () => (await recordOf(charge)) !== null);
  await until(() => readdirSync(folder).length === 0);
  const [sum] = await database().query(
    'select sum(amount_nano)::bigint as nano from ledger_entry where account_id = $1',
    [charge.hold.accountId],
  );
  expect(sum).toEqual({ nano: 2n ** 60n - (2n ** 54n + 1n) });
});

it('skips files that are not charges, and keeps them', async () => {
  writeFileSync(join(folder, 'cut.json'), '{"hold":');
  writeFileSync(join(folder, 'other.json'), '{"hold":{"id":1}}');
  expect(await openPendingCharges(dataDir)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['cut.json', 'other.json']);
});
