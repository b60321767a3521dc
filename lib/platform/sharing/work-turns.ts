import { processState } from '../process-state';
import { type AccountBuckets, bucketOf, levelOf, makeAccountBuckets } from './account-buckets';

/**
 * Turns on the event loop for work that upstreams' answers cause: reading them and writing what callers get. Otherwise,
 * many fast answers of one account would be handled to their end before any other account gets a turn.
 */

/** Bytes that all work together may handle in one turn of the event loop, which takes a few milliseconds. */
const BYTES_PER_TURN = 65_536;
/** Minimum bytes that a piece counts as: that much work is needed even for a very short one. */
const MIN_BYTES = 1_024;
/** An account that has handled more than this lately is heavy. Tokens with many log probabilities take 8 MB a second. */
const FREE = { burstBytes: 1_000_000, bytesPerSecond: 2_000_000 };
/** Maximum that is remembered, so that heavy work is soon forgotten after its end. */
const MAX_REMEMBERED_BYTES = 2 * FREE.burstBytes;
/** While others are active, heavy work is followed by a pause of this many times its duration. */
const PAUSE_FACTOR = 3;
const MAX_PAUSE_MS = 25;
/** How long an account counts as active after a request or turn. */
const ACTIVE_MS = 50;

/** Shares the event loop between accounts. */
export type WorkTurns = {
  /** Notes that an account has sent a request, so that heavy work of others leaves time for it. */
  note: (account: string) => void;
  /**
   * Asks for a turn to handle bytes.
   * @param bytes at most 32,768 in one turn; more makes the turns of all others longer
   * @returns a promise that resolves when they may be handled; undefined if at once
   */
  take: (account: string, bytes: number) => Promise<void> | undefined;
};

/** Schedules the turns; tests have their own. */
export type TurnClock = {
  now: () => number;
  /** Calls back in the next turn of the event loop, or after this many milliseconds. */
  schedule: (next: () => void, afterMs: number) => void;
};

type Waiter = { bytes: number; resume: () => void };
/** What waits, by account; the account whose turn is next comes first. */
type Waiting = Map<string, Waiter[]>;

type State = {
  clock: TurnClock;
  used: AccountBuckets;
  light: Waiting;
  heavy: Waiting;
  /** Bytes that may still be handled in this turn of the event loop. */
  bytesLeft: number;
  /** Whether the next turn is scheduled; whether the end of a pause is. */
  isTurnScheduled: boolean;
  isPauseScheduled: boolean;
  /** Bytes of this turn that heavy accounts have used, and since when. */
  heavyBytes: number;
  heavySinceMs: number;
  /** When the pause of heavy work ends. */
  heavyFromMs: number;
  /** The light account that was active last. */
  active: { account: string; atMs: number };
};

const CLOCK: TurnClock = {
  now: () => performance.now(),
  schedule: (next, afterMs) => void (afterMs > 0 ? setTimeout(next, afterMs) : setImmediate(next)),
};

/** The turns of this process. */
export function workTurns(): WorkTurns {
  return processState('platform.work-turns', () => makeWorkTurns());
}

/**
 * Turns that accounts take one after another, however much each has waiting. Heavy accounts share the time that others
 * do not use; while others are active, that is about a quarter.
 */
export function makeWorkTurns(clock: TurnClock = CLOCK): WorkTurns {
  const state: State = {
    clock,
    used: makeAccountBuckets(FREE.bytesPerSecond),
    light: new Map(),
    heavy: new Map(),
    bytesLeft: BYTES_PER_TURN,
    isTurnScheduled: false,
    isPauseScheduled: false,
    heavyBytes: 0,
    heavySinceMs: 0,
    heavyFromMs: Number.NEGATIVE_INFINITY,
    active: { account: '', atMs: Number.NEGATIVE_INFINITY },
  };
  return {
    note: (account) => {
      const nowMs = clock.now();
      if (isLight(state, account, nowMs)) state.active = { account, atMs: nowMs };
    },
    take: (account, bytes) => take(state, account, bytes),
  };
}

function take(state: State, account: string, bytes: number): Promise<void> | undefined {
  const nowMs = state.clock.now();
  const bucket = bucketOf(state.used, account, nowMs);
  const isHeavy = bucket.level > FREE.burstBytes;
  const counted = Math.max(MIN_BYTES, bytes);
  bucket.level = Math.min(MAX_REMEMBERED_BYTES, bucket.level + counted);
  if (bucket.level <= FREE.burstBytes) state.active = { account, atMs: nowMs };
  scheduleTurn(state);
  const waiting = isHeavy ? state.heavy : state.light;
  if (state.bytesLeft > 0 && waiting.size === 0 && (!isHeavy || nowMs >= state.heavyFromMs)) {
    use(state, counted, isHeavy, nowMs);
    return undefined;
  }
  return new Promise((resolve) => {
    const waiter = { bytes: counted, resume: resolve };
    const waiters = waiting.get(account);
    if (waiters === undefined) waiting.set(account, [waiter]);
    else waiters.push(waiter);
  });
}

/** Begins a turn of the event loop: resumes waiting work until the bytes of the turn are used. */
function beginTurn(state: State): void {
  const nowMs = state.clock.now();
  const usedBytes = BYTES_PER_TURN - state.bytesLeft;
  if (state.heavyBytes > 0 && isContended(state, nowMs)) {
    const tookMs = (nowMs - state.heavySinceMs) * (state.heavyBytes / usedBytes);
    state.heavyFromMs = nowMs + Math.min(PAUSE_FACTOR * tookMs, MAX_PAUSE_MS);
  }
  state.isTurnScheduled = false;
  state.bytesLeft = BYTES_PER_TURN;
  state.heavyBytes = 0;
  const mayRunHeavy = nowMs >= state.heavyFromMs;
  // Half of a turn, so that no number of light accounts keeps heavy ones waiting forever.
  if (mayRunHeavy) resumeWaiting(state, state.heavy, BYTES_PER_TURN / 2, nowMs);
  resumeWaiting(state, state.light, 0, nowMs);
  if (mayRunHeavy && !isContended(state, nowMs)) resumeWaiting(state, state.heavy, 0, nowMs);
  if (state.light.size > 0 || state.heavyBytes > 0) scheduleTurn(state);
  else if (state.heavy.size > 0) scheduleEndOfPause(state, state.heavyFromMs - nowMs);
}

/**
 * Resumes waiting work, one piece of each account after another, until at most this many bytes of the turn are left.
 */
function resumeWaiting(state: State, waiting: Waiting, downTo: number, nowMs: number): void {
  for (const [account, waiters] of waiting) {
    if (state.bytesLeft <= downTo) return;
    const first = waiters.shift();
    waiting.delete(account);
    if (first === undefined) continue;
    // Goes to the end: an iteration of a map includes entries that are added meanwhile.
    if (waiters.length > 0) waiting.set(account, waiters);
    use(state, first.bytes, waiting === state.heavy, nowMs);
    first.resume();
  }
}

function use(state: State, bytes: number, isHeavy: boolean, nowMs: number): void {
  state.bytesLeft -= bytes;
  if (!isHeavy) return;
  if (state.heavyBytes === 0) state.heavySinceMs = nowMs;
  state.heavyBytes += bytes;
}

function isLight({ used }: State, account: string, nowMs: number): boolean {
  return levelOf(used, account, nowMs) <= FREE.burstBytes;
}

/** Whether a light account waits, or was active a moment ago. */
function isContended(state: State, nowMs: number): boolean {
  if (state.light.size > 0) return true;
  const { account, atMs } = state.active;
  return nowMs - atMs < ACTIVE_MS && isLight(state, account, nowMs);
}

function scheduleTurn(state: State): void {
  if (state.isTurnScheduled) return;
  state.isTurnScheduled = true;
  state.clock.schedule(() => beginTurn(state), 0);
}

function scheduleEndOfPause(state: State, afterMs: number): void {
  if (state.isPauseScheduled) return;
  state.isPauseScheduled = true;
  state.clock.schedule(() => {
    state.isPauseScheduled = false;
    scheduleTurn(state);
  }, afterMs);
}
