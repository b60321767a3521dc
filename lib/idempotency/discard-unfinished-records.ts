import { chargeStateSql } from '../ledger/read/balance/find-charge-state';
import { database } from '../platform/db';

/**
 * Gives up the claims of an earlier run that came to nothing: no answer, no charge, no hold. Called at the start of the
 * embedded database, whose one process is this one, after the holds were voided; a repeat is then carried out at once.
 */
export async function discardUnfinishedRecords(): Promise<void> {
  await database().query(VOID);
}

const VOID = `
  delete from idempotency_claim c
    where c.answer is null
      and ${chargeStateSql({ accountId: 'c.account_id', requestId: 'c.request_id', holdId: 'c.hold_id' })} = 'none'`;
