import { database } from '../platform/db';
import { OF_ORDER, WITHOUT_FLUSH } from './sql';
import type { ClaimOrder } from './types';

/**
 * Whether a claim is still its request's, asked right before the hold: a request that took long to get there may have
 * been taken for dead. From now on it has the time of a new claim again.
 * @throws ApiError `NOT_READY` where the database is away
 */
export async function confirmClaim({ accountId, route, key, requestId }: ClaimOrder): Promise<boolean> {
  const params = [accountId, route, key, requestId];
  const rows = await database().money.query(CONFIRM, params, { name: 'idempotency_confirm' });
  return rows.length > 0;
}

const CONFIRM = `
  update idempotency_claim c set claimed_at = now()
    where ${OF_ORDER} and c.request_id = $4
    returning ${WITHOUT_FLUSH}`;
