/** The inner side of a process that looks into callers' bytes: what it may do, and its one loop. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChildMessage } from './jobs';
import { sealNetwork } from './seal-network';

/** Of 19 (last): the service itself goes first. */
const NICENESS = 10;
const MAX_BUG_CHARACTERS = 500;

/** Takes jobs from the parent, one at a time, until the parent lets go of the channel. */
export function serveJobs<Job, Answer>(work: (job: Job) => Promise<Answer>): void {
  sealNetwork();
  yieldToOthers();
  watchMemory();
  // Parsers leave promises behind that nobody waits for; the job itself has its own outcome.
  process.on('unhandledRejection', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (job) => {
    tell<Answer>({ has: 'begun' });
    // The parent's own words.
    void work(job as Job).then(
      (answer) => tell({ has: 'answer', answer }),
      (thrown: unknown) => tell<Answer>({ has: 'bug', text: String(thrown).slice(0, MAX_BUG_CHARACTERS) }),
    );
  });
}

function tell<Answer>(message: ChildMessage<Answer>): void {
  process.send?.(message);
}

function yieldToOthers(): void {
  try {
    setPriority(NICENESS);
    // Where the machine itself runs out of memory, Linux ends this process first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not allowed: then all are equal.
  }
}

/** A thread of its own looks after the memory: a parser's loop leaves this one no time. */
function watchMemory(): void {
  const workerData = { roofBytes: Number(process.argv[2]) * 2 ** 20, parent: process.ppid };
  new Worker(new URL('./watch-process.worker.mjs', import.meta.url), { workerData }).unref();
}
