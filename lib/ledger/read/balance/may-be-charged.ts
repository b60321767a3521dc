import { database } from '../../../platform/db';
import { endOfHoldId } from '../../hold-id';

/**
 * Whether a request without a usage row may still get one: its hold is open, in any process. True until an hour after
 * the hold has expired, because output delivered during an outage is charged after it; even later charges are not
 * foreseen.
 * @param input.requestId in its public form (docs/api-rules.md, "Request IDs")
 */
export async function mayBeCharged(input: { accountId: string; requestId: string }): Promise<boolean> {
  const rows = await database().query(
    `select from ledger_hold
      where account_id = $1 and state = 'open' and expires_at > ledger_now() - interval '1 hour' and id like '%' || $2
      limit 1`,
    [input.accountId, endOfHoldId(input.requestId)],
  );
  return rows.length > 0;
}
