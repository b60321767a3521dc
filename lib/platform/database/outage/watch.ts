import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../clock';
import { log } from '../../log';
import { notReady, outageOf } from './failure';

/** After so long without a failure an outage counts as over: failures and answers in turn are one outage. */
const CALM_MS = 5_000;
/** How often a server that hangs is asked whether it lives again. */
const ASK_EVERY_MS = 250;

/** Follows what a database's statements come to. */
export type OutageWatch = {
  /** Called before each statement. @throws ApiError NOT_READY at once while the server hangs: nobody else waits for it */
  admit(): void;
  succeeded(): void;
  /** @returns what is to be thrown instead: NOT_READY where the database is at fault, else the error itself */
  failed(error: unknown): unknown;
  /** What fails from here on is no outage. */
  end(): void;
};

/**
 * Tells the log once when the database goes and once when it is back, and keeps statements away from a server that
 * hangs: one statement waits in vain for its whole time, and hundreds would fill the memory. Where it refuses instead,
 * every statement tries for itself, for that costs nothing.
 * @param ask a statement that a living server answers at once
 */
export function watchOutages(ask: () => Promise<unknown>): OutageWatch {
  let outage: { sinceMs: number; lastMs: number; failures: number } | null = null;
  let reason: unknown;
  let hangs = false;
  let asking = false;
  let ended = false;

  const succeeded = () => {
    hangs = false;
    const now = clock.now();
    if (outage === null || now - outage.lastMs < CALM_MS) return;
    log.warn({ seconds: (now - outage.sinceMs) / 1000, failures: outage.failures }, 'the database serves again');
    outage = null;
  };
  const failed = (error: unknown) => {
    const kind = outageOf(error);
    if (kind === undefined) return error;
    if (outage === null && !ended) log.error({ err: error, kind }, 'the database does not serve: requests get 503');
    const now = clock.now();
    outage = { sinceMs: outage?.sinceMs ?? now, lastMs: now, failures: (outage?.failures ?? 0) + 1 };
    reason = error;
    if (kind === 'away') hangs = false;
    if (kind === 'hanging') hangs = true;
    if (hangs && !asking) void askOn();
    return notReady(error);
  };
  const askOn = async () => {
    asking = true;
    while (hangs && !ended) {
      await ask().then(succeeded, failed);
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
    }
    asking = false;
  };
  return {
    admit: () => {
      if (hangs) throw notReady(reason);
    },
    succeeded,
    failed,
    end: () => {
      ended = true;
    },
  };
}
