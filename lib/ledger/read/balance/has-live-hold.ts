import { database } from '../../../platform/db';

/** Whether an account has money set aside for some request right now, in any process. */
export async function hasLiveHold(accountId: string): Promise<boolean> {
  const rows = await database().query(
    `select from ledger_hold where account_id = $1 and state = 'open' and expires_at > ledger_now() limit 1`,
    [accountId],
  );
  return rows.length > 0;
}
