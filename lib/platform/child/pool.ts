/**
 * Processes that work on callers' bytes. A parser or decoder that hangs, or whose memory runs away, is killed with its
 * process, and nothing else is affected. Worker threads are not enough: V8 ends the whole process if a thread's heap
 * grows faster than its limit is noticed.
 */
import { availableParallelism } from 'node:os';
import { processState } from '../process-state';
import { type FairQueue, type FairQueuePlan, makeFairQueue } from '../sharing/fair-queue';
import {
  askChild,
  type Child,
  type ChildPlan,
  endChild,
  type JobBytes,
  lengthOf,
  type Outcome,
  startChild,
} from './child-process';

/** The caller of a job, and its signal. */
export type JobCaller = {
  /** Id of the account: the processes are shared fairly by account. */
  account: string;
  signal: AbortSignal;
};

type Pool = { queue: FairQueue; idle: Child[] };

/**
 * Processes per kind. At least two, so that one account never holds all of them; they run at a low priority, and each
 * may use as much memory as its plan says, mostly a gigabyte.
 */
const SLOTS = Math.min(4, Math.max(2, availableParallelism() - 1));
/** Limits for waiting jobs of all callers: how many, how many bytes in total, and for how long. */
const MAX_WAITING = 200;
const MAX_WAITING_BYTES = 500_000_000;
const MAX_WAIT_MS = 30_000;
/** Time budget of an account: a usual request of many images takes a few seconds, and half a process is its share. */
const BUDGET = { burstMs: 30_000, perSecondMs: 500 };
/** Accounts that have used more time than this never get all processes together. */
const LIGHT_MS = 3_000;
/** Unless its plan says otherwise, a process exits after this many jobs, whatever they have left behind in it, or after this idle time. */
const JOBS_PER_LIFE = 100;
const IDLE_MS = 60_000;

/**
 * Runs a job in a process of this kind, which is started if none is idle.
 * @throws ApiError MODEL_AT_CAPACITY (503, `Retry-After`) if too many jobs wait, RATE_LIMIT_EXCEEDED (429,
 *   `Retry-After`) if the account has used its time; the signal's reason when aborted (the process is killed); Error if
 *   the process cannot be started or its own code failed
 */
export async function runInChild<Job extends { bytes: JobBytes }, Answer extends object>(
  plan: ChildPlan,
  job: Job,
  { account, signal }: JobCaller,
): Promise<Outcome<Answer>> {
  const pool = processState<Pool>(`child.pool.${plan.name}`, () => makePool(plan.sharing));
  const leave = await pool.queue.enter({ account, bytes: lengthOf(job.bytes), signal });
  try {
    for (;;) {
      signal.throwIfAborted();
      const child = takeIdle(pool) ?? startChild(plan);
      const outcome = await askChild<Job, Answer>(child, job, plan.jobMs, signal);
      if ('answer' in outcome) keep(pool, child, plan);
      if (!('lost' in outcome) || outcome.lost !== 'start') return outcome;
      // An idle one may have just died; if a fresh one does not start, that is our own error.
      if (child.jobs === 0) throw new Error(`The process ${plan.name} does not start.`);
    }
  } finally {
    leave();
  }
}

function makePool(sharing: Partial<FairQueuePlan> = {}): Pool {
  const queue = makeFairQueue({
    slots: SLOTS,
    slotsPerAccount: SLOTS - 1,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_BYTES,
    maxWaitMs: MAX_WAIT_MS,
    budget: BUDGET,
    lightMs: LIGHT_MS,
    busyMessage: 'Too many images and files are being read. Try again later.',
    ...sharing,
  });
  return { queue, idle: [] };
}

function takeIdle(pool: Pool): Child | undefined {
  const child = pool.idle.pop();
  clearTimeout(child?.idleTimer);
  // It may have been killed from outside while it was idle.
  return child?.isGone ? takeIdle(pool) : child;
}

/** Keeps a process for the next job. */
function keep(pool: Pool, child: Child, { jobsPerLife = JOBS_PER_LIFE }: ChildPlan): void {
  child.jobs += 1;
  if (child.jobs >= jobsPerLife || child.isFull || child.isGone) return endChild(child);
  pool.idle.push(child);
  child.idleTimer = setTimeout(() => {
    pool.idle = pool.idle.filter((other) => other !== child);
    endChild(child);
  }, IDLE_MS).unref();
}
