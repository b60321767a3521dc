import { formatNanoUsd } from '../core/money';
import { database } from '../platform/db';
import { log } from '../platform/log';
import { countUnsettled } from '../platform/metrics/metrics';

type Unsettled = { requests: bigint; usd: bigint; diem: bigint };

const SUMS = `count(*) as requests,
  coalesce(sum(held_nano) filter (where currency = 'USD'), 0)::bigint as usd,
  coalesce(sum(held_nano) filter (where currency = 'DIEM'), 0)::bigint as diem`;

/**
 * Releases the holds of requests of an earlier run. Called at startup, before requests are served: only one process
 * uses the embedded database, so nothing can still need them. On PostgreSQL other processes may, so the holds expire
 * instead. Each belongs to a request whose charge was lost with the process: they are counted and logged.
 * Holds of the last second before a crash may be lost and are then missing.
 * @returns how many were released
 */
export async function voidOpenHolds(): Promise<number> {
  if (database().kind !== 'pglite') return reportExpired();
  const [row] = await database().query<Unsettled>(
    `with ended as (delete from ledger_hold where state = 'open' returning held_nano, currency) select ${SUMS} from ended`,
  );
  return report(row);
}

/**
 * Removes holds that were released or expired more than a day ago. They had no effect; only their IDs were kept to
 * recognize a repeat of a released hold. One that expired while open was never settled: its process had exited.
 */
export async function purgeEndedHolds(): Promise<void> {
  const [row] = await database().query<Unsettled>(
    `with ended as (
       delete from ledger_hold where expires_at < ledger_now() - interval '1 day' returning state, held_nano, currency
     ) select ${SUMS} from ended where state = 'open'`,
  );
  report(row);
  // Every request leaves a deleted row behind; PostgreSQL reclaims their space automatically, the embedded database
  // does not.
  if (database().kind === 'pglite') await database().query('vacuum ledger_hold');
}

/** On PostgreSQL: expired holds. They are counted when they are purged, and logged at each start until then. */
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
    'requests were in flight when a process ended: their output was not charged; at most the held amounts',
  );
}
