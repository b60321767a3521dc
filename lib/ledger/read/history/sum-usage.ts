import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../../core/errors';
import { DAY_MS } from '../../../core/time';
import { clock } from '../../../platform/clock';
import type { Queryable } from '../../../platform/database/types';
import { database, sqlState } from '../../../platform/db';
import type { Currency } from '../../types';
import { withoutSeqScan } from './without-seq-scan';

/** PostgreSQL's code of a canceled statement. */
const QUERY_CANCELED = '57014';
/** Requests per statement: few enough not to block others for long (some 50 ms), many enough to be efficient. */
const PAGE_ROWS = 5_000;

/** What one key used of one kind of line of one model, on one day in one currency. */
export type UsageSum = {
  date: string;
  modelId: string;
  modelType: string;
  /** null for a browser session. */
  keyId: string | null;
  currency: Currency;
  kind: string;
  chargedNano: bigint;
  units: number;
};

/** Whole UTC days from a start (milliseconds since 1970), and the deadline. */
export type UsageRange = { startMs: number; days: number; untilMs: number };

/** The last request that was added up: microseconds since 1970, and its ID. */
type Position = { micros: bigint; requestId: string };

/** Every row also has the end of its page. `kind` is null if the page has no lines; `charged` is decimal text. */
type Row = Omit<UsageSum, 'chargedNano' | 'kind'> & {
  kind: string | null;
  charged: string;
  lastMicros: bigint;
  lastRequestId: string;
  requests: number;
};

/**
 * Adds up the usage of an account within a range, some thousand requests at a time: the embedded database runs in this
 * thread, and other requests must get their turn. Sums are exact, days are UTC; ordered by day.
 * @param pageRows requests per statement
 * @throws ApiError REQUEST_TIMEOUT if it does not finish in time
 */
export async function sumUsage(accountId: string, range: UsageRange, pageRows = PAGE_ROWS): Promise<UsageSum[]> {
  const sums = new Map<string, UsageSum>();
  const endMicros = microsOf(range.startMs + range.days * DAY_MS);
  let position: Position | null = { micros: microsOf(range.startMs), requestId: '' };
  while (position !== null) {
    const rows: Row[] = await readPage(
      [accountId, position.micros, position.requestId, endMicros, pageRows],
      range.untilMs,
    );
    for (const row of rows) addTo(sums, row);
    const [first] = rows;
    position =
      first && first.requests === pageRows ? { micros: first.lastMicros, requestId: first.lastRequestId } : null;
    await nextTurn();
  }
  return [...sums.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const microsOf = (atMs: number) => BigInt(atMs) * 1_000n;

function addTo(sums: Map<string, UsageSum>, { kind, charged, ...row }: Row): void {
  if (kind === null) return;
  const { date, modelId, modelType, keyId, currency, units } = row;
  const name = JSON.stringify([date, modelId, modelType, keyId, currency, kind]);
  const sum = sums.get(name) ?? { date, modelId, modelType, keyId, currency, kind, chargedNano: 0n, units: 0 };
  sum.chargedNano += BigInt(charged);
  sum.units += units;
  sums.set(name, sum);
}

async function readPage(parameters: (string | bigint | number)[], untilMs: number): Promise<Row[]> {
  const leftMs = untilMs - clock.now();
  if (leftMs <= 0) throw timeout();
  const read = async (tx: Queryable) => {
    await withoutSeqScan(tx);
    return tx.query<Row>(SUMS, parameters.map(String), { name: 'billing_usage_analytics' });
  };
  try {
    return await database().transaction(read, { timeoutMs: leftMs });
  } catch (cause) {
    throw sqlState(cause) === QUERY_CANCELED ? timeout(cause) : cause;
  }
}

function timeout(cause?: unknown): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The usage could not be added up in time.', { cause });
}

/**
 * The uncharged part of a line. The absorbed part of a request is deducted from its largest line first, then from the
 * next, as in the history. Computed only if something was absorbed, which is rare.
 */
const ABSORBED = `
  case when u.absorbed_nano = 0 then 0::bigint
    else greatest(0, least((o.line ->> 'costNano')::bigint, u.absorbed_nano - (
      select coalesce(sum((p.line ->> 'costNano')::bigint), 0)::bigint
        from jsonb_array_elements(u.lines) with ordinality as p (line, n)
        where ((p.line ->> 'costNano')::bigint, -p.n) > ((o.line ->> 'costNano')::bigint, -o.n))))
  end`;

/** Grouped by the date itself: converting it to text takes as long as everything else. */
const DAY = `(u.created_at at time zone 'UTC')::date`;

/** Two bounds on `created_at`: the plain one uses the index, the pair decides within one microsecond. */
const SUMS = `
  with page as materialized (
    select created_at, request_id, model_id, model_type, key_id, currency, absorbed_nano, lines
      from usage_record
      where account_id = $1::uuid
        and created_at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
        and (created_at, request_id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::text)
        and created_at < timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
      order by created_at, request_id
      limit $5::int4
  ), sums as (
    select ${DAY} as day, u.model_id, u.model_type, u.key_id, u.currency, o.line ->> 'kind' as kind,
        sum((o.line ->> 'costNano')::bigint - ${ABSORBED})::text as charged,
        sum((o.line ->> 'units')::double precision) as units
      from page u cross join lateral jsonb_array_elements(u.lines) with ordinality as o (line, n)
      group by ${DAY}, u.model_id, u.model_type, u.key_id, u.currency, o.line ->> 'kind'
  )
  select to_char(s.day, 'YYYY-MM-DD') as date, s.model_id as "modelId", s.model_type as "modelType",
      s.key_id::text as "keyId", s.currency, s.kind, s.charged, s.units,
      (extract(epoch from l.created_at) * 1000000)::bigint as "lastMicros", l.request_id as "lastRequestId",
      (select count(*) from page)::int4 as requests
    from (select created_at, request_id from page order by created_at desc, request_id desc limit 1) as l
      left join sums s on true`;
