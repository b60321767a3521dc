import { ApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { database, type Queryable } from '../platform/db';

type Row = { refusal: 'INSUFFICIENT' | 'CONFLICT' | null; repeated: boolean; posted: bigint };

/**
 * Takes USD out of an account, once per `entryId`, because an operator has paid it back outside. What is held for
 * requests in flight stays.
 * @param input.entryId chosen by the caller: repeating the same withdrawal changes nothing
 * @param input.amountNano above zero, nano-USD
 * @returns the posted balance right after this entry, the same for every repeat
 * @throws ApiError CONFLICT if less is available, or the ID belongs to another entry
 */
export async function withdraw(
  input: { entryId: string; accountId: string; amountNano: bigint; note: string },
  within: Queryable = database().money,
): Promise<{ balanceAfterNano: bigint; repeated: boolean }> {
  const { entryId, accountId, amountNano, note } = input;
  if (amountNano <= 0n) throw new RangeError('A withdrawal must be above zero.');
  const [row] = await within.query<Row>('select * from ledger_withdraw($1, $2, $3, $4)', [
    ...[entryId, accountId, amountNano, note],
  ]);
  if (!row) throw new Error('The database returned no result for a withdrawal.');
  if (row.refusal === 'INSUFFICIENT') {
    const message = `The account has less than ${formatNanoUsd(amountNano)} USD available. Nothing was withdrawn.`;
    throw new ApiError('CONFLICT', message);
  }
  if (row.refusal === 'CONFLICT') {
    throw new ApiError('CONFLICT', `The entry ${entryId} already exists with other values.`);
  }
  return { balanceAfterNano: row.posted, repeated: row.repeated };
}
