import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { database, type Database, openDatabase } from '../../platform/db';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { credit } from '../credit';
import { hold } from '../hold';
import { findBalance } from '../read/balance/find-balance';
import { settle } from '../settle';
import { setStake } from '../stake/set-stake';
import { createTestAccount } from '../testing/test-account';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import { verifyLedger } from '../verify/verify-ledger';

/** Longer than the concurrent credit takes, shorter than the statement timeout. */
const DELAY_MS = 500;

let server: TestPostgres;
let opened: Database;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  // Between taking its locks and reading the balance, a hold reads the clock: slow that down for some connections.
  await database().query(
    `create or replace function ledger_now() returns timestamptz language plpgsql volatile as $$ begin
       if current_setting('farebox.slow', true) = 'on' then perform pg_sleep(${DELAY_MS / 1000}); end if;
       return clock_timestamp();
     end $$`,
  );
});
afterAll(async () => {
  await opened.close();
  await server.stop();
});

/** A hold of 100 by the general function, and by the one for holds that fit. Returns a row if it is placed. */
const GENERAL =
  'select held from ledger_hold(array[$1], array[$2::uuid], array[null::uuid], array[100], array[100], array[600]) where held is not null';
const FITTING = `select 1 from ledger_hold_usd(array[$2::uuid], array[100], array[1], array[null::uuid], array[100],
  array[$1], array[1], array[100], array[0], array[0], array[600]) where account_usd is not null`;

/** Two connections hold 100 each, while `arrive` adds the account's first 100. */
async function holdDuring(accountId: string, statement: string, arrive: () => Promise<unknown>): Promise<number> {
  const clients = [new pg.Client(server.url), new pg.Client(server.url)];
  try {
    const holds = clients.map(async (client) => {
      await client.connect();
      await client.query("set farebox.slow = 'on'; begin");
      const result = await client.query(statement, [newId(), accountId]);
      // Committed only when both have read the balance.
      await sleep(DELAY_MS);
      await client.query('commit');
      return result.rows.length;
    });
    await sleep(DELAY_MS / 2);
    await arrive();
    return (await Promise.all(holds)).reduce((sum, one) => sum + one, 0);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

it.each([
  ['hold', GENERAL],
  ['hold that fits', FITTING],
])(
  'the first credit of an account is not held twice by two processes that read while it arrives: a %s',
  async (_, statement) => {
    const accountId = await createTestAccount();
    const give = () => credit({ entryId: newId(), accountId, currency: 'USD', kind: 'TOP_UP', amountNano: 100n });
    expect(await holdDuring(accountId, statement, give)).toBeLessThan(2);
    expect((await verifyLedger()).findings).toEqual([]);
    expect((await findBalance(accountId)).usdNano).toBeGreaterThanOrEqual(0n);
  },
);

it('the first stake of an account is not held twice either', async () => {
  const accountId = await createTestAccount();
  expect(await holdDuring(accountId, GENERAL, () => setStake({ accountId, stakedNano: 100n }))).toBeLessThan(2);
  expect((await verifyLedger()).findings).toEqual([]);
});

it('the available amount never rises while an account only pays', async () => {
  const accountId = await createTestAccount(1_000_000n);
  let paying = true;
  const watching = (async () => {
    let rises = 0;
    for (let last = 1_000_000n; paying;) {
      const { usdNano } = await findBalance(accountId);
      if (usdNano > last) rises += 1;
      last = usdNano;
    }
    return rises;
  })();
  const pay = async () => {
    for (let payment = 0; payment < 150; payment += 1) {
      const held = await hold(testOrder(accountId, { minimumNano: 400n }));
      await settle({ hold: held, bill: testBill(400n), record: testRecord() });
    }
  };
  await Promise.all(Array.from({ length: 8 }, pay));
  paying = false;
  expect(await watching).toBe(0);
  expect((await findBalance(accountId)).usdNano).toBe(1_000_000n - 8n * 150n * 400n);
}, 60_000);
