import { ApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { database, sqlState, type Queryable } from '../platform/db';
import { inBatches } from './batch';
import type { EntryKind } from './types';

/** SQLSTATE numeric_value_out_of_range. */
const OUT_OF_RANGE = '22003';

/** What the column of a balance holds, a PostgreSQL bigint: some 9.22 billion USD. */
const MAX_BALANCE_NANO = 2n ** 63n - 1n;

/** Money that is to be added. */
type CreditOrder = {
  entryId: string;
  accountId: string;
  currency: 'USD';
  kind: Exclude<EntryKind, 'CHARGE' | 'DAILY_CREDIT'>;
  amountNano: bigint;
  note?: string;
};

type Row = { refusal: 'CONFLICT' | null; repeated: boolean; posted: bigint };

/**
 * Adds money to an account, once per `entryId`, on the disk when this returns. DIEM cannot be added: it comes from a stake.
 * @param input.entryId given by the caller: repeating the same credit with the same id changes nothing
 * @param input.amountNano above zero, nano units of the currency
 * @param within a transaction that the credit is to be part of; by default credits that come together share a commit
 * @returns the posted balance right after this entry (holds not subtracted), the same at every repeat
 * @throws ApiError CONFLICT where the id stands for another entry already; INVALID_REQUEST where the balance would pass
 *   what a balance can hold
 */
export async function credit(
  input: CreditOrder,
  within?: Queryable,
): Promise<{ balanceAfterNano: bigint; repeated: boolean }> {
  if (input.amountNano <= 0n) throw new RangeError('A credit must be above zero.');
  const crediting = within ? creditAll(within, [input]).then(([row]) => row) : creditTogether(input);
  const row = await crediting.catch((error: unknown) => {
    if (sqlState(error) === OUT_OF_RANGE) throw tooMuch(error);
    throw error;
  });
  if (!row) throw new Error('The database answered a credit with nothing.');
  if (row.refusal === 'CONFLICT') {
    throw new ApiError('CONFLICT', `The entry ${input.entryId} exists already with other values.`);
  }
  return { balanceAfterNano: row.posted, repeated: row.repeated };
}

const creditTogether = inBatches<CreditOrder, Row>('credit', (orders) => creditAll(database().money, orders));

function creditAll(within: Queryable, orders: CreditOrder[]): Promise<Row[]> {
  return within.query<Row>(
    'select * from ledger_credit($1, $2, $3, $4, $5) order by ord',
    [
      orders.map(({ entryId }) => entryId),
      orders.map(({ accountId }) => accountId),
      orders.map(({ kind }) => kind),
      orders.map(({ amountNano }) => amountNano),
      orders.map(({ note }) => note ?? null),
    ],
    { name: 'ledger_credit' },
  );
}

function tooMuch(cause: unknown): ApiError {
  const message = `The balance would pass the largest that an account can have: ${formatNanoUsd(MAX_BALANCE_NANO)} USD.`;
  return new ApiError('INVALID_REQUEST', message, { cause });
}
