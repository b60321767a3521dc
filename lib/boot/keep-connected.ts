import { SECOND_MS } from '../core/time';
import { activeConnected, announceChange, isReloadDue, onConnectedChange } from '../connected/active';
import { readRevision } from '../connected/stored';
import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import { reloadConnected } from './assemble';
import { every } from './every';

/** Changes by other processes are effective within two seconds. */
const POLL_MS = SECOND_MS;

/**
 * Keeps what owners connect effective in this process: at once if it was changed here; within two seconds if another
 * process that shares the database, or the admin command, did.
 * @returns a function that stops it
 */
export function keepConnected(): () => void {
  onConnectedChange(reloadConnected);
  return every(POLL_MS, followOthers, 'changes of the providers could not be followed');
}

async function followOthers(): Promise<void> {
  // Only this process uses the embedded database.
  if (database().kind === 'pglite' && !isReloadDue()) return;
  try {
    if ((await readRevision()) !== activeConnected().revision || isReloadDue()) await announceChange();
  } catch (error) {
    // An outage is reported by the database's own watch.
    if (!findNotReady(error)) throw error;
  }
}
