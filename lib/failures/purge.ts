import { DAY_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database } from '../platform/db';

/** How long a failed request is kept. */
const KEPT_MS = 90 * DAY_MS;
/** Rows per statement. */
const BATCH_SIZE = 1_000;

/**
 * Removes failed requests of more than 90 days ago. Several processes may do so at once.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function purgeFailedRequests(): Promise<void> {
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) {
    const rows = await database().query(PURGE, [firstIdOf(clock.now() - KEPT_MS), BATCH_SIZE], {
      name: 'failures.purge',
    });
    removed = rows.length;
  }
}

/** The lowest UUID of version 7 of a time: IDs are ordered by time, and they are indexed. */
function firstIdOf(atMs: number): string {
  const hex = atMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const PURGE = `
  delete from failed_request where id = any (array(
      select id from failed_request where id < $1::uuid order by id limit $2::int4 for update skip locked
    ))
    returning 1 as removed`;
