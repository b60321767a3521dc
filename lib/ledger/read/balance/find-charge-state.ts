import { database } from '../../../platform/db';

/** The state of a request's money: charged, reserved by a hold that has not expired, or neither. */
export type ChargeState = 'charged' | 'held' | 'none';

/**
 * Whether a request of an account was charged, or its hold is still open; both are read at the same instant, so that a
 * charge that is being settled is seen as one or the other. A charge of 0 is a charge.
 * @param input.holdId the id that the request's hold has or had
 */
export async function findChargeState(input: {
  accountId: string;
  requestId: string;
  holdId: string;
}): Promise<ChargeState> {
  const params = [input.accountId, input.requestId, input.holdId];
  const [row] = await database().money.query<{ state: ChargeState }>(STATE, params, { name: 'ledger_charge_state' });
  return row?.state ?? 'none';
}

/**
 * The same as an SQL expression, for statements that decide by it in one step.
 * @param sql expressions for the three values: columns or parameters, never user input
 */
export function chargeStateSql(sql: { accountId: string; requestId: string; holdId: string }): string {
  return `(case
    when exists (
      select from usage_record u where u.request_id = ${sql.requestId} and u.account_id = ${sql.accountId}
    ) then 'charged'
    when exists (
      select from ledger_hold h where h.id = (${sql.holdId})::text and h.account_id = ${sql.accountId}
        and h.state = 'open' and h.expires_at > ledger_now()
    ) then 'held'
    else 'none' end)`;
}

const STATE = `select ${chargeStateSql({ accountId: '$1', requestId: '$2', holdId: '$3' })} as state`;
