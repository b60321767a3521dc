import { ApiError } from '../core/errors';
import { formatNanoUsd } from '../core/money';
import { database, sqlState, type Queryable } from '../platform/db';
import { inBatches } from '../platform/database/in-batches';

/** SQLSTATE numeric_value_out_of_range. */
export const OUT_OF_RANGE = '22003';

/** The maximum of the balance column, a PostgreSQL bigint: some 9.22 billion USD. */
const MAX_BALANCE_NANO = 2n ** 63n - 1n;

/** Credit to be added. */
type CreditRequest = {
  entryId: string;
  accountId: string;
  currency: 'USD';
  kind: 'TOP_UP' | 'REFUND' | 'GRANT';
  amountNano: bigint;
  note?: string;
};

type Row = { refusal: 'CONFLICT' | null; repeated: boolean; posted: bigint };

/**
 * Adds credit to an account, once per `entryId`; durable when this returns. DIEM cannot be added: it comes from a
 * stake.
 * @param input.entryId chosen by the caller: repeating the same credit with the same ID changes nothing
 * @param input.amountNano above zero, nano units of the currency
 * @param within the transaction to use; by default, concurrent credits share a commit
 * @returns the posted balance right after this entry (holds not subtracted), the same for every repeat
 * @throws ApiError CONFLICT if the ID belongs to another entry; INVALID_REQUEST if the balance would exceed its maximum
 */
export async function credit(
  input: CreditRequest,
  within?: Queryable,
): Promise<{ balanceAfterNano: bigint; repeated: boolean }> {
  if (input.amountNano <= 0n) throw new RangeError('A credit must be above zero.');
  const crediting = within ? creditAll(within, [input]).then(([row]) => row) : creditTogether(input);
  const row = await crediting.catch((error: unknown) => {
    if (sqlState(error) === OUT_OF_RANGE) throw tooMuch(error);
    throw error;
  });
  if (!row) throw new Error('The database returned no result for a credit.');
  if (row.refusal === 'CONFLICT') {
    throw new ApiError('CONFLICT', `The entry ${input.entryId} already exists with other values.`);
  }
  return { balanceAfterNano: row.posted, repeated: row.repeated };
}

const creditTogether = inBatches<CreditRequest, Row>('credit', (requests) => creditAll(database().money, requests));

function creditAll(within: Queryable, requests: CreditRequest[]): Promise<Row[]> {
  return within.query<Row>(
    'select * from ledger_credit($1, $2, $3, $4, $5) order by ord',
    [
      requests.map(({ entryId }) => entryId),
      requests.map(({ accountId }) => accountId),
      requests.map(({ kind }) => kind),
      requests.map(({ amountNano }) => amountNano),
      requests.map(({ note }) => note ?? null),
    ],
    { name: 'ledger_credit' },
  );
}

/** The error of a balance that would exceed its maximum. */
export function tooMuch(cause: unknown): ApiError {
  const message = `The balance would exceed the maximum of an account: ${formatNanoUsd(MAX_BALANCE_NANO)} USD.`;
  return new ApiError('INVALID_REQUEST', message, { cause });
}
