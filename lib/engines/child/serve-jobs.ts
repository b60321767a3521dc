/** The child's end of the channel: takes jobs from the supervisor, answers them, and exits when it is gone. */
import { isApiError } from '../../core/errors';
import type { Contention } from '../../platform/sharing/contention';
import type { Answer, ChildMessage, EngineMessage, Failure } from '../envelope';
import { onParentGone } from '../../platform/on-parent-gone';

/** Reports within this time are sent in one message, so that the channel is never the bottleneck. */
const GATHER_MS = 10;

/** Lets a job give way to others in the middle of its work. */
export type Preemption = {
  /** Which accounts compete for what it uses. */
  contention: () => Contention;
  /**
   * To be called once it has released what others wait for. Resolves when it may continue.
   * @throws the signal's reason
   */
  pause: () => Promise<void>;
};

/** Processes one job; its signal is aborted when the caller leaves. */
type Answering<Job, Report> = (job: Job, signal: AbortSignal, preemption: Preemption) => AsyncIterable<Report>;

type Running = { controller: AbortController; contention: Contention; resume: () => void };

/**
 * Answers jobs until the parent is gone; then the process exits, even while it is still opening.
 * @param open prepares the engine
 */
export async function serveJobs<Job, Report>(open: () => Promise<Answering<Job, Report>>): Promise<void> {
  // Ctrl-C reaches the whole process group; the parent decides when the engine ends.
  process.on('SIGINT', () => undefined);
  onParentGone(() => process.kill(process.pid, 'SIGKILL'));
  const running = new Map<number, Running>();
  const post = createPost<Report>();
  const answer = await open();
  process.on('message', (message: EngineMessage<Job>) => {
    const { id } = message;
    if ('job' in message) {
      const job = beginJob();
      running.set(id, job);
      const preemption = preemptionOf(job, () => post({ id, reports: [], paused: true }));
      const reports = answer(message.job, job.controller.signal, preemption);
      void work(id, reports, post).finally(() => running.delete(id));
      return;
    }
    const job = running.get(id);
    if ('abort' in message) job?.controller.abort();
    else if ('resume' in message) job?.resume();
    else if (job) job.contention = message.contention;
  });
  send({ ready: true });
}

function beginJob(): Running {
  const contention = { waiting: false, running: false };
  return { controller: new AbortController(), contention, resume: () => undefined };
}

function preemptionOf(job: Running, reportPause: () => void): Preemption {
  const { signal } = job.controller;
  return {
    contention: () => job.contention,
    pause: async () => {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        job.resume = () => {
          signal.removeEventListener('abort', job.resume);
          resolve();
        };
        signal.addEventListener('abort', job.resume);
        reportPause();
      });
      signal.throwIfAborted();
    },
  };
}

type Post<Report> = (answer: Answer<Report>) => void;

async function work<Report>(id: number, reports: AsyncIterable<Report>, post: Post<Report>): Promise<void> {
  try {
    for await (const report of reports) post({ id, reports: [report] });
    post({ id, reports: [], end: true });
  } catch (thrown) {
    post({ id, reports: [], failure: failureOf(thrown) });
  }
}

/** The first report after a pause is sent at once, later ones are collected. */
function createPost<Report>(): Post<Report> {
  const gathered = new Map<number, Answer<Report>>();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (gathered.size === 0) {
      timer = null;
      return;
    }
    send({ answers: [...gathered.values()] });
    gathered.clear();
    timer = setTimeout(flush, GATHER_MS);
  };
  return ({ id, reports, ...more }) => {
    const before = gathered.get(id)?.reports ?? [];
    gathered.set(id, { id, reports: [...before, ...reports], ...more });
    if (timer === null) flush();
  };
}

function send<Report>(message: ChildMessage<Report>): void {
  process.send?.(message, undefined, undefined, () => undefined);
}

function failureOf(thrown: unknown): Failure {
  if (!isApiError(thrown))
    return { code: null, message: thrown instanceof Error ? String(thrown.stack) : String(thrown) };
  const { code, message, options } = thrown;
  return { code, message, retryAfterSeconds: options.retryAfterSeconds, body: options.body };
}
