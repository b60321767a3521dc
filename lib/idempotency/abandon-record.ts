import { chargeStateSql } from '../ledger/read/balance/find-charge-state';
import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import { log } from '../platform/log';
import { OF_RECORD, WITHOUT_FLUSH } from './sql';
import type { IdempotencyRecord } from './types';

/**
 * After a failure: removes the record, so that a repeat is carried out. The record is kept while the request's hold is
 * open, if it was charged or has an answer, and if another request owns it by now. Never throws: a record that
 * could not be removed is taken over later.
 */
export async function abandonRecord({ accountId, route, key, requestId }: IdempotencyRecord): Promise<void> {
  try {
    await database().query(REMOVE, [accountId, route, key, requestId], { name: 'idempotency_abandon' });
  } catch (error) {
    if (!findNotReady(error)) log.error({ err: error, requestId }, 'an idempotency record could not be removed');
  }
}

const REMOVE = `
  delete from idempotency_claim c
    where ${OF_RECORD} and c.request_id = $4 and c.answer is null
      and ${chargeStateSql({ accountId: 'c.account_id', requestId: 'c.request_id', holdId: 'c.hold_id' })} = 'none'
    returning ${WITHOUT_FLUSH}`;
