import { database } from '../../../platform/db';
import { withoutSeqScan } from './without-seq-scan';

/** How many of an account's oldest requests are searched, and how many of its newest ones. */
const SEARCHED = 500;

/** Whether an account has paid for a text without a key, in the console's chat, and for anything with one. */
export type FirstUses = { chat: boolean; withKey: boolean };

/** Searches the oldest and the newest requests of an account, so that it takes no longer with a million of them. */
export async function findFirstUses(accountId: string): Promise<FirstUses> {
  const [found] = await database().transaction(async (tx) => {
    await withoutSeqScan(tx);
    return tx.query<FirstUses>(STATEMENT, [accountId, SEARCHED], { name: 'ledger_first_uses' });
  });
  return found ?? { chat: false, withKey: false };
}

const STATEMENT = `
  select coalesce(bool_or(key_id is null and model_type = 'text'), false) as chat,
    coalesce(bool_or(key_id is not null), false) as "withKey"
  from (
    (select key_id, model_type from usage_record where account_id = $1 order by created_at limit $2)
    union all
    (select key_id, model_type from usage_record where account_id = $1 order by created_at desc limit $2)
  ) as searched`;
