import { database } from '../../../platform/db';
import { endOfHoldId } from '../../hold-id';

/**
 * Whether a request that has no usage row may get one: its hold is open, in whatever process. For an hour beyond its time,
 * because what was delivered during an outage is booked after it; what is booked even later comes unforeseen.
 * @param input.requestId in the form that is given out (contract 1.5)
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
