import { formatNanoUsd } from '../../core/money';
import { HOUR_MS } from '../../core/time';
import { database, type Queryable } from '../../platform/db';
import { type Check, CHECKS, SUMMARY } from './checks';

/** How many rows of one check are listed; all of them are counted. */
const NAMED_PER_CHECK = 100;
/** Sums over many millions of rows take longer than a request's statement ever should. */
const STATEMENT_MS = HOUR_MS;

/** A violation of an invariant. `none` stands for a missing row or amount. */
export type Finding = { check: string; subject: string; expected: string; actual: string };

/** The result of a verification. Amounts are exact decimal texts, e.g. `12.5`. */
export type Verification = {
  ok: boolean;
  /** At most a hundred per check; `total` counts all. */
  findings: Finding[];
  total: number;
  counts: { accounts: number; keys: number; entries: number; requests: number; liveHolds: number };
  sums: Record<'postedUsd' | 'chargedUsd' | 'absorbedUsd' | 'chargedDiem' | 'absorbedDiem', string>;
};

/**
 * Verifies the whole ledger in one snapshot, changing nothing: every balance, day, and key is the sum of its entries,
 * every request adds up and was charged once, holds do not exceed balances. Uses set-wise statements: the database does
 * the sums and returns no rows for a correct ledger. On the embedded database, other work has to wait.
 * @param within a transaction to read from, e.g. before its commit, with time for long statements; by default, a
 *   separate read-only one
 */
export async function verifyLedger(within?: Queryable): Promise<Verification> {
  if (within) return verify(within);
  const look = async (tx: Queryable) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    return verify(tx);
  };
  return database().transaction(look, { timeoutMs: STATEMENT_MS });
}

async function verify(tx: Queryable): Promise<Verification> {
  const found: { findings: Finding[]; total: number }[] = [];
  for (const check of CHECKS) found.push(await run(tx, check));
  const total = found.reduce((sum, one) => sum + one.total, 0);
  return { ok: total === 0, findings: found.flatMap(({ findings }) => findings), total, ...(await summarize(tx)) };
}

type Row = { subject: string; currency: string | null; expected: string | null; actual: string | null; total: bigint };

async function run(tx: Queryable, { name, sql }: Check): Promise<{ findings: Finding[]; total: number }> {
  const rows = await tx.query<Row>(
    `select found.*, count(*) over () as total from (${sql}) found order by subject limit ${NAMED_PER_CHECK}`,
  );
  return {
    findings: rows.map((row) => ({
      check: name,
      subject: row.subject,
      expected: format(row.expected, row.currency),
      actual: format(row.actual, row.currency),
    })),
    total: Number(rows[0]?.total ?? 0),
  };
}

function format(text: string | null, currency: string | null): string {
  if (text === null) return 'none';
  return currency === null ? text : `${formatNanoUsd(BigInt(text))} ${currency}`;
}

type SummaryRow = Record<'accounts' | 'keys' | 'entries' | 'requests' | 'live_holds', bigint> &
  Record<'posted_usd' | 'charged_usd' | 'absorbed_usd' | 'charged_diem' | 'absorbed_diem', string>;

async function summarize(tx: Queryable): Promise<Pick<Verification, 'counts' | 'sums'>> {
  const [row] = await tx.query<SummaryRow>(SUMMARY);
  if (!row) throw new Error('The database answered a count with nothing.');
  const decimal = (nano: string) => formatNanoUsd(BigInt(nano));
  return {
    counts: {
      accounts: Number(row.accounts),
      keys: Number(row.keys),
      entries: Number(row.entries),
      requests: Number(row.requests),
      liveHolds: Number(row.live_holds),
    },
    sums: {
      postedUsd: decimal(row.posted_usd),
      chargedUsd: decimal(row.charged_usd),
      absorbedUsd: decimal(row.absorbed_usd),
      chargedDiem: decimal(row.charged_diem),
      absorbedDiem: decimal(row.absorbed_diem),
    },
  };
}
