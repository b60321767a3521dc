/**
 * Processes that look into callers' bytes. A parser or decoder that hangs, or whose memory runs away, is killed with its
 * process and nothing else ends: a worker thread will not do, because V8 ends the whole process where a thread's heap
 * grows faster than its limit is noticed.
 */
import { availableParallelism } from 'node:os';
import { ApiError } from '../../core/errors';
import { processState } from '../../platform/process-state';
import { askChild, type Child, type ChildPlan, endChild, type Outcome, startChild } from './child-process';

type Waiter = { bytes: number; enter: () => void };
type Pool = { working: number; idle: Child[]; waiting: Waiter[] };

/** Processes of a kind: one core stays free for the service itself, and each may take a gigabyte. */
const PLACES = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Jobs of all callers that wait for a process: how many, of how many bytes together, and for how long. */
const MAX_WAITING = 200;
const MAX_WAITING_BYTES = 500_000_000;
const MAX_WAIT_MS = 30_000;
/** A process ends after so many jobs (whatever one has left behind in it), or when it has been idle for so long. */
const JOBS_PER_LIFE = 100;
const IDLE_MS = 60_000;

/**
 * Has a job done by a process of this kind, which is started where none is idle.
 * @param more.bytes of the job, about
 * @throws ApiError MODEL_AT_CAPACITY where too many jobs wait; the signal's reason when aborted (the process is killed);
 *   Error where the process cannot be started or its own code failed
 */
export async function runInChild<Job extends object, Answer>(
  plan: ChildPlan,
  job: Job,
  { bytes, signal }: { bytes: number; signal: AbortSignal },
): Promise<Outcome<Answer>> {
  signal.throwIfAborted();
  const pool = processState<Pool>(`media.pool.${plan.name}`, () => ({ working: 0, idle: [], waiting: [] }));
  await takePlace(pool, bytes, signal);
  try {
    for (;;) {
      signal.throwIfAborted();
      const child = takeIdle(pool) ?? startChild(plan);
      const outcome = await askChild<Job, Answer>(child, job, plan.jobMs, signal);
      if ('answer' in outcome) keep(pool, child);
      if (!('lost' in outcome) || outcome.lost !== 'start') return outcome;
      // One that was idle may have died just now; a fresh one that does not begin is our own fault.
      if (child.jobs === 0) throw new Error(`The process ${plan.name} does not start.`);
    }
  } finally {
    givePlace(pool);
  }
}

function takeIdle(pool: Pool): Child | undefined {
  const child = pool.idle.pop();
  clearTimeout(child?.rest);
  // It may have been killed from outside while it was idle.
  return child?.isGone ? takeIdle(pool) : child;
}

/** Keeps a process for the next job. */
function keep(pool: Pool, child: Child): void {
  child.jobs += 1;
  if (child.jobs >= JOBS_PER_LIFE || child.isGone) return endChild(child);
  pool.idle.push(child);
  child.rest = setTimeout(() => {
    pool.idle = pool.idle.filter((other) => other !== child);
    endChild(child);
  }, IDLE_MS).unref();
}

async function takePlace(pool: Pool, bytes: number, signal: AbortSignal): Promise<void> {
  if (pool.working < PLACES) {
    pool.working += 1;
    return;
  }
  const waitingBytes = pool.waiting.reduce((sum, waiter) => sum + waiter.bytes, 0);
  if (pool.waiting.length >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES) throw tooBusy();
  await new Promise<void>((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    };
    const waiter: Waiter = { bytes, enter: () => (settle(), resolve()) };
    const fail = (reason: unknown): void => {
      settle();
      pool.waiting = pool.waiting.filter((other) => other !== waiter);
      reject(reason);
    };
    const leave = (): void => fail(signal.reason);
    const timer = setTimeout(() => fail(tooBusy()), MAX_WAIT_MS);
    signal.addEventListener('abort', leave, { once: true });
    pool.waiting.push(waiter);
  });
}

/** The place goes to whoever has waited longest. */
function givePlace(pool: Pool): void {
  const next = pool.waiting.shift();
  if (next) next.enter();
  else pool.working -= 1;
}

function tooBusy(): ApiError {
  return new ApiError('MODEL_AT_CAPACITY', 'Too many images and files are being read. Try again later.', {
    retryAfterSeconds: 5,
  });
}
