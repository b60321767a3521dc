import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';

const PROGRAM = 'redis-server';
const READY_MS = 10_000;

/** A real Redis for a test, with a free port on 127.0.0.1, no password, and nothing on disk. */
export type TestRedis = {
  url: string;
  /** Ends the server. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL: its data is lost. */
  kill9(): Promise<void>;
  /** Starts it again on the same port, empty, after `kill9`. */
  restart(): Promise<void>;
  /** Suspends it (SIGSTOP): connections stay open, but nothing responds. */
  freeze(): void;
  /** Resumes it. */
  thaw(): void;
};

/**
 * Starts a temporary Redis.
 * @throws Error if no redis-server is installed
 */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let server = await startServer(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => ended(server),
    kill9: () => ended(server),
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    restart: async () => {
      server = await startServer(port);
    },
  };
}

async function startServer(port: number): Promise<ChildProcess> {
  const nothingKept = ['--save', '', '--appendonly', 'no'];
  const listen = ['--port', String(port), '--bind', '127.0.0.1'];
  const server = spawn(PROGRAM, [...listen, ...nothingKept], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const note = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-4_000);
  };
  server.stdout.on('data', note);
  server.stderr.on('data', note);
  let failure: Error | undefined;
  server.on('error', (error) => {
    failure = error;
  });
  for (let waitedMs = 0; !(await answers(port)); waitedMs += 20) {
    if (failure) {
      throw new Error('This test needs a Redis: install it (Debian: apt-get install redis-server).', {
        cause: failure,
      });
    }
    if (server.exitCode !== null || waitedMs > READY_MS) {
      server.kill('SIGKILL');
      throw new Error(`Redis did not start: ${output}`);
    }
    await sleep(20);
  }
  return server;
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answered: boolean) => {
      socket.destroy();
      done(answered);
    };
    socket.once('error', () => end(false));
    socket.once('data', (chunk) => end(chunk.toString().startsWith('+PONG')));
    socket.write('PING\r\n');
  });
}

/** It stores nothing, so SIGKILL is fine, and it works on a suspended server too. */
function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    server.once('exit', () => done());
    server.kill('SIGKILL');
  });
}
