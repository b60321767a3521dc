import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import { pgliteDatabase } from '../../platform/database/pglite';
import { installDatabase } from '../../platform/db';
import { emptyEngine } from '../../platform/testing/test-database';
import { withEarlierMigrations } from '../../platform/testing/test-earlier-database';
import { hold } from '../hold';
import { findBalance } from '../read/balance/find-balance';
import { settle } from '../settle';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import { verifyLedger } from '../verify/verify-ledger';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const KEY = '22222222-2222-4222-8222-222222222222';
const LINES = '[{"kind": "output", "units": 1, "rateNano": "70", "costNano": "70"}]';

/** A ledger of the version before the baseline: 1,000 credited, one charge of 70, one hold of 100 still open. */
const EARLIER_LEDGER = `
  insert into account (id, email, role) values ('${ACCOUNT}', 'a@example.com', 'owner');
  insert into api_key (id, account_id, type, description, secret_hash, last_six, limit_usd_nano)
    values ('${KEY}', '${ACCOUNT}', 'ADMIN', '', 'x', 'x', 500);
  select ledger_credit('{first}', '{${ACCOUNT}}', '{GRANT}', '{1000}', '{null}');
  select ledger_hold('{paid,open}', '{${ACCOUNT},${ACCOUNT}}', '{${KEY},${KEY}}', '{100,100}', '{1,1}', '{600,600}');
  select ledger_settle('{paid}', '{${ACCOUNT}}', '{${KEY}}', '{USD}', '{100}', array[ledger_day(ledger_now())], '{70}',
    array['${LINES}'], '{f}', '{r}', '{m}', '{text}', '{completed}', '{200}', '{1}', '{2}');
`;

it('continues a ledger of an earlier version: balances, key windows, open holds', async () => {
  const engine = await emptyEngine();
  await withEarlierMigrations(10, (migrationsFolder) => migrate(drizzle({ client: engine }), { migrationsFolder }));
  await engine.exec(EARLIER_LEDGER);
  const database = installDatabase(await pgliteDatabase(engine));

  expect((await findBalance(ACCOUNT)).usdNano).toBe(830n);
  const order = testOrder(ACCOUNT, { keyId: KEY });
  const held = await hold({ ...order, maximumNano: 1_000n, minimumNano: 1n });
  expect(held).toMatchObject({ heldNano: 330n, balanceBefore: { usdNano: 330n } });
  const receipt = await settle({
    hold: { ...held, id: 'open', heldNano: 100n },
    bill: testBill(60n),
    record: testRecord(),
  });
  expect(receipt).toMatchObject({ heldNano: 100n, chargedNano: 60n, balanceAfterNano: 540n });
  await settle({ hold: held, bill: testBill(330n), record: testRecord() });
  expect((await findBalance(ACCOUNT)).usdNano).toBe(540n);
  expect(await verifyLedger()).toMatchObject({ ok: true, counts: { requests: 3, liveHolds: 0 } });
  await database.close();
}, 120_000);
