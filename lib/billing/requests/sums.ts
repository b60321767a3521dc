import type { RunContext } from '../../accounts/caller';
import { describeKeys } from '../../accounts/keys/describe-keys';
import { formatNanoUsd } from '../../core/money';
import { DAY_MS, MINUTE_MS } from '../../core/time';
import { countFailedRequests } from '../../failures/count-failed-requests';
import { clock } from '../../platform/clock';
import { serialize } from '../usage-analytics/serialize';
import type { UsageKey, UsageQuery, UsageSums } from './contract';
import { foldSums } from './fold';
import { liveSums } from './live-sums';

/** How long a response may take, including the wait for its turn. */
const DEADLINE_MS = MINUTE_MS;

/**
 * The current usage of the caller's account in some UTC days, by day, model, and key: paid and failed requests.
 * @throws ApiError REQUEST_TIMEOUT after a minute
 */
export async function sumAccountUsage(
  { start, end }: UsageQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<UsageSums> {
  const accountId = caller.account.id;
  const untilMs = clock.now() + DEADLINE_MS;
  const startMs = Date.parse(start);
  const endMs = Date.parse(end) + DAY_MS;
  const range = { startMs, days: (endMs - startMs) / DAY_MS };
  const sums = await serialize(accountId, () => liveSums(accountId, range, untilMs));
  const failures = await countFailedRequests(accountId, startMs, endMs);
  const { rows, folded } = foldSums(sums);
  const keyIds = new Set([...sums, ...failures].flatMap(({ keyId }) => keyId ?? []));
  return {
    days: { start, end },
    rows: rows.map(({ chargedNano, ...row }) => ({ ...row, charged: formatNanoUsd(chargedNano) })),
    failures,
    keys: await keysOf(accountId, [...keyIds]),
    folded,
  };
}

/** The names of keys; a missing one is shown by its ID. */
export async function keysOf(accountId: string, keyIds: string[]): Promise<UsageKey[]> {
  const found = new Map((await describeKeys(accountId, keyIds)).map((key) => [key.id, key]));
  return keyIds.map((id) => {
    const { description = '', lastSix = id.slice(-6), gone = true } = found.get(id) ?? {};
    return { id, description: description.trim(), last6Chars: lastSix, gone };
  });
}
