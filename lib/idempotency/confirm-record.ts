import { database } from '../platform/db';
import { OF_RECORD, WITHOUT_FLUSH } from './sql';
import type { IdempotencyRecord } from './types';

/**
 * Whether a claim is still its request's, asked right before the hold: a request that took long to get there may have
 * been taken for dead. From now on it has the time of a new claim again.
 * @throws ApiError `NOT_READY` where the database is away
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
