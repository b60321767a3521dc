import { database } from '../../platform/db';

/** Replaces the ledger's clock in the test database by one that stands still until it is set. */
export async function installTestClock(at: string): Promise<void> {
  await database().query('create table test_clock (at timestamptz not null)');
  await database().query('insert into test_clock values ($1)', [at]);
  await database().query(
    'create or replace function ledger_now() returns timestamptz language sql volatile as $$ select at from test_clock $$',
  );
}

/** Sets the test's clock. @param at ISO 8601 */
export async function setTestClock(at: string): Promise<void> {
  await database().query('update test_clock set at = $1', [at]);
}
