import type { ChildProcess } from 'node:child_process';
import type { Contention } from '../platform/sharing/contention';
import { engineOffline, type EngineMessage } from './envelope';
import type { SlotLease } from './slot-lease';
import { type Engine, isHopeless, type Mailbox } from './supervisor';

/** How long a job waits for a child that is starting, which usually takes a second. */
const READY_WAIT_MS = 15_000;
/** A child that has not stopped an aborted job by then counts as hanging, and is killed. */
const ABORT_GRACE_MS = 30_000;

/**
 * How often the child of a job is updated on who competes for its slot: used time grows even if no call comes or
 * goes.
 */
const CONTENTION_EVERY_MS = 250;

/**
 * Sends the child one job and yields its reports. Leaving the loop, or aborting, makes the child stop.
 * @param by.lease given up while the job is paused, and ended as soon as the child is done; absent: it is never
 *   paused
 * @throws ApiError MODEL_OFFLINE if the child cannot be started or ends meanwhile, or what the child reports; the
 *   signal's reason when aborted
 */
export async function* callEngine<Job, Report>(
  engine: Engine<Report>,
  job: Job,
  { signal, lease }: { signal?: AbortSignal; lease?: SlotLease } = {},
): AsyncGenerator<Report, void, undefined> {
  signal?.throwIfAborted();
  const child = await readyChild(engine, signal);
  const id = engine.nextId;
  engine.nextId += 1;
  const over = new AbortController();
  let wake = (): void => undefined;
  const endWatch = lease && watchContention(lease, (contention) => send(child, { id, contention }));
  const end = (): void => {
    endWatch?.();
    over.abort();
    lease?.end();
  };
  // Done here, not by the reader of the reports: a slow reader must not hold resources.
  const mailbox = makeMailbox<Report>(() => {
    if (mailbox.reports.length > 0) lease?.reported();
    if (mailbox.ended || mailbox.failure !== null) end();
    else if (mailbox.paused) resumeInTurn();
    wake();
  });
  const fail = (reason: unknown): void => {
    mailbox.failure = reason;
    leave(engine, child, id);
    mailbox.changed();
  };
  const resumeInTurn = (): void => {
    mailbox.paused = false;
    lease?.giveWay(over.signal).then(
      () => send(child, { id, resume: true }),
      (reason: unknown) => over.signal.aborted || fail(reason),
    );
  };
  engine.running.set(id, mailbox);
  const abort = (): void => {
    mailbox.reports.length = 0;
    fail(signal?.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });
  send(child, { id, job });
  try {
    for (;;) {
      for (let report = mailbox.reports.shift(); report !== undefined; report = mailbox.reports.shift()) yield report;
      if (mailbox.failure !== null) throw mailbox.failure;
      if (mailbox.ended) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    end();
    signal?.removeEventListener('abort', abort);
    if (!mailbox.ended) leave(engine, child, id);
  }
}

function makeMailbox<Report>(changed: () => void): Mailbox<Report> {
  return { reports: [], paused: false, ended: false, failure: null, changed };
}

/** Reports changes in who competes for a slot. @returns a function to call once, at the end */
function watchContention(lease: SlotLease, passOn: (contention: Contention) => void): () => void {
  let before: Contention = { waiting: false, running: false };
  const look = (): void => {
    const now = lease.contention();
    if (now.waiting !== before.waiting || now.running !== before.running) passOn(now);
    before = now;
  };
  const polling = setInterval(look, CONTENTION_EVERY_MS);
  const endWatch = lease.watch(look);
  return () => {
    clearInterval(polling);
    endWatch();
  };
}

/** Asks the child to stop a job, at most once, and kills the child if it does not. */
function leave<Report>(engine: Engine<Report>, child: ChildProcess, id: number): void {
  if (!engine.running.delete(id)) return;
  send(child, { id, abort: true });
  const timer = setTimeout(() => child.kill('SIGKILL'), ABORT_GRACE_MS);
  timer.unref();
  engine.leaving.set(id, timer);
}

function send<Job>(child: ChildProcess, message: EngineMessage<Job>): void {
  // If the channel closes meanwhile, the 'exit' event fails the job.
  if (child.connected) child.send(message, () => undefined);
}

async function readyChild<Report>(engine: Engine<Report>, signal?: AbortSignal): Promise<ChildProcess> {
  const present = (): ChildProcess | null => (engine.state === 'ready' ? engine.child : null);
  if (!present() && engine.state !== 'closed' && !isHopeless(engine)) await stateChange(engine, signal);
  signal?.throwIfAborted();
  const child = present();
  if (!child) throw engineOffline(`the engine is ${engine.state}`);
  return child;
}

/** Resolves when the child is ready, closed, or hopeless, on abort, or after the maximum wait. */
function stateChange<Report>(engine: Engine<Report>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      engine.watchers.delete(done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, READY_WAIT_MS);
    engine.watchers.add(done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
