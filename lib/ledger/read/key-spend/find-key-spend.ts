import { database } from '../../../platform/db';

/** Amounts in both currencies, nano units, ≥ 0; never added to one another. */
type Spend = { usdNano: bigint; diemNano: bigint };

/** What a key was charged, by the UTC day in which each hold was opened. `sevenDays` is today and the six before. */
export type KeySpend = { today: Spend; month: Spend; lifetime: Spend; sevenDays: Spend };

type Row = { key_id: string; currency: string } & { [window in keyof KeySpend]: bigint };

/**
 * What keys were charged so far: posted charges, without live holds. One statement for all of them.
 * @param keyIds UUIDs in lowercase
 * @returns an entry for every ID; zeros for a key that never spent
 */
export async function findKeySpend(keyIds: string[]): Promise<Map<string, KeySpend>> {
  const found = new Map(keyIds.map((keyId) => [keyId, noSpend()]));
  if (keyIds.length === 0) return found;
  for (const row of await database().query<Row>(SPEND, [keyIds], { name: 'ledger_key_spend' })) {
    const spend = found.get(row.key_id);
    const member = row.currency === 'DIEM' ? 'diemNano' : 'usdNano';
    if (spend) for (const window of WINDOWS) spend[window][member] = row[window];
  }
  return found;
}

const WINDOWS = ['today', 'month', 'lifetime', 'sevenDays'] as const satisfies (keyof KeySpend)[];

function noSpend(): KeySpend {
  const none = (): Spend => ({ usdNano: 0n, diemNano: 0n });
  return { today: none(), month: none(), lifetime: none(), sevenDays: none() };
}

/**
 * Materialized: the day is read once, however many rows there are. The windows begin at the same time as for admission.
 */
const SPEND = `
  with t as materialized (select ledger_day(ledger_now()) as today)
  select s.subject_id as key_id, s.currency,
         coalesce(sum(s.spent_nano) filter (where s.day >= (ledger_window('EPOCH', t.today)).p_from), 0)::bigint as today,
         coalesce(sum(s.spent_nano) filter (where s.day >= (ledger_window('MONTH', t.today)).p_from), 0)::bigint as month,
         sum(s.spent_nano)::bigint as lifetime,
         coalesce(sum(s.spent_nano) filter (where s.day > t.today - 7), 0)::bigint as "sevenDays"
    from ledger_spend s cross join t
   where s.subject_id = any($1::uuid[])
   group by s.subject_id, s.currency`;
