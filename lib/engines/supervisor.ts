/**
 * Keeps one engine's child process alive and puts its reports into the mailboxes of the jobs. A crash of the child
 * only fails the jobs that it was working on: it is restarted, and jobs that arrive meanwhile wait a little.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { log } from '../platform/log';
import { type ChildMessage, engineOffline, errorOf } from './envelope';

/** What a child is started with. */
export type EnginePlan = {
  /** For the log. */
  name: string;
  /** Absolute path of the built child. */
  script: string;
  args: string[];
  /** Called each time a child is ready for jobs, also after a restart. */
  onReady?: () => void;
};

/** The state of a child. `waiting`: it has ended and is restarted after a pause. */
export type EngineState = 'starting' | 'ready' | 'waiting' | 'closed';

/** A supervised engine. Its members belong to this file and `call-engine.ts`; others only pass it on. */
export type Engine<Report> = {
  plan: EnginePlan;
  state: EngineState;
  child: ChildProcess | null;
  /** Starts after the first one. */
  restarts: number;
  /** Starts in a row that ended before the child was ready. */
  failedStarts: number;
  pauseMs: number;
  pause: NodeJS.Timeout | null;
  nextId: number;
  running: Map<number, Mailbox<Report>>;
  /** Jobs that were aborted and whose end the child has not reported yet. */
  leaving: Map<number, NodeJS.Timeout>;
  /** Called when the state changes. */
  watchers: Set<() => void>;
};

/** The reports of a job. */
export type Mailbox<Report> = {
  reports: Report[];
  paused: boolean;
  ended: boolean;
  failure: unknown;
  /** Called after each change. */
  changed: () => void;
};

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** After this many failed starts in a row, jobs no longer wait. */
const HOPELESS_STARTS = 3;
/** A child that has not exited by then is killed. */
const CLOSE_MS = 2_000;
/** How much of a line, and how many lines per life, of a child's stderr are logged. */
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

/** Ends the child for good; its running jobs fail. */
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
  // The engine gets none of our environment, least of all the keys in it.
  const child = fork(plan.script, plan.args, {
    env: { NODE_ENV: 'production', NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
    // An engine's wrappers hold native memory that V8 does not know of: the child collects it itself (`sweep.ts`).
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  engine.child = child;
  engine.state = 'starting';
  child.on('message', (message) => receive(engine, message as ChildMessage<Report>));
  child.on('error', (error) => {
    log.error({ engine: plan.name, error }, 'an engine failed');
    // A process that was never created emits no exit.
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
  for (const { id, reports, paused, end, failure } of message.answers) {
    const mailbox = engine.running.get(id);
    if (end || failure) {
      clearTimeout(engine.leaving.get(id));
      engine.leaving.delete(id);
      engine.running.delete(id);
      // A child that finishes something is healthy: the next crash counts as a first one again.
      if (end) engine.pauseMs = FIRST_PAUSE_MS;
    }
    if (!mailbox) continue;
    for (const report of reports) mailbox.reports.push(report);
    if (failure) {
      if (failure.code === null)
        log.error({ engine: engine.plan.name, reason: failure.message }, 'an engine job failed');
      mailbox.failure = errorOf(failure);
    }
    if (paused) mailbox.paused = true;
    if (end || failure) mailbox.ended = true;
    mailbox.changed();
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
    mailbox.changed();
  }
  engine.running.clear();
  if (engine.state === 'closed') return;
  log.error({ engine: engine.plan.name, how, againInMs: engine.pauseMs }, 'an engine ended and is being restarted');
  if (engine.state === 'starting') engine.failedStarts += 1;
  engine.state = 'waiting';
  if (isHopeless(engine)) changed(engine);
  engine.pause = setTimeout(() => {
    engine.restarts += 1;
    startChild(engine);
  }, engine.pauseMs);
  engine.pauseMs = Math.min(engine.pauseMs * 2, MAX_PAUSE_MS);
}

/** Whether a job need not wait for the child any more. */
export function isHopeless<Report>(engine: Engine<Report>): boolean {
  return engine.failedStarts >= HOPELESS_STARTS;
}

function changed<Report>(engine: Engine<Report>): void {
  for (const watcher of [...engine.watchers]) watcher();
}
