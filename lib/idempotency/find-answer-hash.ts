import { database } from '../platform/db';
import { RECORD_LIFE, OF_RECORD } from './sql';
import type { IdempotencyRecord } from './types';

/**
 * The body hash (as in `IdempotencyRecord`) of the request whose answer is stored under a key; null if none is stored.
 * @throws ApiError `NOT_READY` if the database is unavailable
 */
export async function findAnswerHash({
  accountId,
  route,
  key,
}: Pick<IdempotencyRecord, 'accountId' | 'route' | 'key'>): Promise<string | null> {
  const params = [accountId, route, key];
  const [row] = await database().query<{ body_hash: string }>(FIND, params, { name: 'idempotency_answer_hash' });
  return row?.body_hash ?? null;
}

const FIND = `
  select c.body_hash from idempotency_claim c
    where ${OF_RECORD} and c.answer is not null and c.claimed_at >= now() - ${RECORD_LIFE}`;
