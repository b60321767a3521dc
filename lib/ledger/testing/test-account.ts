import { newId } from '../../core/ids';
import { database } from '../../platform/db';
import { credit } from '../credit';

/** An account made for a test, with an optional balance. @returns its id */
export async function createTestAccount(balanceNano = 0n): Promise<string> {
  const id = newId();
  await database().query("insert into account (id, email, password_hash, role) values ($1, $2, '-', 'member')", [
    id,
    `${id}@example.com`,
  ]);
  if (balanceNano > 0n) {
    await credit({ entryId: `start:${id}`, accountId: id, currency: 'USD', kind: 'GRANT', amountNano: balanceNano });
  }
  return id;
}

/** A key of an account. @returns its id */
export async function createTestKey(accountId: string): Promise<string> {
  const id = newId();
  await database().query(
    `insert into api_key (id, account_id, type, description, secret_hash, last_six)
     values ($1, $2, 'INFERENCE', '', $3, '')`,
    [id, accountId, id],
  );
  return id;
}
