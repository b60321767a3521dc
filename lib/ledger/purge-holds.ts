import { database } from '../platform/db';

/**
 * Gives back what requests of an earlier run had set aside. Called at the start, before anything is served: the
 * embedded database has one process, so nobody can still work on them. On PostgreSQL others may, and the holds end by
 * their time instead.
 * @returns how many were given back
 */
export async function voidOpenHolds(): Promise<number> {
  if (database().kind !== 'pglite') return 0;
  const rows = await database().query("delete from ledger_hold where state = 'open' returning id");
  return rows.length;
}

/**
 * Removes holds that were released or expired more than a day ago. They count for nothing; only their ids were kept,
 * so that a repeat of a released hold is recognised.
 */
export async function purgeEndedHolds(): Promise<void> {
  await database().query("delete from ledger_hold where expires_at < ledger_now() - interval '1 day'");
  // Every request leaves a removed row behind; PostgreSQL gives their space back by itself, the embedded one does not.
  if (database().kind === 'pglite') await database().query('vacuum ledger_hold');
}
