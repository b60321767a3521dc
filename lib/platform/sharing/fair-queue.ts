import { ApiError } from '../../core/errors';
import { addEntry, removeEntry } from '../../core/swap-list';
import { type Competitor, type Contention, contentionOf, type YieldMargins } from './contention';
import {
  bytesOf,
  displaceable,
  decay,
  type FairJob,
  firstBegan,
  type Share,
  shareOf,
  type Shares,
  usedNow,
  type Waiter,
} from './fair-shares';
import { beyondBudget, type TimeBudget } from './time-budget';

/** How a bounded resource is shared by the accounts that use it. */
export type FairQueuePlan = {
  /** Jobs that run at a time. */
  slots: number;
  /** Jobs of one account that run at a time: one less than `slots` keeps a slot free for the others. Default: all. */
  slotsPerAccount?: number;
  /** Running time, ms: accounts that have recently used more never occupy all slots; one is left for the others. */
  lightMs?: number;
  /** Waiting jobs of all accounts. At the limit, a new job displaces the newest one of an account with more waiting. */
  maxWaiting: number;
  /** Bytes that waiting jobs keep in memory together; unlimited if absent. */
  maxWaitingBytes?: number;
  maxWaitMs: number;
  /** Running time of one account. Beyond it, its jobs are refused with 429, even waiting ones. Unlimited if absent. */
  budget?: TimeBudget;
  /** The message for a refused caller: a sentence that says what is busy. */
  busyMessage: string;
};

/** A resource with a fixed number of slots, shared by account. Keep it in `processState`. */
export type FairQueue = {
  /**
   * Waits for a slot. Of the waiting accounts, the one with the least recent running time goes first; within an
   * account, the job that arrived first.
   * @returns a function that releases the slot; calling it again does nothing
   * @throws ApiError MODEL_AT_CAPACITY (503, `Retry-After`) if too many wait or the wait was too long,
   *   RATE_LIMIT_EXCEEDED (429, `Retry-After`) if the account's time is used up; the signal's reason when aborted
   */
  enter: (job: FairJob) => Promise<() => void>;
  /** Refuses an account whose time is used up, before it sends a body. @throws ApiError RATE_LIMIT_EXCEEDED */
  check: (account: string) => void;
  /** Whether other accounts compete with an account that has a slot. */
  contention: (account: string, margins: YieldMargins) => Contention;
  /** Calls back whenever a job begins, ends, waits, or stops waiting. @returns a function that ends this */
  watch: (changed: () => void) => () => void;
  /** Figures for metrics and tests. */
  status: () => { running: number; waiting: number };
};

type State = {
  plan: FairQueuePlan;
  shares: Shares;
  running: number;
  begun: number;
  waiting: number;
  waitingBytes: number;
  watchers: Set<() => void>;
};

const RETRY_AFTER_SECONDS = 5;
const SPENT_MESSAGE = 'This account has used its share of the processing time for now.';
/** How fast used time decays if the plan has no budget. */
const DECAY_PER_SECOND_MS = 500;

/** Makes an empty queue. */
export function makeFairQueue(plan: FairQueuePlan): FairQueue {
  const state: State = {
    plan,
    shares: { decayPerSecondMs: plan.budget?.perSecondMs ?? DECAY_PER_SECOND_MS, byAccount: new Map() },
    running: 0,
    begun: 0,
    waiting: 0,
    waitingBytes: 0,
    watchers: new Set(),
  };
  return {
    enter: (job) => enter(state, job),
    check: (account) => {
      const refusal = budgetRefusal(plan, usedNow(state.shares, shareOf(state.shares, account)));
      if (refusal) throw refusal;
    },
    contention: (account, margins) => contention(state, account, margins),
    watch: (changed) => {
      state.watchers.add(changed);
      return () => state.watchers.delete(changed);
    },
    status: () => ({ running: state.running, waiting: state.waiting }),
  };
}

async function enter(state: State, job: FairJob): Promise<() => void> {
  job.signal?.throwIfAborted();
  const share = shareOf(state.shares, job.account);
  if (job.resumes) return mayRun(state, share) ? start(state, share) : wait(state, share, job);
  const refusal = job.checked ? null : budgetRefusal(state.plan, usedNow(state.shares, share));
  if (refusal) throw refusal;
  if (mayRun(state, share) && share.waiting.length === 0) return start(state, share);
  if (!displaceOthers(state, share, job.bytes ?? 0)) throw busy(state);
  return wait(state, share, job);
}

function start(state: State, share: Share): () => void {
  state.running += 1;
  state.begun += 1;
  const job = { atMs: performance.now(), number: state.begun };
  const entry = addEntry(share.running, job);
  notifyWatchers(state);
  return () => {
    if (!removeEntry(share.running, entry)) return;
    state.running -= 1;
    decay(state.shares, share);
    share.usedMs.level += performance.now() - job.atMs;
    startNext(state);
    notifyWatchers(state);
  };
}

function notifyWatchers({ watchers }: State): void {
  for (const changed of [...watchers]) changed();
}

function startNext(state: State): void {
  for (let next = nextShare(state); next !== null; next = nextShare(state)) {
    const waiter = next.waiting[0];
    if (!waiter) return;
    // Jobs that were queued together must not get around the budget that the first of them used up.
    const isExempt = waiter.job.checked || waiter.job.resumes;
    const refusal = isExempt ? null : budgetRefusal(state.plan, usedNow(state.shares, next));
    if (refusal) {
      waiter.refuse(refusal);
      continue;
    }
    remove(state, next, waiter);
    waiter.admit();
  }
}

function mayRun(state: State, share: Share): boolean {
  const { plan, running } = state;
  if (running >= plan.slots || share.running.length >= perAccount(state)) return false;
  return plan.lightMs === undefined || running < plan.slots - 1 || usedNow(state.shares, share) <= plan.lightMs;
}

/** Of the waiting accounts that may run, the one with the least used time. */
function nextShare(state: State): Share | null {
  let best: Share | null = null;
  let leastMs = Number.POSITIVE_INFINITY;
  if (state.waiting === 0 || state.running >= state.plan.slots) return null;
  for (const share of state.shares.byAccount.values()) {
    if (share.waiting.length === 0 || !mayRun(state, share)) continue;
    const usedMs = usedNow(state.shares, share);
    if (usedMs >= leastMs) continue;
    best = share;
    leastMs = usedMs;
  }
  return best;
}

function contention(state: State, account: string, margins: YieldMargins): Contention {
  const own = shareOf(state.shares, account);
  if (state.waiting === 0 && state.running === own.running.length) return { waiting: false, running: false };
  return contentionOf(competitor(state, own), competitorsOf(state, own), state.plan.slots, margins);
}

function* competitorsOf(state: State, own: Share): Generator<Competitor> {
  for (const share of state.shares.byAccount.values()) {
    if (share !== own && share.running.length + share.waiting.length > 0) yield competitor(state, share);
  }
}

function competitor(state: State, share: Share): Competitor {
  return {
    usedMs: usedNow(state.shares, share),
    beganAt: firstBegan(share),
    isWaiting: share.waiting.length > 0 && share.running.length < perAccount(state),
  };
}

function perAccount({ plan }: State): number {
  return plan.slotsPerAccount ?? plan.slots;
}

function wait(state: State, share: Share, job: FairJob): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      job.signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      job,
      admit: () => (settle(), resolve(start(state, share))),
      refuse: (reason) => {
        settle();
        remove(state, share, waiter);
        reject(reason);
      },
    };
    const onAbort = (): void => waiter.refuse(job.signal?.reason);
    const timer = job.resumes ? undefined : setTimeout(() => waiter.refuse(busy(state)), state.plan.maxWaitMs);
    job.signal?.addEventListener('abort', onAbort, { once: true });
    const resuming = share.waiting.filter((other) => other.job.resumes).length;
    share.waiting.splice(job.resumes ? resuming : share.waiting.length, 0, waiter);
    state.waiting += 1;
    state.waitingBytes += job.bytes ?? 0;
    notifyWatchers(state);
  });
}

function remove(state: State, share: Share, waiter: Waiter): void {
  const at = share.waiting.indexOf(waiter);
  if (at < 0) return;
  share.waiting.splice(at, 1);
  state.waiting -= 1;
  state.waitingBytes -= waiter.job.bytes ?? 0;
  notifyWatchers(state);
}

/** Whether one more job may wait; if the queue is full, displaces jobs of the account with the most waiting. */
function displaceOthers(state: State, share: Share, bytes: number): boolean {
  const { maxWaiting, maxWaitingBytes = Number.POSITIVE_INFINITY } = state.plan;
  while (state.waiting >= maxWaiting || state.waitingBytes + bytes > maxWaitingBytes) {
    // Accounts are compared by what has run out: the number of jobs, or their bytes.
    const isFull = state.waiting >= maxWaiting;
    const sizeOf = isFull ? (one: Share) => displaceable(one).length : bytesOf;
    let largest = share;
    for (const other of state.shares.byAccount.values()) if (sizeOf(other) > sizeOf(largest)) largest = other;
    // Nothing is gained if the new job's account would then have as much waiting.
    if (sizeOf(largest) <= sizeOf(share) + (isFull ? 1 : bytes)) return false;
    displaceable(largest).at(-1)?.refuse(busy(state));
  }
  return true;
}

function busy({ plan }: State): ApiError {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  return new ApiError('MODEL_AT_CAPACITY', plan.busyMessage, { retryAfterSeconds, ownQueue: 'before' });
}

/** The 429 if the account's running time is used up. */
function budgetRefusal({ budget }: FairQueuePlan, usedMs: number): ApiError | null {
  return budget ? beyondBudget(budget, usedMs, SPENT_MESSAGE) : null;
}
