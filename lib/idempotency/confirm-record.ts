import { database } from '../platform/db';
import { OF_RECORD, WITHOUT_FLUSH } from './sql';
import type { IdempotencyRecord } from './types';

/**
 * Whether a request still owns its record, checked right before the hold: a slow request may have been considered dead.
 * If so, the record's time starts again.
 * @throws ApiError `NOT_READY` if the database is unavailable
 */
export async function confirmRecord({ accountId, route, key, requestId }: IdempotencyRecord): Promise<boolean> {
  const params = [accountId, route, key, requestId];
  const rows = await database().money.query(CONFIRM, params, { name: 'idempotency_confirm' });
  return rows.length > 0;
}

const CONFIRM = `
  update idempotency_claim c set claimed_at = now()
    where ${OF_RECORD} and c.request_id = $4
    returning ${WITHOUT_FLUSH}`;
