import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../../core/errors';
import { clock } from '../../../platform/clock';
import type { Queryable } from '../../../platform/database/types';
import { database, sqlState } from '../../../platform/db';
import type { Currency } from '../../types';
import { withoutSeqScan } from './without-seq-scan';

/** PostgreSQL's code of a canceled statement. */
const QUERY_CANCELED = '57014';
/** Requests per statement: few enough not to block others for long (some 50 ms), many enough to be efficient. */
const PAGE_ROWS = 5_000;

/** The sum of one key, one model, one UTC day, and one currency. */
export type RequestSum = {
  /** `YYYY-MM-DD`. */
  day: string;
  modelId: string;
  /** Null for a browser session. */
  keyId: string | null;
  currency: Currency;
  requests: number;
  /** How many of them were cut off because the upstream failed. */
  interrupted: number;
  inputTokens: number;
  outputTokens: number;
  chargedNano: bigint;
};

/** Microseconds since 1970 (the end is exclusive), and the deadline. */
export type SumStretch = { fromMicros: bigint; endMicros: bigint; untilMs: number };

/** Which kinds of lines count as input and output tokens. */
export type TokenKinds = { input: readonly string[]; output: readonly string[] };

/** Every row also has the end of its page; `day` is null if the page is empty. */
type Row = Omit<RequestSum, 'day' | 'chargedNano'> & {
  day: string | null;
  charged: string;
  lastMicros: bigint;
  lastRequestId: string;
  read: number;
};

/**
 * Adds up the paid requests of an account in chronological order, some thousand at a time: the embedded database runs
 * in this thread, and other requests must get their turn. Each page says up to which time everything is included.
 * @throws ApiError REQUEST_TIMEOUT if it does not finish in time
 */
export async function* sumRequests(
  accountId: string,
  { fromMicros, endMicros, untilMs }: SumStretch,
  kinds: TokenKinds,
  pageRows = PAGE_ROWS,
): AsyncGenerator<{ sums: RequestSum[]; throughMicros: bigint }> {
  let position = { micros: fromMicros, requestId: '' };
  for (;;) {
    const { micros, requestId } = position;
    const parameters = [accountId, String(micros), requestId, String(endMicros), pageRows, kinds.input, kinds.output];
    const rows = await readPage(parameters, untilMs);
    const sums = rows.flatMap(({ day, charged, lastMicros: _, lastRequestId: __, read: ___, ...row }) =>
      day === null ? [] : [{ ...row, day, chargedNano: BigInt(charged) }],
    );
    const [first] = rows;
    if (!first || first.read < pageRows) return yield { sums, throughMicros: endMicros };
    yield { sums, throughMicros: first.lastMicros };
    position = { micros: first.lastMicros, requestId: first.lastRequestId };
    await nextTurn();
  }
}

/**
 * Microseconds since 1970: the current time of the database, which also sets row times, and that of an account's first
 * paid request.
 */
export type RequestTimes = { nowMicros: bigint; firstMicros: bigint | null };

/**
 * The database's current time, and the time of an account's first request (null if it has none).
 * @throws ApiError REQUEST_TIMEOUT if it does not finish in time
 */
export async function readRequestTimes(accountId: string, untilMs: number): Promise<RequestTimes> {
  const [times] = await readInTime(untilMs, (tx) =>
    tx.query<RequestTimes>(TIMES, [accountId], { name: 'billing_request_times' }),
  );
  if (!times) throw new Error('The database returned no time.');
  return times;
}

function readPage(parameters: unknown[], untilMs: number): Promise<Row[]> {
  return readInTime(untilMs, (tx) => tx.query<Row>(SUMS, parameters, { name: 'billing_request_sums' }));
}

async function readInTime<T>(untilMs: number, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const leftMs = untilMs - clock.now();
  if (leftMs <= 0) throw timeout();
  const read = async (tx: Queryable) => {
    await withoutSeqScan(tx);
    return work(tx);
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

const TIMES = `
  select (extract(epoch from ledger_now()) * 1000000)::bigint as "nowMicros",
    (select (extract(epoch from created_at) * 1000000)::bigint from usage_record where account_id = $1::uuid
      order by created_at limit 1) as "firstMicros"`;

/** Grouped by the date itself: converting it to text takes as long as everything else. */
const DAY = `(u.created_at at time zone 'UTC')::date`;
const unitsOf = (n: number) =>
  `coalesce(sum((l.line ->> 'units')::double precision) filter (where l.line ->> 'kind' = any($${n}::text[])), 0)`;

/** Two bounds on `created_at`: the plain one uses the index, the pair decides within one microsecond. */
const SUMS = `
  with page as materialized (
    select created_at, request_id, model_id, key_id, currency, charged_nano, ending, lines
      from usage_record
      where account_id = $1::uuid
        and created_at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
        and (created_at, request_id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::text)
        and created_at < timestamptz 'epoch' + $4::bigint * interval '1 microsecond'
      order by created_at, request_id
      limit $5::int4
  ), sums as (
    select ${DAY} as day, u.model_id, u.key_id, u.currency, count(*)::int4 as requests,
        (count(*) filter (where u.ending = 'upstream_failed'))::int4 as interrupted,
        sum(t.input) as input, sum(t.output) as output, sum(u.charged_nano)::text as charged
      from page u cross join lateral (
        select ${unitsOf(6)} as input, ${unitsOf(7)} as output from jsonb_array_elements(u.lines) as l (line)
      ) as t
      group by ${DAY}, u.model_id, u.key_id, u.currency
  )
  select to_char(s.day, 'YYYY-MM-DD') as day, s.model_id as "modelId", s.key_id::text as "keyId", s.currency, s.requests,
      s.interrupted, s.input as "inputTokens", s.output as "outputTokens", s.charged,
      (extract(epoch from e.created_at) * 1000000)::bigint as "lastMicros", e.request_id as "lastRequestId",
      (select count(*) from page)::int4 as read
    from (select created_at, request_id from page order by created_at desc, request_id desc limit 1) as e
      left join sums s on true`;
