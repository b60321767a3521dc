import type { RunContext } from '../../accounts/caller';
import type { UsageKey, UsageRequest, UsageRequestPage, UsageRequestsQuery } from './contract';
import { encodeCursor } from './cursor';
import { type FoundRequest, readRequestPage, searchOf } from './read-page';
import { keysOf } from './sums';
import { toRequest } from './to-request';

/**
 * A page of the caller's requests, paid and failed ones, newest first.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function listRequests(
  query: UsageRequestsQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<UsageRequestPage> {
  const accountId = caller.account.id;
  const { requests, next } = await readRequestPage(accountId, searchOf(query), query.pageSize);
  return {
    data: await describeRequests(accountId, requests, new Map()),
    nextCursor: next && encodeCursor(next),
  };
}

/** Requests as the page shows them. @param known keys that were already described; newly described ones are added */
export async function describeRequests(
  accountId: string,
  requests: FoundRequest[],
  known: Map<string, UsageKey>,
): Promise<UsageRequest[]> {
  const keyIds = requests.flatMap((found) => ('paid' in found ? found.paid : found.failed).keyId ?? []);
  const unknown = [...new Set(keyIds)].filter((id) => !known.has(id));
  for (const key of await keysOf(accountId, unknown)) known.set(key.id, key);
  return requests.map((found) => toRequest(found, known));
}
