import { setTimeout as sleep } from 'node:timers/promises';
import { formatNanoUsd } from '../../core/money';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time';
import { findNotReady } from '../../platform/database/outage/failure';
import { log } from '../../platform/log';
import { settle } from '../settle';
import type { Charge, Receipt } from '../types';
import { trackInFlight } from './in-flight';
import { removePendingCharge, savePendingCharge } from './pending-charges';

/** How long to wait before a settle that failed is tried again while the caller waits. */
const PAUSES_MS = [100, 500];
/** Later tries come at growing distances, up to a minute. */
const FIRST_LATER_MS = SECOND_MS;
const MOST_LATER_MS = MINUTE_MS;
/** After this a charge is given up; its bill is in the log. */
const GIVE_UP_MS = 24 * HOUR_MS;

/**
 * Books a charge, with two more tries.
 * @throws what the last try threw; the hold then stands until its time
 */
export async function settleWithRetry(charge: Charge): Promise<Receipt> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await settle(charge);
    } catch (error) {
      logFailure(error, charge, 'a charge failed and is tried again');
      await sleep(pauseMs);
    }
  }
  return settle(charge);
}

/**
 * Books a charge for output that has left already, however long the database is away: it is kept on the disk and tried
 * again beside all other work until it is booked. Above its hold's time it takes what the balance then has.
 */
export function settleInBackground(charge: Charge): void {
  const { hold, record } = charge;
  const leave = trackInFlight({ requestId: record.requestId, accountId: hold.accountId });
  void keepTrying(charge).finally(leave);
}

/** Books a charge that an earlier run has left: at once where that can be, else as `settleInTheEnd` does. Never throws. */
export async function settlePending(charge: Charge): Promise<void> {
  try {
    await settleAndRemove(charge);
  } catch (error) {
    logFailure(error, charge, 'a charge of an earlier run is not booked yet');
    settleInBackground(charge);
  }
}

async function keepTrying(charge: Charge): Promise<void> {
  await savePendingCharge(charge);
  let waitedMs = 0;
  for (let pauseMs = FIRST_LATER_MS; waitedMs < GIVE_UP_MS; pauseMs = Math.min(2 * pauseMs, MOST_LATER_MS)) {
    await sleep(pauseMs, undefined, { ref: false });
    waitedMs += pauseMs;
    try {
      await settleAndRemove(charge);
      return;
    } catch (error) {
      logFailure(error, charge, 'a charge of what was delivered is not booked yet');
    }
  }
  const cost = charge.bill.costNano.toString();
  log.error(
    { ...namesOf(charge), accountId: charge.hold.accountId, costNano: cost },
    'a charge was given up; its file stays for the next start',
  );
}

/** Books a charge that is kept on the disk, and tells what the line of its request could not tell yet. */
async function settleAndRemove(charge: Charge): Promise<void> {
  const { currency, chargedNano } = await settle(charge);
  await removePendingCharge(charge);
  const { accountId, keyId } = charge.hold;
  const fields = { ...namesOf(charge), accountId, keyId, currency, cost: formatNanoUsd(chargedNano) };
  log.info(fields, 'a charge that had failed was booked');
}

/** The outage itself is in the log once; a line per request would only fill the disk. */
function logFailure(error: unknown, charge: Charge, message: string): void {
  log[findNotReady(error) ? 'debug' : 'warn']({ err: error, ...namesOf(charge) }, message);
}

function namesOf({ hold, record }: Charge): { holdId: string; requestId: string } {
  return { holdId: hold.id, requestId: record.requestId };
}
