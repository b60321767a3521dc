import type { Queryable } from '../platform/db';

/** Removes the stored answers of an account that is being deleted; records of in-flight requests stay until those end. */
export async function removeAnswersOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from idempotency_claim where account_id = $1 and answer_kind is not null', [accountId]);
}
