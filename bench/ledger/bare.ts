import { newId } from '../../lib/core/ids';
import { inBatches } from '../../lib/platform/database/in-batches';
import { database } from '../../lib/platform/db';

/*
 * What a charge would cost as a bare database statement: a balance and an entry, but no hold, no key, no usage row, and
 * no protection against a repeat. The ledger is compared with it, in the same run and the same database.
 */

/** One bare debit. */
type Debit = { id: string; accountId: string };

const AMOUNT_NANO = 1_000n;
const START_NANO = 1_000_000_000_000_000n;

/** All-or-nothing per account, as a set: one update of balances and one insert. */
const DEBITS = `
  with orders as (select * from unnest($1::text[], $2::uuid[], $3::bigint[]) as o (id, account_id, amount)),
  sums as (select account_id, sum(amount)::bigint as amount from orders group by 1),
  debited as (
    update bench_account a set balance = a.balance - s.amount from sums s
      where a.id = s.account_id and a.balance >= s.amount returning a.id
  )
  insert into bench_entry (id, account_id, amount)
    select o.id, o.account_id, -o.amount from orders o join debited d on d.id = o.account_id`;

/** Creates the bare tables in the database in use. @returns the IDs of their accounts */
export async function makeBareTables(accounts: number): Promise<string[]> {
  const ids = Array.from({ length: accounts }, () => newId());
  await database().query(
    'create table bench_account (id uuid primary key, balance bigint not null check (balance >= 0))',
  );
  await database().query(
    'create table bench_entry (id text primary key, account_id uuid not null, amount bigint not null)',
  );
  await database().query('insert into bench_account select id, $2::bigint from unnest($1::uuid[]) id', [
    ids,
    START_NANO,
  ]);
  return ids;
}

/** Debits as one statement and one commit. */
export async function debitTogether(debits: Debit[]): Promise<void> {
  await database().query(
    DEBITS,
    [debits.map(({ id }) => id), debits.map(({ accountId }) => accountId), debits.map(() => AMOUNT_NANO)],
    { name: 'bench_debits' },
  );
}

/** A debit that shares its commit with other waiting debits, as in the ledger. */
export const debit = inBatches<Debit, undefined>('bench', async (debits) => {
  await debitTogether(debits);
  return debits.map(() => undefined);
});

/** One row, on the disk. */
export async function insertOne({ id, accountId }: Debit): Promise<void> {
  await database().query('insert into bench_entry values ($1, $2, $3)', [id, accountId, AMOUNT_NANO], {
    name: 'bench_insert',
  });
}
