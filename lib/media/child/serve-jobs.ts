/** The inner side of a process that looks into callers' bytes: what it may do, and its one loop. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChildMessage, JobMessage } from './jobs';
import { sealNetwork } from './seal-network';

/** Of 19 (last): the service itself goes first. */
const NICENESS = 10;
const MAX_BUG_CHARACTERS = 500;
/** Bound of the resident memory of this process. */
const ROOF_BYTES = Number(process.argv[2]) * 2 ** 20;
/** Of it, what the process may have before a job; beyond it another process takes the next one. */
const FULL_PART = 0.5;

/** What is done with one job: its bytes, and what else it says. */
type Work<Rest, Answer> = (job: Rest & { bytes: Uint8Array }) => Promise<Answer>;

/** Takes jobs from the parent, one at a time, until the parent closes the channel. */
export function serveJobs<Rest extends object, Answer>(work: Work<Rest, Answer>): void {
  sealNetwork();
  yieldToOthers();
  watchMemory();
  // Parsers leave promises behind that nobody waits for; the job itself has its own outcome.
  process.on('unhandledRejection', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    // Only our own parent writes into this channel.
    void takeJob(message as JobMessage<Rest>, () => send<Answer>({ has: 'begun' }), work).then(
      (answer) => send({ has: 'answer', answer, isFull: isFull() }),
      (thrown: unknown) => send<Answer>({ has: 'bug', text: String(thrown).slice(0, MAX_BUG_CHARACTERS) }),
    );
  });
}

async function takeJob<Rest extends object, Answer>(
  message: JobMessage<Rest>,
  onBegun: () => void,
  work: Work<Rest, Answer>,
): Promise<Answer> {
  const bytes = await readBytes(message.byteLength);
  onBegun();
  return work({ ...message, bytes });
}

/** The next bytes of the standard input: all of one job's, since the parent sends no other before the answer. */
function readBytes(byteLength: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(byteLength);
  if (byteLength === 0) return Promise.resolve(bytes);
  return new Promise((resolve) => {
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.copy(bytes, length);
      if (length < byteLength) return;
      process.stdin.off('data', take).pause();
      resolve(bytes);
    };
    process.stdin.on('data', take).resume();
  });
}

function send<Answer>(message: ChildMessage<Answer>): void {
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

/** Whether a job has left so much memory behind that the next one might be ended for it. */
function isFull(): boolean {
  return process.memoryUsage.rss() > ROOF_BYTES * FULL_PART;
}

/** A thread of its own looks after the memory: a parser's loop leaves this one no time. */
function watchMemory(): void {
  const workerData = { roofBytes: ROOF_BYTES, parent: process.ppid };
  new Worker(new URL('./watch-process.worker.mjs', import.meta.url), { workerData }).unref();
}
