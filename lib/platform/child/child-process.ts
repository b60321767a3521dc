/** A process that works on callers' bytes, as seen by the service. Its other side is `serve-jobs.ts`. */
import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { log } from '../log';
import { projectRoot } from '../project-root';
import type { FairQueuePlan } from '../sharing/fair-queue';
import type { ChildMessage, JobMessage } from './messages';
import { readBytes } from './read-bytes';

/** The settings of one kind of process. */
export type ChildPlan = {
  /** `image` is `dist/image.child.mjs`. */
  name: string;
  /** Time limit of a job, from when the process has it. */
  jobMs: number;
  /** Limits of the heap, and of the resident memory of the whole process, in MiB. */
  heapMegabytes: number;
  maxResidentMegabytes: number;
  /** Variables for the libraries in it; it has no other environment. */
  environment?: Record<string, string>;
  /** A process exits after this many jobs; default: 100. */
  jobsPerLife?: number;
  /** How these processes are shared, where it differs from the usual way (`pool.ts`). */
  sharing?: Partial<FairQueuePlan>;
};

/** The bytes of a job; the process gets several pieces as one. */
export type JobBytes = Uint8Array | readonly Uint8Array[];

/** The answer to a job, or why its process was lost. */
export type Outcome<Answer> = { answer: Answer } | { lost: Loss };

/** Why a process was lost: it ran out of time or memory, or crashed on something in the bytes. */
type Loss = 'time' | 'memory' | 'crash';

/** The same, or that the process never got the job. */
type Ending<Answer> = Outcome<Answer> | { lost: 'start' };

/** A process. Only this file and `pool.ts` use its members. */
export type Child = {
  name: string;
  process: ChildProcess;
  /** Jobs that it has finished. */
  jobs: number;
  isGone: boolean;
  /** Its last job left so much memory behind that it gets no further job. */
  isFull: boolean;
  /** Ends it when it has been idle for too long. */
  idleTimer?: NodeJS.Timeout;
};

/** How long a process may take to start and receive its job: the machine may be busy. */
const BEGIN_MS = 30_000;
/** A shell's exit code for an abort. */
const ABORT_CODE = 134;

/** Starts a process and returns at once. */
export function startChild({ name, heapMegabytes, maxResidentMegabytes, environment }: ChildPlan): Child {
  const script = join(projectRoot(), 'dist', `${name}.child.mjs`);
  const child: Child = {
    name,
    // A parser gets none of our environment, least of all the keys in it.
    // The bundler must not resolve the script: it is built separately.
    process: fork(/* turbopackIgnore: true */ script, [String(maxResidentMegabytes)], {
      env: { NODE_ENV: 'production', ...environment },
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--no-warnings'],
      serialization: 'advanced',
      stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    }),
    jobs: 0,
    isGone: false,
    isFull: false,
  };
  child.process.once('exit', () => (child.isGone = true));
  // A process may exit with unread bytes: only its exit matters. While idle, it must not keep the service alive.
  child.process.stdin?.on('error', () => undefined);
  unref(child);
  // The exit reports what matters; without a listener the error would crash the service.
  child.process.on('error', (error) => log.error({ child: name, error }, 'a child process failed'));
  return child;
}

/** Lets an idle process exit. */
export function endChild({ process }: Child): void {
  if (process.connected) process.disconnect();
}

/**
 * Gives a process one job: its bytes through the pipe, in pieces as the process reads them, because a message of 25 MB
 * would block the event loop; everything else as a message. The bytes of an answer come the same way. Without an answer
 * the process is killed.
 * @throws Error if its own code fails; the signal's reason when aborted
 */
export async function askChild<Job extends { bytes: JobBytes }, Answer extends object>(
  child: Child,
  { bytes, ...rest }: Job,
  jobMs: number,
  signal: AbortSignal,
): Promise<Ending<Answer>> {
  signal.throwIfAborted();
  const { process } = child;
  process.ref();
  process.channel?.ref();
  let end: () => void = () => undefined;
  try {
    return await new Promise<Ending<Answer>>((resolve, reject) => {
      let hasBegun = false;
      let timer = setTimeout(() => resolve({ lost: 'start' }), BEGIN_MS);
      const onMessage = (raw: unknown): void => {
        // Only our own child writes to this channel.
        const message = raw as ChildMessage;
        if (message.type === 'answer') {
          child.isFull = message.isFull;
          return void withBytes<Answer>(process, message).then((answer) => resolve({ answer }), reject);
        }
        if (message.type === 'bug') return reject(new Error(`The process ${child.name} has failed: ${message.text}`));
        hasBegun = true;
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ lost: 'time' }), jobMs);
      };
      const onExit = (code: number | null, by: NodeJS.Signals | null): void => {
        log.warn({ child: child.name, code, signal: by }, 'a child process exited during a job');
        resolve({ lost: hasBegun ? lossOf(code, by) : 'start' });
      };
      const onError = (): void => resolve({ lost: 'start' });
      const onAbort = (): void => reject(signal.reason as Error);
      end = () => {
        clearTimeout(timer);
        process.off('message', onMessage).off('exit', onExit).off('error', onError);
        signal.removeEventListener('abort', onAbort);
      };
      process.on('message', onMessage).once('exit', onExit).once('error', onError);
      signal.addEventListener('abort', onAbort, { once: true });
      // A process that has exited accepts nothing; its exit is handled above.
      const message: JobMessage<typeof rest> = { ...rest, byteLength: lengthOf(bytes) };
      process.send(message, () => undefined);
      for (const piece of piecesOf(bytes)) process.stdin?.write(piece);
    }).then(killIfLost(child), killAndThrow(child));
  } finally {
    end();
    unref(child);
  }
}

/** How many bytes a job has. */
export function lengthOf(bytes: JobBytes): number {
  return piecesOf(bytes).reduce((sum, piece) => sum + piece.byteLength, 0);
}

function piecesOf(bytes: JobBytes): readonly Uint8Array[] {
  return bytes instanceof Uint8Array ? [bytes] : bytes;
}

/** An answer with its bytes, which follow it on the standard output. */
async function withBytes<Answer extends object>(
  { stdout }: ChildProcess,
  { answer, byteLength }: Extract<ChildMessage, { type: 'answer' }>,
): Promise<Answer> {
  // Only our own child answers, with what its plan's caller expects.
  if (byteLength === undefined || stdout === null) return answer as Answer;
  return { ...(answer as Answer), bytes: await readBytes(stdout, byteLength) };
}

/** Lets the service exit while the process is idle. */
function unref({ process }: Child): void {
  process.unref();
  process.channel?.unref();
  // Node makes the parent's end of a pipe a socket.
  if (process.stdin instanceof Socket) process.stdin.unref();
  if (process.stdout instanceof Socket) process.stdout.unref();
}

function lossOf(code: number | null, by: NodeJS.Signals | null): Loss {
  // V8 gives up with an abort; the memory watch, and Linux itself, kill.
  const isMemory = by === 'SIGKILL' || by === 'SIGABRT' || by === 'SIGTRAP' || code === ABORT_CODE;
  return isMemory ? 'memory' : 'crash';
}

function killIfLost(child: Child) {
  return <Answer>(ending: Ending<Answer>): Ending<Answer> => {
    if ('lost' in ending) child.process.kill('SIGKILL');
    return ending;
  };
}

function killAndThrow(child: Child) {
  return (reason: unknown): never => {
    child.process.kill('SIGKILL');
    throw reason;
  };
}
