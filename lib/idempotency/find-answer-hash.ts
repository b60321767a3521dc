import { database } from '../platform/db';
import { CLAIM_LIFE, OF_ORDER } from './sql';
import type { ClaimOrder } from './types';

/**
 * The body hash (as of `ClaimOrder`) of the request whose answer is kept under a key; null where none is kept.
 * @throws ApiError `NOT_READY` where the database is away
 */
export async function findAnswerHash({
  accountId,
  route,
  key,
}: Pick<ClaimOrder, 'accountId' | 'route' | 'key'>): Promise<string | null> {
  const params = [accountId, route, key];
  const [row] = await database().query<{ body_hash: string }>(FIND, params, { name: 'idempotency_answer_hash' });
  return row?.body_hash ?? null;
}

const FIND = `
  select c.body_hash from idempotency_claim c
    where ${OF_ORDER} and c.answer is not null and c.claimed_at >= now() - ${CLAIM_LIFE}`;
