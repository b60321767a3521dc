import { database } from '../platform/db';
import { CLAIM_LIFE, OF_ORDER } from './sql';
import type { ClaimOrder } from './types';

/**
 * Whether an answer is kept under a key, for whatever body: `claim` then compares the bodies.
 * @throws ApiError `NOT_READY` where the database is away
 */
export async function hasAnswer({
  accountId,
  route,
  key,
}: Pick<ClaimOrder, 'accountId' | 'route' | 'key'>): Promise<boolean> {
  const rows = await database().query(HAS, [accountId, route, key], { name: 'idempotency_has' });
  return rows.length > 0;
}

const HAS = `
  select 1 as kept from idempotency_claim c
    where ${OF_ORDER} and c.answer is not null and c.claimed_at >= now() - ${CLAIM_LIFE}`;
