import { findNotReady, notReady } from '../database/outage/failure';
import { database } from '../db';
import { isStopping, stoppingRefusal } from './stopping';

/** The process answers: it is alive, also while it stops. */
export function checkLive(): { status: 'live' } {
  return { status: 'live' };
}

/**
 * Whether requests can be served: the database answers, and no stop has begun.
 * @throws ApiError NOT_READY (503) where they cannot
 */
export async function checkReady(): Promise<{ status: 'ready' }> {
  if (isStopping()) throw stoppingRefusal();
  try {
    // Of the lane that paid requests need: a report that keeps the other one busy makes nobody unready.
    await database().money.query('select 1');
  } catch (cause) {
    throw findNotReady(cause) ?? notReady(cause);
  }
  return { status: 'ready' };
}
