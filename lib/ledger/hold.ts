import { ApiError } from '../core/errors';
import { database } from '../platform/db';
import type { Hold, HoldOrder } from './types';

/** The largest amount that a PostgreSQL bigint can hold. */
const MAX_BIGINT = 2n ** 63n - 1n;

type Row = {
  refusal: 'BLOCKED' | 'KEY' | 'INSUFFICIENT' | 'CONFLICT' | 'ENDED' | null;
  held: bigint | null;
  available: bigint | null;
};

/**
 * Sets an amount aside for one request: what the balance can carry between the order's minimum and maximum.
 * Visible to everybody at once, but not flushed to the disk: `settle` posts also where a crash took the hold.
 * Repeating the same order while its hold lives returns that hold.
 * @throws ApiError 402 `INSUFFICIENT_BALANCE` where not even the minimum is there, 403 `API_ACCESS_DISABLED` for a blocked
 *   account, 401 `AUTHENTICATION_FAILED` for a key that is revoked, expired or not the account's
 * @throws Error where the id was used for another order, or its hold has ended
 */
export async function hold(order: HoldOrder): Promise<Hold> {
  if (order.minimumNano < 0n || order.maximumNano < order.minimumNano) {
    throw new RangeError('A hold needs 0 ≤ minimum ≤ maximum.');
  }
  const maximumNano = order.maximumNano < MAX_BIGINT ? order.maximumNano : MAX_BIGINT;
  const [row] = await database().query<Row>(
    'select * from ledger_hold($1, $2, $3, $4, $5, $6, $7)',
    [order.id, order.accountId, order.keyId, 'USD', maximumNano, order.minimumNano, order.ttlSeconds],
    { name: 'ledger_hold' },
  );
  if (!row || row.refusal !== null || row.held === null) throw refusalOf(row?.refusal ?? null, order.id);
  return {
    id: order.id,
    accountId: order.accountId,
    keyId: order.keyId,
    currency: 'USD',
    heldNano: row.held,
    balanceBefore: { usdNano: row.available ?? 0n, diemNano: 0n },
  };
}

function refusalOf(refusal: Row['refusal'], id: string): Error {
  switch (refusal) {
    case 'INSUFFICIENT':
      return new ApiError('INSUFFICIENT_BALANCE', 'The balance does not cover this request. Add credit and try again.');
    case 'BLOCKED':
      return new ApiError('API_ACCESS_DISABLED', 'This account is blocked.');
    case 'KEY':
      return new ApiError('AUTHENTICATION_FAILED', 'The API key is not valid.');
    case 'CONFLICT':
      return new Error(`The hold ${id} exists already for another order.`);
    case 'ENDED':
      return new Error(`The hold ${id} has ended: it cannot be taken up again.`);
    case null:
      return new Error('The database answered a hold with nothing.');
  }
}
