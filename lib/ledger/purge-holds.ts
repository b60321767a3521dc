import { formatNanoUsd } from '../core/money';
import { database } from '../platform/db';
import { log } from '../platform/log';
import { countUnsettled } from '../platform/metrics/metrics';

type Unsettled = { requests: bigint; usd: bigint; diem: bigint };

const SUMS = `count(*) as requests,
  coalesce(sum(held_nano) filter (where currency = 'USD'), 0)::bigint as usd,
  coalesce(sum(held_nano) filter (where currency = 'DIEM'), 0)::bigint as diem`;

/**
 * Gives back what requests of an earlier run had set aside. Called at the start, before anything is served: the
 * embedded database has one process, so nobody can still work on them. On PostgreSQL others may, and the holds end by
 * their time instead. Each was a request whose charge was lost with the process: they are counted and logged.
 * Holds of the last second before a crash may be lost themselves, and are missing then.
 * @returns how many were given back
 */
export async function voidOpenHolds(): Promise<number> {
  if (database().kind !== 'pglite') return reportExpired();
  const [row] = await database().query<Unsettled>(
    `with ended as (delete from ledger_hold where state = 'open' returning held_nano, currency) select ${SUMS} from ended`,
  );
  return report(row);
}

/**
 * Removes holds that were released or expired more than a day ago. They count for nothing; only their ids were kept,
 * so that a repeat of a released hold is recognised. One that expired while it was open was never settled: its process had
 * ended.
 */
export async function purgeEndedHolds(): Promise<void> {
  const [row] = await database().query<Unsettled>(
    `with ended as (
       delete from ledger_hold where expires_at < ledger_now() - interval '1 day' returning state, held_nano, currency
     ) select ${SUMS} from ended where state = 'open'`,
  );
  report(row);
  // Every request leaves a removed row behind; PostgreSQL gives their space back by itself, the embedded one does not.
  if (database().kind === 'pglite') await database().query('vacuum ledger_hold');
}

/** On PostgreSQL: those whose time is over. They are counted when they are purged, and logged at each start until then. */
async function reportExpired(): Promise<number> {
  const [row] = await database().query<Unsettled>(
    `select ${SUMS} from ledger_hold where state = 'open' and expires_at < ledger_now()`,
  );
  if (row !== undefined && row.requests > 0n) warn(row);
  return 0;
}

function report(row: Unsettled | undefined): number {
  const requests = Number(row?.requests ?? 0n);
  if (row === undefined || requests === 0) return 0;
  countUnsettled(requests);
  warn(row);
  return requests;
}

function warn({ requests, usd, diem }: Unsettled): void {
  log.warn(
    { requests: Number(requests), heldUsd: formatNanoUsd(usd), heldDiem: formatNanoUsd(diem) },
    'requests were under way when a process ended: whatever they had delivered was not charged; at most what was held',
  );
}
