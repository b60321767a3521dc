import { database } from '../../platform/db';
import type { StoredPayment } from './store';

/** A payment as its account gets it: without the signed data. */
export type ExportedPayment = Pick<
  StoredPayment,
  'id' | 'network' | 'payer' | 'amountMicro' | 'state' | 'transactionId' | 'reason'
> & {
  /** When it was verified, microseconds since 1970. */
  atMicros: bigint;
  updatedAt: Date;
};

/** Which payments to read: after one, and before a time, milliseconds since 1970. */
type Range = { after: Pick<ExportedPayment, 'id' | 'atMicros'> | undefined; endMs: number; limit: number };

/** The next payments of an account, ordered by time. */
export function listPaymentsForExport(accountId: string, { after, endMs, limit }: Range): Promise<ExportedPayment[]> {
  return database().query<ExportedPayment>(
    `select id, network, payer, amount_micro as "amountMicro", state, transaction_id as "transactionId",
         case state when 'failed' then reason end as reason,
         (extract(epoch from created_at) * 1000000)::bigint as "atMicros", updated_at as "updatedAt"
       from wallet_payment
       where account_id = $1 and created_at < $2 and ($3::bigint is null
         or (created_at, id) > (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid))
       order by created_at, id
       limit $5`,
    [accountId, new Date(endMs), after === undefined ? null : String(after.atMicros), after?.id ?? null, limit],
  );
}
