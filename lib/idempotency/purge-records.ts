import { database } from '../platform/db';
import { RECORD_LIFE } from './sql';

/** Rows per statement: each may have an answer of 2 MB, and a statement must end within its timeout. */
const BATCH_SIZE = 500;

/** Removes expired records, older than 24 hours. Several processes may do so at once. */
export async function purgeRecords(): Promise<void> {
  let purged = 0;
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) {
    const rows = await database().query(PURGE, [BATCH_SIZE], { name: 'idempotency_purge' });
    removed = rows.length;
    purged += removed;
  }
  // PostgreSQL reclaims the space of removed rows by itself, the embedded database does not.
  if (purged > 0 && database().kind === 'pglite') await database().query('vacuum idempotency_claim');
}

/** Checks the age twice: a row may be taken over between being found and being removed. */
const PURGE = `
  delete from idempotency_claim c
    where c.claimed_at < now() - ${RECORD_LIFE} and c.ctid = any (array(
      select o.ctid from idempotency_claim o where o.claimed_at < now() - ${RECORD_LIFE}
        order by o.claimed_at limit $1 for update skip locked
    ))
    returning 1 as removed`;
