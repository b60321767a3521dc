/** The inner side of a process that works on callers' bytes: its restrictions, and its loop. */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { onParentGone } from '../on-parent-gone';
import { disableNetwork } from './disable-network';
import type { ChildMessage, JobMessage } from './messages';
import { readBytes } from './read-bytes';

/** Of 19, the lowest priority: the service itself has precedence. */
const NICENESS = 10;
const MAX_BUG_CHARACTERS = 500;
/** Limit of the resident memory of this process. */
const MAX_RESIDENT_BYTES = Number(process.argv[2]) * 2 ** 20;
/** The share of it that may be in use before a job; above that, another process gets the next one. */
const FULL_SHARE = 0.5;

/** Processes one job: its bytes and its other members. The `bytes` of an answer are sent through the pipe. */
type Work<Rest, Answer> = (job: Rest & { bytes: Uint8Array }) => Promise<Answer>;

/** Takes jobs from the parent, one at a time, until the parent closes the channel. */
export function serveJobs<Rest extends object, Answer extends object>(work: Work<Rest, Answer>): void {
  disableNetwork();
  yieldToOthers();
  watchMemory();
  // Parsers may leave rejected promises unhandled; the outcome of the job is reported separately.
  process.on('unhandledRejection', () => undefined);
  onParentGone(() => process.exit());
  process.on('message', (message) => {
    // Only our own parent writes to this channel.
    void takeJob(message as JobMessage<Rest>, () => send({ type: 'begun' }), work).then(answer, (thrown: unknown) =>
      send({ type: 'bug', text: String(thrown).slice(0, MAX_BUG_CHARACTERS) }),
    );
  });
}

function answer(result: object & { bytes?: Uint8Array }): void {
  const { bytes, ...rest } = result;
  send({ type: 'answer', answer: rest, ...(bytes && { byteLength: bytes.byteLength }), isFull: isFull() });
  if (bytes) process.stdout.write(bytes);
}

async function takeJob<Rest extends object, Answer>(
  message: JobMessage<Rest>,
  onBegun: () => void,
  work: Work<Rest, Answer>,
): Promise<Answer> {
  // All of one job's, because the parent sends no others before the answer.
  const bytes = await readBytes(process.stdin, message.byteLength);
  onBegun();
  return work({ ...message, bytes });
}

function send(message: ChildMessage): void {
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
