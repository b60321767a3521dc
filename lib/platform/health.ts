import { findNotReady, notReady } from './database/outage/failure';
import { database } from './db';

/** The process answers: it is alive. */
export function checkLive(): { status: 'live' } {
  return { status: 'live' };
}

/**
 * Whether requests can be served: the database answers.
 * @throws ApiError NOT_READY (503) where it does not
 */
export async function checkReady(): Promise<{ status: 'ready' }> {
  try {
    // Of the lane that paid requests need: a report that keeps the other one busy makes nobody unready.
    await database().money.query('select 1');
  } catch (cause) {
    throw findNotReady(cause) ?? notReady(cause);
  }
  return { status: 'ready' };
}
