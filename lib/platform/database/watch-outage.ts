import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../clock';
import { log } from '../log';
import { notReady, outageOf } from './failure';

/** An outage is over after this long without a failure, so alternating failures and successes are one outage. */
const CALM_MS = 5_000;
/** Overload that lasts this long is an outage; shorter, it may be a single heavy report. */
const PERSISTING_MS = 5_000;
/** Overload that recurs within this time is the same overload: waits for a connection fail after 5 s. */
const RECURRING_MS = 15_000;
/** How often a hanging server is probed. */
const PROBE_EVERY_MS = 250;

/** Tracks the outcomes of a database's statements. */
export type OutageWatch = {
  /**
   * Called before each statement. @throws ApiError NOT_READY immediately while the server hangs, so that no more
   * statements wait for it
   */
  admit(): void;
  succeeded(): void;
  /**
   * @param statement names one that may time out without the database being at fault
   * @returns the error to throw: NOT_READY if the database is at fault, else the error itself
   */
  failed(error: unknown, statement?: string): unknown;
  /** Failures after this are not outages. */
  end(): void;
};

/**
 * Logs once when the database becomes unavailable and once when it is back, and rejects statements while the server
 * hangs: each would wait for its full timeout, and hundreds of them would fill the memory. If the server refuses
 * connections instead, every statement still tries, because that is cheap. A statement canceled at its time limit and
 * brief overload are not outages: they are logged separately.
 * @param probeOnce a statement that a working server answers immediately
 */
export function watchOutages(probeOnce: () => Promise<unknown>): OutageWatch {
  const overload = watchOverload();
  let outage: Incident | null = null;
  let reason: unknown;
  let hangs = false;
  let probing = false;
  let ended = false;

  const succeeded = () => {
    hangs = false;
    const now = clock.now();
    if (outage === null || now - outage.lastMs < CALM_MS) return;
    log.warn({ seconds: (now - outage.sinceMs) / 1000, failures: outage.failures }, 'the database is available again');
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
    if (outage === null && !ended) log.error({ err: error, kind }, 'the database is unavailable: requests get 503');
    outage = countFailure(outage ?? overload.end());
    reason = error;
    if (kind === 'unreachable') hangs = false;
    if (kind === 'hanging') hangs = true;
    if (hangs && !probing) void probe();
    return notReady(error);
  };
  const probe = async () => {
    probing = true;
    while (hangs && !ended) {
      await probeOnce().then(succeeded, (error: unknown) => failed(error));
      await sleep(PROBE_EVERY_MS, undefined, { ref: false });
    }
    probing = false;
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

/** Failures that belong to one incident. */
type Incident = { sinceMs: number; lastMs: number; failures: number };

function countFailure(incident: Incident | null): Incident {
  const now = clock.now();
  return { sinceMs: incident?.sinceMs ?? now, lastMs: now, failures: (incident?.failures ?? 0) + 1 };
}

/** Tracks overload that may still pass. */
function watchOverload() {
  let incident: Incident | null = null;
  /** Returns and resets the current overload; null if the last failure was long ago. */
  const end = (): Incident | null => {
    const recent = incident !== null && clock.now() - incident.lastMs < RECURRING_MS ? incident : null;
    incident = null;
    return recent;
  };
  return {
    end,
    /** Counts one failure and returns true, or returns false if the overload has lasted long enough to be an outage. */
    passes: (error: unknown): boolean => {
      incident = end();
      if (incident !== null && clock.now() - incident.sinceMs >= PERSISTING_MS) return false;
      if (incident === null) log.warn({ err: error }, 'the database is overloaded: a request gets 503');
      incident = countFailure(incident);
      return true;
    },
  };
}
