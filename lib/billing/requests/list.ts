import type { RunContext } from '../../accounts/caller';
import { type FailureReason, findFailureReasons } from '../../failures/find-reasons';
import type { UsageKey, UsageRequest, UsageRequestPage, UsageRequestsQuery } from './contract';
import { encodeCursor } from './cursor';
import { type FoundRequest, readRequestPage, searchOf } from './read-page';
import { keysOf } from './sums';
import { toRequest } from './to-request';

/** After every time. */
const FOREVER = 2n ** 53n;
/** The database's clock and the process's may differ. */
const SLACK_MICROS = 3_600_000_000n;

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
  const reasons = await reasonsOf(accountId, requests);
  const unknown = [...new Set(keyIds)].filter((id) => !known.has(id));
  for (const key of await keysOf(accountId, unknown)) known.set(key.id, key);
  return requests.map((found) => toRequest(found, known, reasons));
}

/** Why the interrupted requests among these failed. */
function reasonsOf(accountId: string, requests: FoundRequest[]): Promise<Map<string, FailureReason>> {
  const broken = requests.flatMap((found) =>
    'paid' in found && found.paid.ending === 'upstream_failed' ? [found.paid] : [],
  );
  // The failure is recorded after the charge, within the same request.
  const fromMicros = broken.reduce((least, { atMicros }) => (atMicros < least ? atMicros : least), FOREVER);
  return findFailureReasons(
    accountId,
    broken.map(({ requestId }) => requestId),
    fromMicros - SLACK_MICROS,
  );
}
