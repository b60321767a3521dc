import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';
import { migrationsFolder } from '../../platform/database/migrations-folder';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const KEY = '22222222-2222-4222-8222-222222222222';
const LINES = '[{"kind":"output","units":1,"costNano":"70"}]';

/** A ledger of the first version: 1,000 credited, one charge of 70, one hold of 100 still open. */
const OLD_LEDGER = `
  insert into account (id, email, password_hash, role) values ('${ACCOUNT}', 'a@example.com', '-', 'owner');
  insert into api_key (id, account_id, type, description, secret_hash, last_six)
    values ('${KEY}', '${ACCOUNT}', 'ADMIN', '', 'x', 'x');
  select ledger_credit('first', '${ACCOUNT}', 'USD', 'GRANT', 1000, null);
  select ledger_hold('paid', '${ACCOUNT}', '${KEY}', 'USD', 100, 1, 600);
  select ledger_hold('open', '${ACCOUNT}', '${KEY}', 'USD', 100, 1, 600);
  select ledger_settle('paid', '${ACCOUNT}', '${KEY}', 'USD', 100, 70, '${LINES}', false, 'r', 'm', 'completed', 1, 2);
`;

async function apply(engine: PGlite, names: string[]): Promise<void> {
  for (const name of names) {
    const sql = readFileSync(join(migrationsFolder(), `${name}.sql`), 'utf8');
    await engine.transaction(async (tx) => {
      for (const statement of sql.split('--> statement-breakpoint')) await tx.exec(statement);
    });
  }
}

it('upgrades a ledger of the first version: balances, key windows, open holds', async () => {
  const engine = await PGlite.create();
  await apply(engine, ['0000_foundation', '0001_ledger-functions', '0002_key-limit-period']);
  await engine.exec(OLD_LEDGER);
  await apply(engine, ['0003_exact-ledger', '0004_set-wise-ledger']);

  await engine.query('update api_key set limit_usd_nano = 500');
  const available = await engine.query(
    `select account_usd, key_usd from ledger_room('${ACCOUNT}', '${KEY}', ledger_now(), true, true)`,
  );
  expect(available.rows).toEqual([{ account_usd: 830, key_usd: 330 }]);
  const holds = await engine.query<{ id: string }>('select id from ledger_hold');
  expect(holds.rows).toEqual([{ id: 'open' }]);
  const settled = await engine.query<{ charged: number; available: number }>(
    `select charged, available from ledger_settle('{open}', '{${ACCOUNT}}', '{${KEY}}', '{USD}', '{100}', '{2026-01-01}', '{60}',
       '{[]}', '{f}', '{r2}', '{m}', '{text}', '{completed}', '{200}', '{null}', '{1}')`,
  );
  expect(settled.rows).toEqual([{ charged: 60, available: 870 }]);
  await engine.close();
}, 60_000);
