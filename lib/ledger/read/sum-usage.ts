import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../core/errors';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/time';
import type { Currency } from '../types';
import { database, sqlState } from '../../platform/db';

/** PostgreSQL's code of a statement that ran out of time. */
const QUERY_CANCELED = '57014';
/** Days of one statement: few enough that nobody waits long for it, many enough that a range takes few. */
const DAYS_AT_ONCE = 3;
/** A statement over a busy account's days may take this long. */
const STATEMENT_MS = MINUTE_MS;

/** What one key used of one kind of line of one model, on one day in one currency. */
export type UsageSum = {
  date: string;
  modelId: string;
  modelType: string;
  /** null for the web app. */
  keyId: string | null;
  currency: Currency;
  kind: string;
  chargedNano: bigint;
  units: number;
};

/** An amount comes as decimal text: the sum of bigints is a numeric. */
type Row = Omit<UsageSum, 'chargedNano'> & { charged: string };

/**
 * Adds up the usage of an account within a range, some days at a time: the embedded database computes in this very
 * thread, and other requests must get their turn. Sums are exact; days are UTC. One day may come in several sums.
 * @throws ApiError REQUEST_TIMEOUT where the database gave up
 */
export async function sumUsage(accountId: string, range: { startMs: number; days: number }): Promise<UsageSum[]> {
  const sums: UsageSum[] = [];
  for (let done = 0; done < range.days; done += DAYS_AT_ONCE) {
    const days = Math.min(DAYS_AT_ONCE, range.days - done);
    const rows = await readSlice(accountId, range.startMs + done * DAY_MS, days);
    for (const { charged, ...row } of rows) sums.push({ ...row, chargedNano: BigInt(charged) });
    await nextTurn();
  }
  return sums;
}

async function readSlice(accountId: string, startMs: number, days: number): Promise<Row[]> {
  const bounds = [startMs, startMs + days * DAY_MS].map((atMs) => atMs / SECOND_MS);
  try {
    return await database().transaction(
      (tx) => tx.query<Row>(SUMS, [accountId, ...bounds], { name: 'billing_usage_analytics' }),
      { timeoutMs: STATEMENT_MS },
    );
  } catch (cause) {
    if (sqlState(cause) !== QUERY_CANCELED) throw cause;
    throw new ApiError('REQUEST_TIMEOUT', 'The usage could not be added up in time.', { cause });
  }
}

/**
 * What of a line was not charged. The absorbed part of a request is taken off its largest line first, then off the next,
 * as in the history. Looked into only where something was absorbed, which is hardly ever.
 */
const ABSORBED = `
  case when u.absorbed_nano = 0 then 0::bigint
    else greatest(0, least((o.line ->> 'costNano')::bigint, u.absorbed_nano - (
      select coalesce(sum((p.line ->> 'costNano')::bigint), 0)::bigint
        from jsonb_array_elements(u.lines) with ordinality as p (line, n)
        where ((p.line ->> 'costNano')::bigint, -p.n) > ((o.line ->> 'costNano')::bigint, -o.n))))
  end`;

/** Grouped by the date itself: its text takes as long to make as all the rest. */
const DAY = `(u.created_at at time zone 'UTC')::date`;

const SUMS = `
  select to_char(${DAY}, 'YYYY-MM-DD') as date, u.model_id as "modelId", u.model_type as "modelType",
      u.key_id::text as "keyId", u.currency, o.line ->> 'kind' as kind,
      sum((o.line ->> 'costNano')::bigint - ${ABSORBED})::text as charged,
      sum((o.line ->> 'units')::double precision) as units
    from usage_record u cross join lateral jsonb_array_elements(u.lines) with ordinality as o (line, n)
    where u.account_id = $1 and u.created_at >= to_timestamp($2::double precision)
      and u.created_at < to_timestamp($3::double precision)
    group by ${DAY}, u.model_id, u.model_type, u.key_id, u.currency, o.line ->> 'kind'
    order by ${DAY}`;
