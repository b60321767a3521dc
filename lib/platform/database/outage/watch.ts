import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../clock';
import { log } from '../../log';
import { notReady, outageOf } from './failure';

/** After so long without a failure an outage counts as over: failures and answers in turn are one outage. */
const CALM_MS = 5_000;
/** Overload is an outage once it has gone on for so long; before, it may be one report too many. */
const PERSISTING_MS = 5_000;
/** Overload that comes again within this time is the same: whoever waits for a connection fails after 5 s. */
const RECURRING_MS = 15_000;
/** How often a server that hangs is asked whether it lives again. */
const ASK_EVERY_MS = 250;

/** Follows what a database's statements come to. */
export type OutageWatch = {
  /** Called before each statement. @throws ApiError NOT_READY at once while the server hangs: nobody else waits for it */
  admit(): void;
  succeeded(): void;
  /**
   * @param statement names one that may take too long without anything being wrong with the database
   * @returns what is to be thrown instead: NOT_READY where the database is at fault, else the error itself
   */
  failed(error: unknown, statement?: string): unknown;
  /** What fails from here on is no outage. */
  end(): void;
};

/**
 * Tells the log once when the database goes and once when it is back, and keeps statements away from a server that
 * hangs: one statement waits in vain for its whole time, and hundreds would fill the memory. Where it refuses instead,
 * every statement tries for itself, for that costs nothing. A statement cut at its time limit, and overload that
 * passes, are no outage: they get lines of their own.
 * @param ask a statement that a living server answers at once
 */
export function watchOutages(ask: () => Promise<unknown>): OutageWatch {
  const overload = watchOverload();
  let outage: Trouble | null = null;
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
  const failed = (error: unknown, statement?: string) => {
    const kind = outageOf(error);
    if (kind === undefined) return error;
    if (outage === null && kind === 'slow' && statement !== undefined) {
      log.warn({ err: error, statement }, 'a statement took too long');
      return notReady(error);
    }
    const isOverload = kind === 'slow' || kind === 'overloaded';
    if (outage === null && isOverload && overload.passes(error)) return notReady(error);
    if (outage === null && !ended) log.error({ err: error, kind }, 'the database does not serve: requests get 503');
    outage = oneMore(outage ?? overload.end());
    reason = error;
    if (kind === 'away') hangs = false;
    if (kind === 'hanging') hangs = true;
    if (hangs && !asking) void askOn();
    return notReady(error);
  };
  const askOn = async () => {
    asking = true;
    while (hangs && !ended) {
      await ask().then(succeeded, (error: unknown) => failed(error));
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

/** Failures that belong together. */
type Trouble = { sinceMs: number; lastMs: number; failures: number };

function oneMore(trouble: Trouble | null): Trouble {
  const now = clock.now();
  return { sinceMs: trouble?.sinceMs ?? now, lastMs: now, failures: (trouble?.failures ?? 0) + 1 };
}

/** Follows overload that may yet pass. */
function watchOverload() {
  let trouble: Trouble | null = null;
  /** What there is of it, which is forgotten thereby; null where the last failure is long past. */
  const end = (): Trouble | null => {
    const recent = trouble !== null && clock.now() - trouble.lastMs < RECURRING_MS ? trouble : null;
    trouble = null;
    return recent;
  };
  return {
    end,
    /** Counts one failure, unless overload has gone on for so long that it is an outage. */
    passes: (error: unknown): boolean => {
      trouble = end();
      if (trouble !== null && clock.now() - trouble.sinceMs >= PERSISTING_MS) return false;
      if (trouble === null) log.warn({ err: error }, 'the database is overloaded: a request gets 503');
      trouble = oneMore(trouble);
      return true;
    },
  };
}
