/**
 * Keeps one engine's child process alive and carries orders to it. A crash of the child fails the orders that it was
 * working on and nothing else: it is started again, and orders that come meanwhile wait a little for it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { log } from '../platform/log';
import { type ChildMessage, engineOffline, type Errand, errorOf } from './envelope';

/** What a child is started with. */
export type EnginePlan = {
  /** For the log. */
  name: string;
  /** Absolute path of the built child. */
  script: string;
  args: string[];
  /** Called each time a child can take orders, also after a restart. */
  onReady?: () => void;
};

/** How a child is. `waiting` = it has ended and is started again after a pause. */
export type EngineState = 'starting' | 'ready' | 'waiting' | 'closed';

/** A supervised engine. Its members belong to this file; others pass it to `callEngine` and `closeEngine`. */
export type Engine<Report> = {
  plan: EnginePlan;
  state: EngineState;
  child: ChildProcess | null;
  /** Starts after the first. */
  restarts: number;
  /** Starts in a row that ended before the child could take orders. */
  failedStarts: number;
  pauseMs: number;
  pause: NodeJS.Timeout | null;
  nextId: number;
  running: Map<number, Mailbox<Report>>;
  /** Orders that were given up and whose end the child has not reported yet. */
  leaving: Map<number, NodeJS.Timeout>;
  /** Called when the state changes. */
  watchers: Set<() => void>;
};

type Mailbox<Report> = { reports: Report[]; ended: boolean; failure: unknown; wake: (() => void) | null };

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** How long an order waits for a child that is being started; usually that takes a second. */
const READY_WAIT_MS = 15_000;
/** After so many failed starts in a row no order waits any more. */
const HOPELESS_STARTS = 3;
/** A child that has not let go of an aborted order by then hangs, and is killed. */
const LET_GO_MS = 30_000;
/** A child that has not ended by itself by then is killed. */
const CLOSE_MS = 2_000;
/** Of what a child writes to stderr, this much of a line and this many lines of a life reach the log. */
const LINE_CHARACTERS = 500;
const LINES_PER_LIFE = 100;

/** Starts the child and returns at once. */
export function superviseEngine<Report>(plan: EnginePlan): Engine<Report> {
  const engine: Engine<Report> = {
    plan,
    state: 'starting',
    child: null,
    restarts: 0,
    failedStarts: 0,
    pauseMs: FIRST_PAUSE_MS,
    pause: null,
    nextId: 1,
    running: new Map(),
    leaving: new Map(),
    watchers: new Set(),
  };
  startChild(engine);
  return engine;
}

/**
 * Gives the child one order and yields its reports. Leaving the loop, or aborting, makes the child stop.
 * @throws ApiError MODEL_OFFLINE where the child cannot be started or ends meanwhile, or what the
 *   child reports; the signal's reason when aborted
 */
export async function* callEngine<Order, Report>(
  engine: Engine<Report>,
  order: Order,
  signal?: AbortSignal,
): AsyncGenerator<Report, void, undefined> {
  signal?.throwIfAborted();
  const child = await readyChild(engine, signal);
  const id = engine.nextId;
  engine.nextId += 1;
  const mailbox: Mailbox<Report> = { reports: [], ended: false, failure: null, wake: null };
  engine.running.set(id, mailbox);
  const abort = (): void => {
    mailbox.reports.length = 0;
    mailbox.failure = signal?.reason;
    leave(engine, child, id);
    mailbox.wake?.();
  };
  signal?.addEventListener('abort', abort, { once: true });
  send(child, { id, order });
  try {
    for (;;) {
      for (let report = mailbox.reports.shift(); report !== undefined; report = mailbox.reports.shift()) yield report;
      if (mailbox.failure !== null) throw mailbox.failure;
      if (mailbox.ended) return;
      await new Promise<void>((resolve) => (mailbox.wake = resolve));
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (!mailbox.ended) leave(engine, child, id);
  }
}

/** Ends the child for good; its running orders fail. */
export async function closeEngine<Report>(engine: Engine<Report>): Promise<void> {
  engine.state = 'closed';
  if (engine.pause) clearTimeout(engine.pause);
  changed(engine);
  const { child } = engine;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.connected) child.disconnect();
  await gone;
  clearTimeout(timer);
}

function startChild<Report>(engine: Engine<Report>): void {
  const { plan } = engine;
  // Nothing of our own environment is the engine's business, least of all the keys in it.
  const child = fork(plan.script, plan.args, {
    env: { NODE_ENV: 'production', NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
    // An engine's wrappers hold native memory that V8 knows nothing of: the child sweeps by itself (`sweep.ts`).
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  engine.child = child;
  engine.state = 'starting';
  child.on('message', (message) => receive(engine, message as ChildMessage<Report>));
  child.on('error', (error) => {
    log.error({ engine: plan.name, error }, 'an engine has failed');
    // A process that never came to be tells no exit.
    if (child.pid === undefined) lost(engine, child, error.message);
  });
  child.once('exit', (code, signal) => lost(engine, child, signal ?? `code ${code}`));
  let lines = 0;
  if (!child.stderr) return;
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines += 1;
    if (lines <= LINES_PER_LIFE) log.warn({ engine: plan.name, line: line.slice(0, LINE_CHARACTERS) }, 'engine');
  });
}

function receive<Report>(engine: Engine<Report>, message: ChildMessage<Report>): void {
  if ('ready' in message) {
    engine.state = 'ready';
    engine.failedStarts = 0;
    changed(engine);
    engine.plan.onReady?.();
    return;
  }
  for (const { id, reports, end, failure } of message.answers) {
    const mailbox = engine.running.get(id);
    if (end || failure) {
      clearTimeout(engine.leaving.get(id));
      engine.leaving.delete(id);
      engine.running.delete(id);
      // A child that finishes something is healthy: the next crash is a first one again.
      if (end) engine.pauseMs = FIRST_PAUSE_MS;
    }
    if (!mailbox) continue;
    for (const report of reports) mailbox.reports.push(report);
    if (failure) {
      if (failure.code === null)
        log.error({ engine: engine.plan.name, reason: failure.message }, 'an order has failed');
      mailbox.failure = errorOf(failure);
    }
    if (end || failure) mailbox.ended = true;
    mailbox.wake?.();
  }
}

function lost<Report>(engine: Engine<Report>, child: ChildProcess, how: string): void {
  if (engine.child !== child) return;
  engine.child = null;
  for (const timer of engine.leaving.values()) clearTimeout(timer);
  engine.leaving.clear();
  for (const mailbox of engine.running.values()) {
    mailbox.failure ??= engineOffline(`the engine ended (${how})`);
    mailbox.ended = true;
    mailbox.wake?.();
  }
  engine.running.clear();
  if (engine.state === 'closed') return;
  log.error({ engine: engine.plan.name, how, againInMs: engine.pauseMs }, 'an engine has ended and is started again');
  if (engine.state === 'starting') engine.failedStarts += 1;
  engine.state = 'waiting';
  if (isHopeless(engine)) changed(engine);
  engine.pause = setTimeout(() => {
    engine.restarts += 1;
    startChild(engine);
  }, engine.pauseMs);
  engine.pauseMs = Math.min(engine.pauseMs * 2, LONGEST_PAUSE_MS);
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

function isHopeless<Report>(engine: Engine<Report>): boolean {
  return engine.failedStarts >= HOPELESS_STARTS;
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

function changed<Report>(engine: Engine<Report>): void {
  for (const watcher of [...engine.watchers]) watcher();
}
