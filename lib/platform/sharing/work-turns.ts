import { processState } from '../process-state';
import { type AccountBuckets, bucketOf, levelOf, makeAccountBuckets } from './account-buckets';

/**
 * Turns on the event loop for work that upstreams' answers cause: reading them and writing what callers get. Many fast
 * answers of one account would otherwise be handled to their end before anybody else has a turn.
 */

/** What all work together may handle in one turn of the event loop, bytes: a few milliseconds. */
const BYTES_PER_TURN = 65_536;
/** An account that has handled more than this lately is heavy. */
const FREE = { burstBytes: 1_000_000, bytesPerSecond: 5_000_000 };
/** Heavy work that has ended is soon forgotten. */
const MOST_REMEMBERED_BYTES = 2 * FREE.burstBytes;
/** While others are active, heavy work is followed by a pause of this many times its duration. */
const PAUSE_TIMES = 2;
const LONGEST_PAUSE_MS = 25;
/** How long an account counts as active after it has asked for something. */
const ACTIVE_MS = 50;

/** Shares the event loop between accounts. */
export type WorkTurns = {
  /** Notes that an account has sent a request: heavy work of others leaves time for it. */
  note: (account: string) => void;
  /**
   * Asks for a turn to handle bytes.
   * @param bytes at most 32,768 in one turn; more makes the turns of all others longer
   * @returns when they may be handled; undefined for at once
   */
  take: (account: string, bytes: number) => Promise<void> | undefined;
};

/** How the turns are called; tests have their own. */
export type TurnClock = {
  now: () => number;
  /** Calls back in the next turn of the event loop, or after so many milliseconds. */
  later: (next: () => void, afterMs: number) => void;
};

type Waiter = { bytes: number; go: () => void };
/** What waits, by account; the account whose turn is next comes first. */
type Waiting = Map<string, Waiter[]>;

type State = {
  clock: TurnClock;
  used: AccountBuckets;
  light: Waiting;
  heavy: Waiting;
  /** Bytes that may still be handled in this turn of the event loop. */
  left: number;
  /** Whether the next turn was asked for; whether it was asked for after a pause. */
  isAwaited: boolean;
  isPaused: boolean;
  /** When the heavy work of this turn began; null while there was none. */
  heavySinceMs: number | null;
  /** When the pause of heavy work ends. */
  heavyFromMs: number;
  /** The light account that asked for something last. */
  active: { account: string; atMs: number };
};

const CLOCK: TurnClock = {
  now: () => performance.now(),
  later: (next, afterMs) => void (afterMs > 0 ? setTimeout(next, afterMs) : setImmediate(next)),
};

/** The turns of this process. */
export function workTurns(): WorkTurns {
  return processState('platform.work-turns', () => makeWorkTurns());
}

/**
 * Turns that accounts take one after another, whatever each has waiting. Heavy accounts share what others leave; while
 * others are active, that is about a third of the time.
 */
export function makeWorkTurns(clock: TurnClock = CLOCK): WorkTurns {
  const state: State = {
    clock,
    used: makeAccountBuckets(FREE.bytesPerSecond),
    light: new Map(),
    heavy: new Map(),
    left: BYTES_PER_TURN,
    isAwaited: false,
    isPaused: false,
    heavySinceMs: null,
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
  bucket.level = Math.min(MOST_REMEMBERED_BYTES, bucket.level + bytes);
  if (!isHeavy) state.active = { account, atMs: nowMs };
  awaitTurn(state);
  const waiting = isHeavy ? state.heavy : state.light;
  if (state.left > 0 && waiting.size === 0 && (!isHeavy || nowMs >= state.heavyFromMs)) {
    use(state, bytes, isHeavy, nowMs);
    return undefined;
  }
  return new Promise((resolve) => {
    const waiter = { bytes, go: resolve };
    const waiters = waiting.get(account);
    if (waiters === undefined) waiting.set(account, [waiter]);
    else waiters.push(waiter);
  });
}

/** A new turn of the event loop: what waits goes on, as far as there is room. */
function beginTurn(state: State): void {
  const nowMs = state.clock.now();
  state.isAwaited = false;
  state.left = BYTES_PER_TURN;
  if (state.heavySinceMs !== null && isContended(state, nowMs)) {
    state.heavyFromMs = nowMs + Math.min(PAUSE_TIMES * (nowMs - state.heavySinceMs), LONGEST_PAUSE_MS);
  }
  state.heavySinceMs = null;
  const mayHeavy = nowMs >= state.heavyFromMs;
  // Half of a turn, so that no number of light accounts keeps heavy ones waiting forever.
  if (mayHeavy) goOn(state, state.heavy, BYTES_PER_TURN / 2, nowMs);
  goOn(state, state.light, 0, nowMs);
  if (mayHeavy) goOn(state, state.heavy, 0, nowMs);
  if (state.light.size > 0 || state.heavySinceMs !== null) awaitTurn(state);
  else if (state.heavy.size > 0) awaitEndOfPause(state, state.heavyFromMs - nowMs);
}

/** Lets those that wait go on, one of each account after another, until no more than so many bytes are left of the turn. */
function goOn(state: State, waiting: Waiting, downTo: number, nowMs: number): void {
  for (const [account, waiters] of waiting) {
    if (state.left <= downTo) return;
    const first = waiters.shift();
    waiting.delete(account);
    if (first === undefined) continue;
    // Behind the others: a map goes on with what is added while it is iterated.
    if (waiters.length > 0) waiting.set(account, waiters);
    use(state, first.bytes, waiting === state.heavy, nowMs);
    first.go();
  }
}

function use(state: State, bytes: number, isHeavy: boolean, nowMs: number): void {
  state.left -= bytes;
  if (isHeavy) state.heavySinceMs ??= nowMs;
}

function isLight({ used }: State, account: string, nowMs: number): boolean {
  return levelOf(used, account, nowMs) <= FREE.burstBytes;
}

/** Whether a light account was active a moment ago. */
function isContended(state: State, nowMs: number): boolean {
  const { account, atMs } = state.active;
  return nowMs - atMs < ACTIVE_MS && isLight(state, account, nowMs);
}

function awaitTurn(state: State): void {
  if (state.isAwaited) return;
  state.isAwaited = true;
  state.clock.later(() => beginTurn(state), 0);
}

function awaitEndOfPause(state: State, afterMs: number): void {
  if (state.isPaused) return;
  state.isPaused = true;
  state.clock.later(() => {
    state.isPaused = false;
    awaitTurn(state);
  }, afterMs);
}
