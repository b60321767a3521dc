import { setTimeout as sleep } from 'node:timers/promises';
import { formatNanoUsd } from '../../core/money';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time';
import { findNotReady } from '../../platform/database/failure';
import { log } from '../../platform/log';
import { settle } from '../settle';
import type { Charge, Receipt } from '../types';
import { trackInFlight } from './in-flight';
import { removePendingCharge, savePendingCharge } from './pending-charges';

/** Delays before a failed settle is retried while the caller waits. */
const PAUSES_MS = [100, 500];
/** Later retries use exponential backoff, up to a minute. */
const FIRST_LATER_MS = SECOND_MS;
const MOST_LATER_MS = MINUTE_MS;
/** After this time a charge is given up; its cost is in the log. */
const GIVE_UP_MS = 24 * HOUR_MS;

/**
 * Settles a charge, with two retries.
 * @throws what the last attempt threw; the hold then stays open until it expires
 */
export async function settleWithRetry(charge: Charge): Promise<Receipt> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await settle(charge);
    } catch (error) {
      logFailure(error, charge, 'a charge failed and is retried');
      await sleep(pauseMs);
    }
  }
  return settle(charge);
}

/**
 * Settles a charge for output that was already sent, however long the database is unavailable: it is saved to disk and
 * retried in the background until it is settled. After its hold has expired, it takes what the balance then has. Resolves
 * once it is on disk: only then may an answer announce it. If it cannot be saved, it is retried from
 * memory. Never throws.
 */
export async function settleInBackground(charge: Charge): Promise<void> {
  const { hold, record } = charge;
  const leave = trackInFlight({ requestId: record.requestId, accountId: hold.accountId });
  await savePendingCharge(charge);
  void keepTrying(charge).finally(leave);
}

/** Settles a pending charge of an earlier run: at once if possible, else as `settleInBackground` does. Never throws. */
export async function settlePending(charge: Charge): Promise<void> {
  try {
    await settleAndRemove(charge);
  } catch (error) {
    logFailure(error, charge, 'a charge of an earlier run is not settled yet');
    await settleInBackground(charge);
  }
}

async function keepTrying(charge: Charge): Promise<void> {
  let waitedMs = 0;
  for (let pauseMs = FIRST_LATER_MS; waitedMs < GIVE_UP_MS; pauseMs = Math.min(2 * pauseMs, MOST_LATER_MS)) {
    await sleep(pauseMs, undefined, { ref: false });
    waitedMs += pauseMs;
    try {
      await settleAndRemove(charge);
      return;
    } catch (error) {
      logFailure(error, charge, 'a charge for delivered output is not settled yet');
    }
  }
  const cost = charge.bill.costNano.toString();
  log.error(
    { ...namesOf(charge), accountId: charge.hold.accountId, costNano: cost },
    'a charge was given up; its file is kept for the next start',
  );
}

/** Settles a charge that is saved on disk, and logs what the log line of its request could not contain yet. */
async function settleAndRemove(charge: Charge): Promise<void> {
  const { currency, chargedNano } = await settle(charge);
  await removePendingCharge(charge);
  const { accountId, keyId } = charge.hold;
  const fields = { ...namesOf(charge), accountId, keyId, currency, cost: formatNanoUsd(chargedNano) };
  log.info(fields, 'a pending charge was settled');
}

/** The outage itself is logged once; a line per request would only fill the disk. */
function logFailure(error: unknown, charge: Charge, message: string): void {
  log[findNotReady(error) ? 'debug' : 'warn']({ err: error, ...namesOf(charge) }, message);
}

function namesOf({ hold, record }: Charge): { holdId: string; requestId: string } {
  return { holdId: hold.id, requestId: record.requestId };
}
