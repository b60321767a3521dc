import { database } from '../../../platform/db';

/** How many days are returned: today and the six before, like `sevenDays` of `find-key-spend.ts`. */
const SPEND_DAYS = 7;

/** What a key was charged on each of the days, nano units ≥ 0, the oldest first; never added to one another. */
type DailySpend = { usdNano: bigint[]; diemNano: bigint[] };

/** The UTC days, `YYYY-MM-DD`, and an entry for every requested key. */
export type DailyKeySpend = { days: string[]; keys: Map<string, DailySpend> };

/** One row without a key if nothing was spent, for its days. */
type Row = { today: string; key_id: string | null; currency: string; days_ago: number; nano: bigint };

/**
 * What keys were charged on each of the last seven UTC days, by the day in which each hold was opened: posted charges,
 * without live holds. One statement for all of them, using the primary key.
 * @param keyIds UUIDs in lowercase
 */
export async function findDailyKeySpend(keyIds: string[]): Promise<DailyKeySpend> {
  const rows = await database().query<Row>(SPEND, [keyIds, SPEND_DAYS], { name: 'ledger_daily_key_spend' });
  const keys = new Map(keyIds.map((keyId) => [keyId, { usdNano: noDays(), diemNano: noDays() }]));
  for (const { key_id, currency, days_ago, nano } of rows) {
    const spend = key_id === null ? undefined : keys.get(key_id);
    if (spend) spend[currency === 'DIEM' ? 'diemNano' : 'usdNano'][SPEND_DAYS - 1 - days_ago] = nano;
  }
  return { days: daysTo(rows[0]?.today ?? ''), keys };
}

const noDays = () => Array.from({ length: SPEND_DAYS }, () => 0n);

function daysTo(today: string): string[] {
  return Array.from({ length: SPEND_DAYS }, (_, index) => {
    const day = new Date(`${today}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - (SPEND_DAYS - 1 - index));
    return day.toISOString().slice(0, 10);
  });
}

/** Materialized: the day is read once, however many rows there are. */
const SPEND = `
  with t as materialized (select ledger_day(ledger_now()) as today)
  select to_char(t.today, 'YYYY-MM-DD') as today, s.subject_id::text as key_id, s.currency,
         (t.today - s.day)::int4 as days_ago, s.spent_nano as nano
    from t left join ledger_spend s
      on s.subject_id = any($1::uuid[]) and s.currency in ('USD', 'DIEM')
         and s.day > t.today - $2::int4 and s.day <= t.today`;
