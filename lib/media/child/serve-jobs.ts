/** The inner side of a process that parses callers' bytes: its restrictions, and its loop. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ChildMessage, JobMessage } from './jobs';
import { disableNetwork } from './disable-network';
import { onParentGone } from '../../platform/on-parent-gone';

/** Of 19, the lowest priority: the service itself has precedence. */
const NICENESS = 10;
const MAX_BUG_CHARACTERS = 500;
/** Limit of the resident memory of this process. */
const MAX_RESIDENT_BYTES = Number(process.argv[2]) * 2 ** 20;
/** The share of it that may be in use before a job; above that, another process gets the next one. */
const FULL_SHARE = 0.5;

/** Processes one job: its bytes and its other members. */
type Work<Rest, Answer> = (job: Rest & { bytes: Uint8Array }) => Promise<Answer>;

/** Takes jobs from the parent, one at a time, until the parent closes the channel. */
export function serveJobs<Rest extends object, Answer>(work: Work<Rest, Answer>): void {
  disableNetwork();
  yieldToOthers();
  watchMemory();
  // Parsers may leave rejected promises unhandled; the outcome of the job is reported separately.
  process.on('unhandledRejection', () => undefined);
  onParentGone(() => process.exit());
  process.on('message', (message) => {
    // Only our own parent writes to this channel.
    void takeJob(message as JobMessage<Rest>, () => send<Answer>({ type: 'begun' }), work).then(
      (answer) => send({ type: 'answer', answer, isFull: isFull() }),
      (thrown: unknown) => send<Answer>({ type: 'bug', text: String(thrown).slice(0, MAX_BUG_CHARACTERS) }),
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

/** The next bytes of the standard input: all of one job's, because the parent sends no others before the answer. */
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
    // If the machine itself runs out of memory, Linux kills this process first.
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not Linux, or not permitted: then no process is preferred.
  }
}

/** Whether a job has left so much memory behind that the next one might be killed for it. */
function isFull(): boolean {
  return process.memoryUsage.rss() > MAX_RESIDENT_BYTES * FULL_SHARE;
}

/** A separate thread watches the memory, because a parser may block this one. */
function watchMemory(): void {
  const workerData = { maxResidentBytes: MAX_RESIDENT_BYTES, parent: process.ppid };
  new Worker(new URL('./watch-process.worker.mjs', import.meta.url), { workerData }).unref();
}
