import { SECOND_MS } from '../../core/time';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { type AccountBuckets, bucketOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';
import type { Auth } from './authorize';

/** The operator's endpoints, and probes, which must always answer. */
const UNSHARED: ReadonlySet<Auth> = new Set<Auth>(['probe', 'operator']);

/** The embedded database runs on this thread, one query at a time; a database server runs many at once. */
const EMBEDDED = { slots: 2, slotsPerAccount: 1 };
const SERVER = { slots: 16, slotsPerAccount: 4 };
const MAX_WAITING = 2_000;
const MAX_WAIT_MS = 30 * SECOND_MS;

/** How much time an account may use before pauses begin. A console page takes about 50 ms. */
const FREE = { burstMs: SECOND_MS, perSecondMs: 250 };
/** The level is capped here, so that a flood is forgotten soon after it ends. */
const MAX_LEVEL_MS = 2 * FREE.burstMs;
/** Beyond that, a pause of this many times its duration follows each request, so that others get most of the time. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 250;
/** A request that waits longer for something else (a backup, a command) gives up its slot. */
const MAX_SLOT_MS = 250;

type Shares = { queue: FairQueue; spentMs: AccountBuckets };

/** Whether requests of an endpoint without limits of its own share their time here. */
export function sharesTime(auth: Auth): boolean {
  return !UNSHARED.has(auth);
}

/**
 * Answers a request of an endpoint without limits of its own: a few at a time, shared fairly by account, or by address
 * if there is no account. Each runs queries and writes JSON on the event loop; a caller that sends them as fast as they
 * are answered would otherwise starve all others.
 * @param subject the id of the account, or the address
 * @throws what `answer` throws; ApiError MODEL_AT_CAPACITY (503, `Retry-After`) if too many wait; the signal's reason
 *   if aborted while waiting
 */
export async function shareTime<T>(subject: string, signal: AbortSignal, answer: () => T | Promise<T>): Promise<T> {
  const { queue, spentMs } = shares();
  const leave = await queue.enter({ account: subject, signal });
  const startedAtMs = performance.now();
  const timer = setTimeout(leave, MAX_SLOT_MS);
  try {
    return await answer();
  } finally {
    clearTimeout(timer);
    const tookMs = Math.min(MAX_SLOT_MS, performance.now() - startedAtMs);
    const spent = bucketOf(spentMs, subject, performance.now());
    spent.level = Math.min(MAX_LEVEL_MS, spent.level + tookMs);
    if (spent.level <= FREE.burstMs) setImmediate(leave);
    else setTimeout(leave, Math.min(PAUSE_FACTOR * tookMs, MAX_PAUSE_MS));
  }
}

function shares(): Shares {
  return processState('http.time-shares', () => ({
    queue: makeFairQueue({
      ...(settings().databaseUrl === undefined ? EMBEDDED : SERVER),
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      busyMessage: 'Too many requests are being answered right now.',
    }),
    spentMs: makeAccountBuckets(FREE.perSecondMs),
  }));
}
