import { database } from '../../platform/db';
import { flushRefusals, KEPT_PER_ACCOUNT } from './refusal-buffer';
import type { RefusalType } from './write';

/** A line of the log: `at` is when the request was refused. */
export type NotedRefusal = { keyId: string | null; modelId: string; tier: string; type: RefusalType; at: Date };

/**
 * The last 50 refused requests of an account, newest first (docs/api-rules.md, "Refusal log"); those of this process up
 * to now, those of others up to a second ago.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listRefusals(accountId: string): Promise<NotedRefusal[]> {
  await flushRefusals();
  return database().query<NotedRefusal>(
    `select key_id as "keyId", model_id as "modelId", tier, type, at from rate_limit_event
      where account_id = $1 order by at desc, id desc limit $2`,
    [accountId, KEPT_PER_ACCOUNT],
  );
}
