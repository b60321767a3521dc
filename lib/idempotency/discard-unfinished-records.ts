import { chargeStateSql } from '../ledger/read/balance/find-charge-state';
import { database } from '../platform/db';

/**
 * Removes an earlier run's records that have no answer, charge or open hold, so that a repeat is carried out at once.
 * Called at the start with the embedded database, which only this process uses, after the old holds were voided.
 */
export async function discardUnfinishedRecords(): Promise<void> {
  await database().query(DISCARD);
}

const DISCARD = `
  delete from idempotency_claim c
    where c.answer is null
      and ${chargeStateSql({ accountId: 'c.account_id', requestId: 'c.request_id', holdId: 'c.hold_id' })} = 'none'`;
