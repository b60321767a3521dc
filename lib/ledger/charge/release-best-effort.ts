import { SECOND_MS } from '../../core/time';
import { findNotReady } from '../../platform/database/failure';
import { log } from '../../platform/log';
import { release } from '../release';
import type { Hold } from '../types';

/** A statement whose connection failed is carried out within this time, or never. */
const RELEASE_DELAY_MS = 15 * SECOND_MS;
/** Attempts to release a hold while the database is unavailable: in total longer than most holds live. */
const RELEASE_TRIES = 40;

/**
 * Releases a hold. Retried while the database is unavailable; otherwise the hold expires on its own. Never throws: the
 * caller must get the original error, not this one.
 */
export async function releaseBestEffort({ id }: Pick<Hold, 'id'>, tries = RELEASE_TRIES): Promise<void> {
  try {
    await release({ holdId: id });
  } catch (error) {
    if (findNotReady(error) && tries > 1) scheduleRelease(id, tries - 1);
    else log.warn({ err: error, holdId: id }, 'a hold could not be released and will expire');
  }
}

/**
 * Releases a hold once the database has had time to carry out any pending statement. Keeps nothing of the request in memory
 * except the id.
 */
export function scheduleRelease(id: string, tries = RELEASE_TRIES): void {
  setTimeout(() => void releaseBestEffort({ id }, tries), RELEASE_DELAY_MS).unref();
}
