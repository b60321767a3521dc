import type { Queryable } from '../platform/db';

/** Removes the kept answers of an account that goes; claims of requests at work stay until these end. */
export async function removeAnswersOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from idempotency_claim where account_id = $1 and answer_kind is not null', [accountId]);
}
