import { ApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { inBatches } from '../platform/database/in-batches';
import { type Held, holdFitting, MAX_BIGINT, probablyFits } from './hold-fitting';
import type { Hold, HoldRequest } from './types';

/**
 * Sets an amount aside for one request, in one currency: DIEM if the account's and key's DIEM for today cover the
 * maximum, else USD if it does, else as much of the larger of the two as it covers between minimum and maximum. The
 * key's limits are checked in the same step. Visible immediately, but its commit does not wait for the disk: `settle`
 * also posts if a crash lost the hold. Concurrent holds share a commit. Repeating the same request while its hold is
 * live returns that hold.
 * @throws ApiError 402 `INSUFFICIENT_BALANCE`, `API_KEY_USD_SPEND_LIMIT_EXCEEDED`, or
 *   `API_KEY_DIEM_SPEND_LIMIT_EXCEEDED` if not even the minimum is available, 403 `API_ACCESS_DISABLED` for a blocked
 *   account, 401 `AUTHENTICATION_FAILED` for a key that is revoked, expired, or not the account's; the 402s include the
 *   available amounts
 * @throws Error if the ID was used with other values, or its hold has ended
 */
export async function hold(request: HoldRequest): Promise<Hold> {
  if (request.minimumNano < 0n || request.maximumNano < request.minimumNano) {
    throw new RangeError('A hold needs 0 ≤ minimum ≤ maximum.');
  }
  const row = await (probablyFits(request.accountId) ? holdProbablyFitting : holdAny)(request);
  if (row.refusal !== null || row.held === null) throw refusalOf(row, request);
  return {
    id: request.id,
    accountId: request.accountId,
    keyId: request.keyId,
    currency: row.currency,
    heldNano: row.held,
    windowDay: row.day,
    balanceBefore: { usdNano: row.usd ?? 0n, diemNano: row.diem ?? 0n },
  };
}

/** In lanes of their own: holds in USD for their maximum are the usual ones, and cost less. */
const holdProbablyFitting = inBatches<HoldRequest, Held>(
  'hold',
  async (requests) => (await holdFitting(requests)) ?? holdAll(requests),
);
const holdAny = inBatches<HoldRequest, Held>('hold-any', holdAll);

function holdAll(requests: readonly HoldRequest[]): Promise<Held[]> {
  const column = (pick: (request: HoldRequest) => string | bigint | number | null) => arrayLiteral(requests.map(pick));
  return database().money.query<Held>(
    `select ord, refusal, currency, held, usd, diem, day::text from ledger_hold($1, $2, $3, $4, $5, $6) order by ord`,
    [
      column(({ id }) => id),
      column(({ accountId }) => accountId),
      column(({ keyId }) => keyId),
      column(({ maximumNano }) => (maximumNano < MAX_BIGINT ? maximumNano : MAX_BIGINT)),
      column(({ minimumNano }) => minimumNano),
      column(({ ttlSeconds }) => ttlSeconds),
    ],
    { name: 'ledger_hold' },
  );
}

/**
 * 402: neither currency covers a request.
 * @param balanceBefore the available amounts, nano units
 * @param neededNano the least that the request needs, nano units, where it is known
 */
export function insufficientBalance(
  balanceBefore: { usdNano: bigint; diemNano: bigint },
  neededNano?: bigint,
): ApiError {
  const { usdNano, diemNano } = balanceBefore;
  const available = `${formatNanoUsd(usdNano)} USD${diemNano > 0n ? ` and ${formatNanoUsd(diemNano)} DIEM` : ''}`;
  const need = neededNano ? `, which needs at least ${formatNanoUsd(neededNano)} USD` : '';
  const message = `The available balance of ${available} does not cover this request${need}. Add credit and try again.`;
  return new ApiError('INSUFFICIENT_BALANCE', message, { balanceBefore });
}

function refusalOf({ refusal, usd, diem }: Held, { id, minimumNano }: HoldRequest): Error {
  const options = { balanceBefore: { usdNano: usd ?? 0n, diemNano: diem ?? 0n } };
  switch (refusal) {
    case 'INSUFFICIENT':
      return insufficientBalance(options.balanceBefore, minimumNano);
    case 'KEY_USD':
      return new ApiError(
        'API_KEY_USD_SPEND_LIMIT_EXCEEDED',
        'The USD limit of this API key does not cover this request. Raise the limit; daily and monthly limits reset automatically.',
        options,
      );
    case 'KEY_DIEM':
      return new ApiError(
        'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED',
        'The DIEM limit of this API key does not cover this request. Raise the limit; daily and monthly limits reset automatically.',
        options,
      );
    case 'BLOCKED':
      return new ApiError('API_ACCESS_DISABLED', 'This account is blocked.');
    case 'KEY':
      return new ApiError('AUTHENTICATION_FAILED', 'The API key is not valid.');
    case 'CONFLICT':
      return new Error(`The hold ${id} already exists with other values.`);
    case 'ENDED':
      return new Error(`The hold ${id} has ended and cannot be reopened.`);
    case null:
      return new Error('The database returned no result for a hold.');
  }
}
