import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port';
import { findPrograms, openTo, unprivilegedUser, type User } from './test-postgres-programs';

const READY_MS = 20_000;

/** A real PostgreSQL server for a test, with its own folder, a free port on 127.0.0.1, and no password. */
export type TestPostgres = {
  url: string;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
  /** Kills the server and all its children with SIGKILL, as a power failure would. */
  kill9(): Promise<void>;
  /** Starts it again on the same files, after `kill9`. */
  restart(): Promise<void>;
  /** Suspends the server and its children (SIGSTOP): connections stay open, but nothing responds. */
  freeze(): void;
  /** Resumes them. */
  thaw(): void;
};

/**
 * Starts a temporary PostgreSQL. For root, it runs as the user `postgres`, else `nobody`, because the server refuses
 * root.
 * @param flags further parameters of `postgres`, e.g. `['-c', 'fsync=off']`
 * @throws Error if no PostgreSQL is installed and none can be fetched
 */
export async function startPostgres(flags: string[] = []): Promise<TestPostgres> {
  const programs = await findPrograms();
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'farebox-postgres-'));
  if ('uid' in user) chownSync(folder, user.uid, user.gid);
  const bin = openTo(user, programs, folder);
  const data = join(folder, 'data');
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  const made = spawnSync(join(bin, 'initdb'), initArgs, { ...user, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const start = () => startServer({ bin, user, folder, data, port, flags });
  let server = await start();
  return {
    url: addressOf(port),
    stop: async () => {
      signalTree(server, 'SIGCONT');
      await ended(server, () => server.kill('SIGINT'));
      rmSync(folder, { recursive: true, force: true });
    },
    kill9: () => killTree(server),
    freeze: () => signalTree(server, 'SIGSTOP'),
    thaw: () => signalTree(server, 'SIGCONT'),
    restart: async () => {
      server = await start();
    },
  };
}

type ServerOptions = {
  bin: string;
  user: User;
  folder: string;
  data: string;
  port: number;
  flags: string[];
};

async function startServer(options: ServerOptions): Promise<ChildProcess> {
  const logFile = join(options.folder, 'log');
  const output = openSync(logFile, 'a');
  const listen = [
    '-D',
    options.data,
    '-p',
    String(options.port),
    '-k',
    options.folder,
    '-c',
    'listen_addresses=127.0.0.1',
  ];
  const server = spawn(join(options.bin, 'postgres'), [...listen, ...options.flags], {
    ...options.user,
    cwd: options.folder,
    stdio: ['ignore', 'ignore', output],
  });
  closeSync(output);
  for (let waitedMs = 0; !(await answers(options.port)); waitedMs += 25) {
    if (server.exitCode !== null || waitedMs > READY_MS) {
      server.kill('SIGKILL');
      throw new Error(`PostgreSQL did not start: ${readFileSync(logFile, 'utf8')}`);
    }
    await sleep(25);
  }
  return server;
}

/** Whether the server accepts connections: its port opens earlier, during recovery. */
async function answers(port: number): Promise<boolean> {
  const client = new pg.Client(addressOf(port));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function addressOf(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

function signalTree(server: ChildProcess, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): number[] {
  const children = childrenOf(server);
  // The postmaster first, so that it cannot clean up after its children or start new ones.
  server.kill(signal);
  for (const child of children) {
    try {
      process.kill(child, signal);
    } catch {
      // It has already exited.
    }
  }
  return children;
}

function childrenOf({ pid }: ChildProcess): number[] {
  if (pid === undefined) return [];
  const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  return children.split('\n').flatMap((line) => (line === '' ? [] : Number(line)));
}

/**
 * Returns when all of them have ended: a server does not start on files to which an old child still has the shared
 * memory open.
 */
async function killTree(server: ChildProcess): Promise<void> {
  // Otherwise it might start a child after its children were listed.
  server.kill('SIGSTOP');
  let children: number[] = [];
  await ended(server, () => (children = signalTree(server, 'SIGKILL')));
  for (const child of children) while (isRunning(child)) await sleep(5);
}

/** False also for a process that has ended and whose status nobody has read yet. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}

function ended(server: ChildProcess, end: () => unknown): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    server.once('exit', () => done());
    end();
  });
}
