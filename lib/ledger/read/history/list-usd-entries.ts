import { database } from '../../../platform/db';
import type { EntryKind } from '../../types';

/** A ledger entry in USD, with the request that it was charged for. */
export type UsdEntry = {
  id: string;
  /** Signed; negative for what left the account. */
  amountNano: bigint;
  balanceAfterNano: bigint;
  kind: Exclude<EntryKind, 'DAILY_CREDIT'>;
  createdAt: Date;
  requestId: string | null;
  modelId: string | null;
};

/** The USD entries of an account, newest first. */
export function listUsdEntries(
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<UsdEntry[]> {
  return database().query<UsdEntry>(LIST, [accountId, limit, offset]);
}

const LIST = `
  select e.id, e.amount_nano as "amountNano", e.balance_after_nano as "balanceAfterNano", e.kind,
      e.created_at as "createdAt", u.request_id as "requestId", u.model_id as "modelId"
    from (
      select * from ledger_entry where account_id = $1 and currency = 'USD'
        order by created_at desc, id desc limit $2 offset $3
    ) e left join usage_record u on e.kind = 'CHARGE' and u.hold_id = substr(e.id, length('charge:') + 1)
    order by e.created_at desc, e.id desc`;
