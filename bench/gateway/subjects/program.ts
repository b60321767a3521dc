import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../lib/platform/testing/free-port';
import type { RunningSubject } from '../types';

/** A server to be started as a direct child. */
export type Program = {
  /** For error messages. */
  name: string;
  command: string;
  args: string[];
  /** In addition to PATH and HOME, which are ours, and NODE_ENV, which is `production`. */
  env?: Record<string, string>;
  cwd?: string;
  /** The file for its output: with a pipe, the reader would be part of the measurement. */
  log: string;
  /** A URL that responds with a status below 500 as soon as it is ready. */
  readyUrl: string;
};

/** A server that answers. */
export type RunningProgram = {
  pid: number;
  /** Asks it to stop and waits; if it does not stop, kills it. A second call does nothing. */
  stop(): Promise<void>;
};

const READY_MS = 90_000;
const STOP_MS = 40_000;
const SHOWN_CHARACTERS = 2_000;

/** Starts a server and waits until it responds. @throws Error with its last output if it does not */
export async function startProgram(program: Program): Promise<RunningProgram> {
  const { name, command, args, env, cwd, log, readyUrl } = program;
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  let failure: Error | null = null;
  child.once('error', (error) => (failure = error));
  const ready = async () => {
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await answer?.body?.cancel();
    return answer !== null && answer.status < 500;
  };
  for (const deadlineMs = performance.now() + READY_MS; !(await ready()); await sleep(50)) {
    if (failure === null && isRunning(child) && performance.now() < deadlineMs) continue;
    await stop(child);
    const lastOutput = readFileSync(log, 'utf8').slice(-SHOWN_CHARACTERS).trim();
    throw new Error(`${name} did not start: ${lastOutput || `no output, exit code ${child.exitCode}`}`, {
      cause: failure,
    });
  }
  return { pid: child.pid ?? 0, stop: () => stop(child) };
}

/** The environment of a subject: its folder and the address to listen on. */
export type Environment = { folder: string; port: number; url: string };

/**
 * Starts a subject that is one program, with its own folder and port, which are released afterward.
 * @param describe the program, its readiness path, and the headers of requests
 * @throws like `startProgram`
 */
export async function startSubject(
  name: string,
  describe: (environment: Environment) => Omit<Program, 'name' | 'log' | 'readyUrl'> & {
    readyPath: string;
    headers: Record<string, string>;
  },
): Promise<RunningSubject> {
  const { folder, remove } = makeFolder(name.toLowerCase().replace(/\W+/g, '-'));
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { readyPath, headers, ...program } = describe({ folder, port, url });
    const log = join(folder, 'log');
    const { pid, stop } = await startProgram({ ...program, name, log, readyUrl: `${url}${readyPath}` });
    return {
      url: `${url}/v1/chat/completions`,
      headers,
      pids: [pid],
      databasePids: [],
      stop: () => stop().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A new folder for the files of one subject. @returns it, and how to remove it */
export function makeFolder(name: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `farebox-bench-${name}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || !isRunning(child)) return;
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exit;
  clearTimeout(killing);
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
