import { ApiError } from '../core/errors';
import { type Queryable, sqlState } from '../platform/db';
import { OUT_OF_RANGE, tooMuch } from './credit';

type Row = { refusal: 'IN_FLIGHT' | 'CONFLICT' | null; moved: bigint };

/**
 * Moves the whole USD balance of an account to another one, once per `transferId`: a negative entry in one account and
 * an equal positive one in the other.
 * @param input.transferId chosen by the caller: repeating the same transfer changes nothing
 * @param within the transaction, in which the account that is emptied was blocked before: then no new hold can be made
 * @returns the amount moved, nano-USD; 0 if there was none
 * @throws ApiError CONFLICT if the account has requests in flight, or the ID belongs to another transfer;
 *   INVALID_REQUEST if the balance would exceed its maximum
 */
export async function transferBalance(
  input: { transferId: string; fromAccountId: string; toAccountId: string; noteFrom: string; noteTo: string },
  within: Queryable,
): Promise<bigint> {
  const { transferId, fromAccountId, toAccountId, noteFrom, noteTo } = input;
  const values = [transferId, fromAccountId, toAccountId, noteFrom, noteTo];
  const query = within.query<Row>('select * from ledger_transfer($1, $2, $3, $4, $5)', values);
  const [row] = await query.catch((error: unknown) => {
    if (sqlState(error) === OUT_OF_RANGE) throw tooMuch(error);
    throw error;
  });
  if (!row) throw new Error('The database returned no result for a transfer.');
  if (row.refusal === 'IN_FLIGHT') {
    throw new ApiError('CONFLICT', 'Requests are still being paid from this credit. Try again when they have ended.');
  }
  if (row.refusal === 'CONFLICT') {
    throw new ApiError('CONFLICT', `The transfer ${transferId} already exists between other accounts.`);
  }
  return row.moved;
}
