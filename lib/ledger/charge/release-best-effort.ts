import { SECOND_MS } from '../../core/time';
import { findNotReady } from '../../platform/database/outage/failure';
import { log } from '../../platform/log';
import { release } from '../release';
import type { Hold } from '../types';

/** A statement that was cut off is carried out within this, or never. */
const RELEASE_DELAY_MS = 15 * SECOND_MS;
/** Tries to give a hold back while the database is away: together longer than most holds live. */
const RELEASE_TRIES = 40;

/**
 * Gives a hold back. While the database is away that is tried again, else the hold ends by its time: the caller must hear
 * of the first failure, not of this one.
 */
export async function releaseBestEffort({ id }: Pick<Hold, 'id'>, tries = RELEASE_TRIES): Promise<void> {
  try {
    await release({ holdId: id });
  } catch (error) {
    if (findNotReady(error) && tries > 1) scheduleRelease(id, tries - 1);
    else log.warn({ err: error, holdId: id }, 'a hold could not be given back and ends by its time');
  }
}

/**
 * Gives a hold back when the database had time to carry out what it was told. Keeps nothing of the request alive but the
 * id.
 */
export function scheduleRelease(id: string, tries = RELEASE_TRIES): void {
  setTimeout(() => void releaseBestEffort({ id }, tries), RELEASE_DELAY_MS).unref();
}
