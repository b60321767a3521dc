import { invalidField } from '../../core/errors';
import { formatNanoUsd } from '../../core/money';
import { database, type Queryable } from '../../platform/db';
import { NANO_PER_MICRO } from '../../x402/constants';
import { listRefunds, type StoredRefund, toRefund } from '../../x402/top-up/refunds';
import type { OperatorPayment, PaymentPage, PaymentsQuery } from '../contract';
import { decodeCursor, encodeCursor, type Position } from '../cursor';
import { findHolders } from './find-holders';
import { paymentIdOf, unknownPayment } from './payment-id';

/** Rows per page. */
const PAGE_ROWS = 50;

/** In the order of the list. */
const STATES = ['open', 'failed', 'credited'] as const;

type Row = {
  id: string;
  network: OperatorPayment['network'];
  payer: string;
  account_id: string | null;
  account_name: string | null;
  amount_micro: bigint;
  state: OperatorPayment['state'];
  transaction_id: string | null;
  attempts: number;
  reason: string | null;
  lease_until: Date;
  created_at: Date;
  updated_at: Date;
  /** `created_at` in microseconds since 1970. */
  micros: bigint;
  /** The index of its state in `STATES`. */
  rank: number;
};

/**
 * All payments by wallets: the open ones, then the failed, then the credited, each newest first, a page at a time.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function listWalletPayments({ state, after }: PaymentsQuery): Promise<PaymentPage> {
  const position = after === undefined ? null : decodePosition(after);
  // One more than a page, to know whether another follows.
  const rows = await database().query<Row>(PAGE, [
    state === undefined ? null : STATES.indexOf(state),
    position?.rank ?? null,
    position === null ? null : String(position.micros),
    position?.id ?? null,
    PAGE_ROWS + 1,
  ]);
  const page = rows.slice(0, PAGE_ROWS);
  const last = page.at(-1);
  return {
    data: await withRefunds(page),
    nextCursor: rows.length > PAGE_ROWS && last ? `${last.rank}${encodeCursor(last)}` : null,
  };
}

/** One payment. @throws ApiError NOT_FOUND */
export async function findWalletPayment(id: string): Promise<OperatorPayment> {
  const rows = await database().query<Row>(`select ${COLUMNS} from wallet_payment p ${ACCOUNT} where p.id = $1`, [
    paymentIdOf(id),
  ]);
  const [payment] = await withRefunds(rows);
  if (!payment) throw unknownPayment();
  return payment;
}

/** The state of the last row, and its position among those of that state. */
function decodePosition(cursor: string): Position & { rank: number } {
  const rank = Number(cursor.slice(0, 1) || Number.NaN);
  if (STATES[rank] === undefined) throw invalidField(['after'], 'Must be the nextCursor of a previous page');
  return { rank, ...decodeCursor('after', cursor.slice(1)) };
}

async function withRefunds(found: Row[]): Promise<OperatorPayment[]> {
  const credited = found.filter(({ state }) => state === 'credited').map(({ id }) => id);
  const [rows, refunds] = await database().transaction(async (within) => [
    await withHolders(found, within),
    await listRefunds(credited, within),
  ]);
  return rows.map((row) =>
    toPayment(
      row,
      refunds.filter(({ paymentId }) => paymentId === row.id),
    ),
  );
}

/** The rows with the account that has the credit now, where theirs was closed and its credit moved. */
async function withHolders(rows: Row[], within: Queryable): Promise<Row[]> {
  const closed = rows.flatMap(({ account_id, account_name }) => (account_name === null ? (account_id ?? []) : []));
  const holders = await findHolders(closed, within);
  if (holders.size === 0) return rows;
  const named = await within.query<{ id: string; name: string | null }>(
    'select id, coalesce(email, wallet_address) as name from account where id = any($1::uuid[])',
    [[...holders.values()]],
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) => {
    const holder = holders.get(row.account_id ?? '');
    return holder === undefined ? row : { ...row, account_id: holder, account_name: names.get(holder) ?? null };
  });
}

function toPayment(row: Row, refunds: StoredRefund[]): OperatorPayment {
  const { id, network, payer, state, attempts, reason } = row;
  const amountNano = row.amount_micro * NANO_PER_MICRO;
  const leftNano = refunds.reduce((left, refund) => left - refund.amountNano, amountNano);
  return {
    ...{ id, network, payer, state, attempts, reason },
    account: row.account_id === null ? null : { id: row.account_id, name: row.account_name },
    amountUsd: formatNanoUsd(amountNano),
    transactionId: row.transaction_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    nextCheckAt: state === 'verified' || state === 'settling' ? row.lease_until.toISOString() : null,
    refunds: refunds.map(toRefund),
    refundableUsd: state === 'credited' ? formatNanoUsd(leftNano) : '0',
  };
}

const RANK = `case p.state when 'failed' then 1 when 'credited' then 2 else 0 end`;

const COLUMNS = `p.id, p.network, p.payer, p.account_id, coalesce(a.email, a.wallet_address) as account_name,
    p.amount_micro, p.state, p.transaction_id, p.attempts, p.reason, p.lease_until, p.created_at, p.updated_at,
    (extract(epoch from p.created_at) * 1000000)::bigint as micros, ${RANK} as rank`;

const ACCOUNT = 'left join account a on a.id = p.account_id';

const PAGE = `
  select ${COLUMNS} from wallet_payment p ${ACCOUNT}
  where ($1::int is null or ${RANK} = $1)
    and ($2::int is null or ${RANK} > $2 or (${RANK} = $2
      and (p.created_at, p.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)))
  order by rank, p.created_at desc, p.id desc
  limit $5`;
