import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { log } from '../log';
import { processState } from '../process-state';
import { projectRoot } from '../project-root';
import { type FairQueue, makeFairQueue } from '../sharing/fair-queue';
import type { JsonAnswer, JsonJob } from './json-jobs';

/** The account that a job is for, and the signal that ends its wait. */
type Order = { account: string; signal?: AbortSignal };

/** Two workers, of which an account gets one, so that one account's largest bodies do not block others. */
const WORKERS = 2;
const MAX_WAITING = 500;
const MAX_WAIT_MS = 30 * SECOND_MS;
/** A burst of about sixty of the largest bodies, then one per second; or any number of ordinary ones. */
const BUDGET = { burstMs: 15 * SECOND_MS, perSecondMs: 250 };
/** A worker ends after being idle for this long. */
const IDLE_MS = MINUTE_MS;

type Pool = { queue: FairQueue; idle: Idle[] };
type Idle = { worker: Worker; idleTimer: NodeJS.Timeout };

/**
 * Refuses an account whose time budget for large JSON is used up. Call it before reading a large body.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`
 */
export function admitLargeJson(account: string): void {
  pool().queue.check(account);
}

/**
 * Parses large JSON in a worker. The bytes are transferred: the blocks are empty afterward.
 * @param blocks each in its own `ArrayBuffer`
 * @param members the members of an object to keep; null keeps all
 * @throws SyntaxError with the parser's message; ApiError MODEL_AT_CAPACITY or RATE_LIMIT_EXCEEDED if there is too much
 *   to parse; the signal's reason if aborted while waiting
 */
export async function parseLargeJson(
  blocks: Uint8Array[],
  members: ReadonlySet<string> | null,
  order: Order,
): Promise<unknown> {
  const buffers = blocks.map((block) => block.buffer as ArrayBuffer);
  const answer = await ask({ kind: 'parse', blocks, members }, buffers, order);
  if ('problem' in answer) throw new SyntaxError(answer.problem);
  // Receiving the result has just blocked this thread, so let other requests run first.
  await nextTurn();
  return 'value' in answer ? answer.value : undefined;
}

/**
 * Writes a value as JSON in UTF-8, in a worker.
 * @throws like `parseLargeJson`, and Error if the value cannot be written
 */
export async function writeLargeJson(value: unknown, order: Order): Promise<Uint8Array> {
  const answer = await ask({ kind: 'write', value }, [], order);
  if ('bytes' in answer) return answer.bytes;
  throw new Error('problem' in answer ? answer.problem : 'The JSON worker returned no bytes.');
}

function pool(): Pool {
  return processState('platform.json-workers', () => ({
    queue: makeFairQueue({
      slots: WORKERS,
      slotsPerAccount: WORKERS - 1,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      budget: BUDGET,
      busyMessage: 'Too many large requests are being read.',
    }),
    idle: [],
  }));
}

async function ask(job: JsonJob, transfer: ArrayBuffer[], { account, signal }: Order): Promise<JsonAnswer> {
  const { queue, idle } = pool();
  const leave = await queue.enter({ account, checked: true, signal });
  const idleWorker = idle.pop();
  clearTimeout(idleWorker?.idleTimer);
  const worker = idleWorker?.worker ?? startWorker(idle);
  worker.ref();
  try {
    const answer = await answerOf(worker, job, transfer);
    keepForNextJob(idle, worker);
    return answer;
  } finally {
    leave();
  }
}

/** A subclass, because Next's bundler resolves the script of `new Worker`, which is built later, and fails. */
class JsonWorker extends Worker {
  constructor() {
    super(join(projectRoot(), 'dist', 'json.worker.mjs'));
  }
}

function startWorker(idle: Idle[]): Worker {
  const worker = new JsonWorker();
  worker.on('error', (error) => log.error({ err: error }, 'a JSON worker has failed'));
  worker.once('exit', () => removeIdle(idle, worker));
  return worker;
}

function removeIdle(idle: Idle[], worker: Worker): void {
  const at = idle.findIndex((entry) => entry.worker === worker);
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.idleTimer);
}

function answerOf(worker: Worker, job: JsonJob, transfer: ArrayBuffer[]): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off('message', onAnswer).off('error', onError).off('exit', onExit);
    };
    const onAnswer = (answer: JsonAnswer): void => (settle(), resolve(answer));
    const onError = (error: unknown): void => (settle(), reject(error));
    const onExit = (): void => onError(new Error('A JSON worker exited while it was working.'));
    worker.on('message', onAnswer).on('error', onError).on('exit', onExit);
    worker.postMessage(job, transfer);
  });
}

/** Keeps a worker for the next job without keeping the process alive. */
function keepForNextJob(idle: Idle[], worker: Worker): void {
  worker.unref();
  idle.push({
    worker,
    idleTimer: setTimeout(() => {
      // Removed first, so that no job gets a worker that is about to exit.
      removeIdle(idle, worker);
      void worker.terminate();
    }, IDLE_MS).unref(),
  });
}
