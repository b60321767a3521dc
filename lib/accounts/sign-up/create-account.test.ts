import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { database, openDatabase } from '../../platform/db';
import { startPostgres } from '../../platform/testing/test-postgres';
import { createAccount } from './create-account';

let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  server = await startPostgres();
  await openDatabase({ databaseUrl: server.url, dataDir: '' });
});
afterAll(async () => {
  await database().close();
  await server.stop();
});

describe('creating accounts on PostgreSQL', () => {
  it('creates exactly one owner for many concurrent first sign-ups on separate connections', async () => {
    for (let round = 0; round < 10; round += 1) {
      await database().query('truncate account cascade');
      const asked = Array.from({ length: 12 }, () =>
        createAccount(
          { email: `${newId()}@example.com`, passwordHash: 'none', welcomeCreditNanoUsd: 5n },
          async () => undefined,
        ),
      );
      const made = await Promise.all(asked);
      expect(made.filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });

  it('creates nothing if refused under the lock, and no second account for one email', async () => {
    const input = { email: `${newId()}@example.com`, passwordHash: 'none', welcomeCreditNanoUsd: 5n };
    const refuse = async () => {
      throw new Error('closed');
    };
    await expect(createAccount(input, refuse)).rejects.toThrow('closed');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => createAccount(input, async () => undefined)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const entries = await database().query<{ sum: bigint }>(
      'select sum(e.amount_nano)::bigint as sum from ledger_entry e join account a on a.id = e.account_id where a.email = $1',
      [input.email],
    );
    expect(entries).toEqual([{ sum: 5n }]);
  });
});
