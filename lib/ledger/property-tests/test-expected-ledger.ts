import { expect } from 'vitest';
import { database } from '../../platform/db';
import { findBalance } from '../read/balance/find-balance';
import type { Hold, Receipt } from '../types';
import { verifyLedger } from '../verify/verify-ledger';
import type { LoadMessage } from './test-load';

/**
 * What a load reported over all of its runs: the ledger must contain everything acknowledged, and nothing unintended.
 */
export type ExpectedLedger = {
  credits: Map<string, { amountNano: bigint; acknowledged: boolean }>;
  holds: Map<string, HoldHistory>;
};

/** A hold and what was started with it. `costNano`: a settle was requested; `receipt`: it was acknowledged. */
export type HoldHistory = { hold: Hold; costNano?: bigint; receipt?: Receipt; releasing?: boolean };

/** An empty expected ledger. */
export function emptyLedger(): ExpectedLedger {
  return { credits: new Map(), holds: new Map() };
}

/** Records the messages of a load. @returns the holds of these messages, in their order */
export function recordMessages(expected: ExpectedLedger, messages: LoadMessage[]): HoldHistory[] {
  const met = new Set<HoldHistory>();
  const historyOf = (hold: Hold) => {
    const history = expected.holds.get(hold.id) ?? { hold };
    expected.holds.set(hold.id, history);
    met.add(history);
    return history;
  };
  for (const message of messages) {
    if ('entryId' in message) {
      expected.credits.set(message.entryId, {
        amountNano: message.amountNano,
        acknowledged: message.is === 'credited',
      });
    } else if ('hold' in message) {
      const history = historyOf(message.hold);
      if (message.is === 'settling') history.costNano = message.costNano;
      if (message.is === 'settled') history.receipt = message.receipt;
      if (message.is === 'releasing') history.releasing = true;
    }
  }
  return [...met];
}

/** The ledger contains every acknowledged credit and charge once with its amount, nothing else, and adds up. */
export async function expectRecorded(expected: ExpectedLedger): Promise<void> {
  const credits = await database().query<{ id: string; amount_nano: bigint }>(
    "select id, amount_nano from ledger_entry where kind = 'TOP_UP'",
  );
  const recorded = new Map(credits.map(({ id, amount_nano }) => [id, amount_nano]));
  expect([...recorded].filter(([id, nano]) => expected.credits.get(id)?.amountNano !== nano)).toEqual([]);
  expect([...expected.credits].filter(([id, { acknowledged }]) => acknowledged && !recorded.has(id))).toEqual([]);

  const charges = await database().query<{ hold_id: string; entry: bigint | null; charged: bigint; absorbed: bigint }>(
    `select coalesce(u.hold_id, substr(e.id, 8)) as hold_id, -e.amount_nano as entry, u.charged_nano as charged,
       u.absorbed_nano as absorbed
       from (select * from ledger_entry where kind = 'CHARGE') e full join usage_record u on e.id = 'charge:' || u.hold_id`,
  );
  const wrong = charges.filter(({ hold_id, entry, charged, absorbed }) => {
    const { costNano, receipt } = expected.holds.get(hold_id) ?? {};
    if ((entry ?? 0n) !== charged || charged + absorbed !== costNano) return true;
    return receipt !== undefined && (receipt.chargedNano !== charged || receipt.absorbedNano !== absorbed);
  });
  expect(wrong).toEqual([]);
  const charged = new Set(charges.map(({ hold_id }) => hold_id));
  expect(charged.size).toBe(charges.length);
  expect([...expected.holds.values()].filter(({ hold, receipt }) => receipt && !charged.has(hold.id))).toEqual([]);
  expect((await verifyLedger()).findings).toEqual([]);
}

/** No holds remain: the posted balance and the rest of the day's DIEM are available. */
export async function expectNothingHeld(): Promise<void> {
  const live = await database().query(
    "select id from ledger_hold where state = 'open' and expires_at > ledger_now() limit 3",
  );
  expect(live).toEqual([]);
  const accounts = await database().query<{ id: string; posted: bigint; diem: bigint }>(
    `select a.id, coalesce(b.posted_nano, 0) as posted, coalesce(s.staked_nano - coalesce((
         select d.spent_nano from ledger_spend d
           where d.subject_id = a.id and d.currency = 'DIEM' and d.day = ledger_day(ledger_now())
       ), 0), 0) as diem
       from account a left join ledger_balance b on b.account_id = a.id left join ledger_stake s on s.account_id = a.id`,
  );
  for (const { id, posted, diem } of accounts) {
    expect(await findBalance(id)).toMatchObject({ usdNano: posted, diemNano: diem });
  }
}
