import type { ChildProcess } from 'node:child_process';
import { engineOffline, type Errand, type OthersFirst } from './envelope';
import { type Engine, isHopeless, type Mailbox } from './supervisor';

/** How long an order waits for a child that is being started; usually that takes a second. */
const READY_WAIT_MS = 15_000;
/** A child that has not let go of an aborted order by then hangs, and is killed. */
const LET_GO_MS = 30_000;

/** How often it is looked at what others do. */
const LOOK_EVERY_MS = 50;

/** An order that others may interrupt. */
export type Interruptible = {
  /** What others do who should go first. */
  others: () => OthersFirst;
  /** Called when the order has paused; it goes on when this is done. @throws the signal's reason: it is over meanwhile */
  giveWay: (signal: AbortSignal) => Promise<void>;
  /** Called at least once when the child is done with it, though its reports may be read much later. */
  end: () => void;
};

/**
 * Gives the child one order and yields its reports. Leaving the loop, or aborting, makes the child stop.
 * @param by.turns absent: nobody interrupts it
 * @throws ApiError MODEL_OFFLINE where the child cannot be started or ends meanwhile, or what the
 *   child reports; the signal's reason when aborted
 */
export async function* callEngine<Order, Report>(
  engine: Engine<Report>,
  order: Order,
  { signal, turns }: { signal?: AbortSignal; turns?: Interruptible } = {},
): AsyncGenerator<Report, void, undefined> {
  signal?.throwIfAborted();
  const child = await readyChild(engine, signal);
  const id = engine.nextId;
  engine.nextId += 1;
  const over = new AbortController();
  let wake = (): void => undefined;
  const mailbox: Mailbox<Report> = {
    ...{ reports: [], paused: false, ended: false, failure: null },
    // Not by whoever reads the reports: a slow reader keeps nothing from others.
    changed: () => {
      if (mailbox.ended || mailbox.failure !== null) end();
      else if (mailbox.paused) giveWay();
      wake();
    },
  };
  const looking = turns && lookAtOthers(turns, (others) => send(child, { id, others }));
  const end = (): void => {
    clearInterval(looking);
    over.abort();
    turns?.end();
  };
  const giveWay = (): void => {
    mailbox.paused = false;
    turns?.giveWay(over.signal).then(
      () => send(child, { id, goOn: true }),
      () => undefined,
    );
  };
  engine.running.set(id, mailbox);
  const abort = (): void => {
    mailbox.reports.length = 0;
    mailbox.failure = signal?.reason;
    leave(engine, child, id);
    mailbox.changed();
  };
  signal?.addEventListener('abort', abort, { once: true });
  send(child, { id, order });
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

/** Passes on what changes. */
function lookAtOthers({ others }: Interruptible, passOn: (others: OthersFirst) => void): NodeJS.Timeout {
  let before: OthersFirst = { wait: false, run: false };
  return setInterval(() => {
    const now = others();
    if (now.wait !== before.wait || now.run !== before.run) passOn(now);
    before = now;
  }, LOOK_EVERY_MS);
}

/** Tells the child to stop an order, once, and sees to it that it does. */
function leave<Report>(engine: Engine<Report>, child: ChildProcess, id: number): void {
  if (!engine.running.delete(id)) return;
  send(child, { id, abort: true });
  const timer = setTimeout(() => child.kill('SIGKILL'), LET_GO_MS);
  timer.unref();
  engine.leaving.set(id, timer);
}

function send<Order>(child: ChildProcess, errand: Errand<Order>): void {
  // A channel that closes under our hands is told by 'exit', which fails the order.
  if (child.connected) child.send(errand, () => undefined);
}

async function readyChild<Report>(engine: Engine<Report>, signal?: AbortSignal): Promise<ChildProcess> {
  const present = (): ChildProcess | null => (engine.state === 'ready' ? engine.child : null);
  if (!present() && engine.state !== 'closed' && !isHopeless(engine)) await stateChange(engine, signal);
  signal?.throwIfAborted();
  const child = present();
  if (!child) throw engineOffline(`the engine is ${engine.state}`);
  return child;
}

/** Resolves when the child is ready, closed or hopeless, on abort, or when the patience is over. */
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
