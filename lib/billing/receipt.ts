import type { RunContext } from '../accounts/caller';
import { ApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { isInFlight } from '../ledger/charge/in-flight';
import { mayBeCharged } from '../ledger/read/balance/may-be-charged';
import { findUsageRecord } from '../ledger/read/history/find-usage-record';
import type { Receipt as Settled } from '../ledger/types';
import type { PendingReceipt, Receipt } from './contract';

/** The format of our request IDs (docs/api-rules.md, "Request IDs"), under any service name. */
const REQUEST_ID = /^[0-9a-f]{16}-[A-Z][A-Z0-9]*$/;

/**
 * The receipt of one paid request of the caller's account, or a note that it is pending: the request is in flight, here
 * or in another process, or its charge is not settled yet.
 * @throws ApiError NOT_FOUND if there is none and none is expected, also for another account's request
 */
export async function readReceipt(
  requestId: string,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<Receipt | PendingReceipt> {
  const noReceipt = () => new ApiError('NOT_FOUND', 'You have no paid request with this ID.');
  // No other text is a request ID, and the database rejects some characters (U+0000).
  if (!REQUEST_ID.test(requestId)) throw noReceipt();
  const request = { accountId: caller.account.id, requestId };
  // Checked first: if the request ends in the meantime, its row exists when it is read.
  const isPending = isInFlight(request) || (await mayBeCharged(request));
  const record = await findUsageRecord(request);
  if (!record && isPending) return { requestId, pending: true };
  if (!record) throw noReceipt();
  return {
    requestId: record.requestId,
    modelId: record.modelId,
    currency: record.currency,
    ...formatAmounts(record),
    estimated: record.estimated,
    ending: record.ending,
    firstTokenMs: record.firstTokenMs,
    durationMs: record.durationMs,
    createdAt: record.settledAt.toISOString(),
  };
}

/** The amounts of a paid request as exact decimal text. */
export function formatAmounts(
  record: Omit<Settled, 'currency' | 'estimated'>,
): Pick<Receipt, 'held' | 'charged' | 'absorbed' | 'balanceAfter' | 'lines'> {
  return {
    held: formatNanoUsd(record.heldNano),
    charged: formatNanoUsd(record.chargedNano),
    absorbed: formatNanoUsd(record.absorbedNano),
    balanceAfter: formatNanoUsd(record.balanceAfterNano),
    lines: record.lines.map(({ kind, units, rateNano, costNano }) => ({
      kind,
      units,
      rate: formatNanoUsd(rateNano),
      cost: formatNanoUsd(costNano),
    })),
  };
}
