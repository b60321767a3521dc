import { ApiError } from '../core/errors';
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
    await database().query('select 1');
  } catch (cause) {
    throw new ApiError('NOT_READY', 'The database does not answer.', { cause });
  }
  return { status: 'ready' };
}
