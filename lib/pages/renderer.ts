/**
 * Supervises the process that renders pages. It is started by `warm.ts` or with the first page, replaced when it has
 * crashed or grown too large, and ended with the server. A crash only fails the pages in progress.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiError } from '../core/errors';
import { SECOND_MS } from '../core/time';
import { pageEnvironment } from '../platform/env';
import { log } from '../platform/log';
import { projectRoot } from '../platform/project-root';
import { type Launcher, prepareLauncher, type Program } from './launcher';

/** Messages of the renderer: it is listening, or it uses so much memory that it should be replaced. */
export type RendererMessage = { ready: true } | { grown: true };

/** Where to send one page request. Exactly one of `done` and `kill` must be called at the end. */
export type RendererLease = {
  socketPath: string;
  agent: Agent;
  /** How long the page may take, ms. */
  limitMs: number;
  /** The process has begun to answer. */
  answered: () => void;
  /** The request has ended, successfully or not. */
  done: () => void;
  /** The process does not respond: kills it, and with it the other pages in progress. */
  kill: () => void;
};

/** The supervised renderer. */
export type Renderer = {
  /**
   * Waits for a running process; starts one if there is none.
   * @throws ApiError NOT_READY with `Retry-After` if it does not start, or crashed too often recently
   */
  lease: () => Promise<RendererLease>;
  /** Ends the process for good. */
  close: () => Promise<void>;
  /** The PID, null if there is no process. For tests and the log. */
  pid: () => number | null;
};

type Running = {
  process: ChildProcess;
  agent: Agent;
  socketPath: string;
  startedAtMs: number;
  pages: number;
  isGrown: boolean;
  /** It has answered a page: the code that pages share is loaded. */
  isWarm: boolean;
  ready: Promise<void>;
};
type State = {
  launcher: Launcher;
  running: Running | null;
  /** Private to this user: anyone who can open the socket can impersonate any visitor. */
  folder: string | null;
  pauseMs: number;
  startableAtMs: number;
  isClosed: boolean;
};

const HEAP_MEGABYTES = 512;
/** Long, because the machine may be busy, and streams have priority. */
const START_MS = 60 * SECOND_MS;
/** Longest time for one page, from the request to the last byte the renderer writes. */
const PAGE_MS = 30 * SECOND_MS;
/** The same until the first answer: ending a process because it loads slowly would make the next one load as slowly. */
const FIRST_PAGE_MS = 120 * SECOND_MS;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10 * SECOND_MS;
/** A process that ran this long was healthy: its crash counts as the first. */
const HEALTHY_MS = 30 * SECOND_MS;
/** A process that has not exited by then is killed. */
const CLOSE_MS = 2 * SECOND_MS;
/** How much of each line, and how many lines per process, of its stderr are logged. */
const LINE_CHARACTERS = 500;
const LINES_PER_LIFE = 200;
/** Unix sockets have a path of at most 103 bytes on macOS, 107 on Linux. */
const MAX_FOLDER_CHARACTERS = 80;

/**
 * Creates the supervisor; no renderer runs before the first lease. Call this while the process is still small, see
 * `prepareLauncher`.
 * @param given for tests: another program
 */
export function superviseRenderer(given: Partial<Program> = {}): Renderer {
  const script = join(projectRoot(), 'dist', 'renderer.child.mjs');
  const execArgv = [`--max-old-space-size=${HEAP_MEGABYTES}`, '--no-warnings'];
  const state: State = {
    launcher: prepareLauncher({ script, execArgv, environment: pageEnvironment(), ...given }),
    running: null,
    folder: null,
    pauseMs: 0,
    startableAtMs: 0,
    isClosed: false,
  };
  return {
    lease: () => lease(state),
    close: () => close(state),
    pid: () => state.running?.process.pid ?? null,
  };
}

async function lease(state: State): Promise<RendererLease> {
  if (state.isClosed) throw unavailable(1);
  const waitMs = state.startableAtMs - performance.now();
  if (!state.running && waitMs > 0) throw unavailable(Math.ceil(waitMs / SECOND_MS));
  const running = (state.running ??= start(state));
  running.pages += 1;
  let isOver = false;
  const done = () => {
    if (isOver) return;
    isOver = true;
    running.pages -= 1;
    retireGrown(state, running);
  };
  try {
    await running.ready;
  } catch (error) {
    done();
    throw error;
  }
  const kill = () => {
    done();
    // No other page is sent to it while it exits.
    if (state.running === running) onProcessLost(state, running, 'no answer');
    running.process.kill('SIGKILL');
  };
  const limitMs = running.isWarm ? PAGE_MS : FIRST_PAGE_MS;
  const answered = () => (running.isWarm = true);
  return { socketPath: running.socketPath, agent: running.agent, limitMs, answered, done, kill };
}

function unavailable(retryAfterSeconds: number): ApiError {
  return new ApiError('NOT_READY', 'Pages are not available right now. Try again.', { retryAfterSeconds });
}

function start(state: State): Running {
  const socketPath = nextSocketPath(state);
  const child = state.launcher.start(socketPath);
  const agent = new Agent({ keepAlive: true });
  const running: Running = {
    process: child,
    agent,
    socketPath,
    startedAtMs: performance.now(),
    pages: 0,
    isGrown: false,
    isWarm: false,
    ready: untilReady(child),
  };
  child.on('message', (message) => {
    // Only our own child writes to this channel.
    if (!('grown' in (message as RendererMessage))) return;
    running.isGrown = true;
    retireGrown(state, running);
  });
  child.once('exit', (code, signal) => onProcessLost(state, running, signal ?? `code ${code}`));
  child.once('error', (error) => {
    // A process that was never created reports no exit.
    if (child.pid === undefined) onProcessLost(state, running, error.message);
  });
  logErrors(child);
  return running;
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
    const fail = () => {
      clearTimeout(timer);
      reject(unavailable(1));
    };
    child.once('exit', fail);
    child.once('error', fail);
    child.on('message', (message) => {
      if (!('ready' in (message as RendererMessage))) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function onProcessLost(state: State, running: Running, how: string): void {
  running.agent.destroy();
  // A process that was replaced or closed exits as intended.
  if (state.running !== running) return;
  state.running = null;
  if (state.isClosed) return;
  if (performance.now() - running.startedAtMs > HEALTHY_MS) state.pauseMs = 0;
  state.startableAtMs = performance.now() + state.pauseMs;
  log.error({ how, startableInMs: state.pauseMs }, 'the page renderer has exited; the next page restarts it');
  state.pauseMs = state.pauseMs === 0 ? FIRST_PAUSE_MS : Math.min(state.pauseMs * 2, MAX_PAUSE_MS);
}

/** Replaces a process that has grown too large, once nothing depends on it. */
function retireGrown(state: State, running: Running): void {
  if (!running.isGrown || running.pages > 0 || state.running !== running) return;
  log.info({ renderer: running.process.pid }, 'the page renderer has grown too large; the next page starts a new one');
  state.running = null;
  void end(running);
}

async function close(state: State): Promise<void> {
  state.isClosed = true;
  const { running, folder } = state;
  state.running = null;
  state.launcher.close();
  if (running) await end(running);
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** The process exits once the channel is closed. */
async function end({ process, agent }: Running): Promise<void> {
  agent.destroy();
  if (process.exitCode !== null || process.signalCode !== null || process.pid === undefined) return;
  const timer = setTimeout(() => process.kill('SIGKILL'), CLOSE_MS);
  const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  if (process.connected) process.disconnect();
  await exited;
  clearTimeout(timer);
}

/** A new one for each process: an old one may not have removed its own yet. */
function nextSocketPath(state: State): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\farebox-${randomBytes(16).toString('hex')}`;
  const parent = tmpdir().length > MAX_FOLDER_CHARACTERS ? '/tmp' : tmpdir();
  // An exiting process removes its folder. Created with mode 0700.
  if (state.folder) rmSync(state.folder, { recursive: true, force: true });
  state.folder = mkdtempSync(join(parent, 'farebox-'));
  return join(state.folder, 'pages.sock');
}

function logErrors({ stderr, pid }: ChildProcess): void {
  if (!stderr) return;
  let lines = 0;
  createInterface({ input: stderr }).on('line', (line) => {
    lines += 1;
    if (lines <= LINES_PER_LIFE) log.warn({ renderer: pid, line: line.slice(0, LINE_CHARACTERS) }, 'page renderer');
  });
}
