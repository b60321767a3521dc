import { arrayLiteral } from '../../../platform/database/array-literal';
import { database } from '../../../platform/db';

/** Whether an account has money set aside right now, in any process, for other requests than those whose holds are named. */
export async function hasLiveHold(accountId: string, { except }: { except: string[] }): Promise<boolean> {
  const rows = await database().query(
    `select from ledger_hold
      where account_id = $1 and state = 'open' and expires_at > ledger_now() and id <> all($2::text[]) limit 1`,
    [accountId, arrayLiteral(except)],
  );
  return rows.length > 0;
}
