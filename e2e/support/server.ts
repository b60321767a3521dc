import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running Farebox: the built production server on a free port with its own data folder. */
export type FareboxServer = {
  url: string;
  pid: number;
  dataDir: string;
  /** Its PostgreSQL; undefined for the database in its data folder. */
  databaseUrl?: string;
  /** Everything that it has printed so far. */
  output: () => string;
  /** Stops it gracefully, waits, and removes its data. */
  stop: () => Promise<void>;
  /** Kills it without a warning, like a crash; its data stays. */
  kill: () => Promise<void>;
};

const READY_WITHIN_MS = 120_000;

/**
 * Starts the product as its users do and waits until it responds.
 * @param environment additional settings; `DATA_DIR` may be the folder of an earlier, killed server
 * @throws Error with the server's output if it does not start
 */
export async function startFarebox(environment: Record<string, string> = {}): Promise<FareboxServer> {
  const port = environment.PORT ?? String(await freePort());
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'farebox-e2e-'));
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'MODELS_DIR', 'XDG_CACHE_HOME'].map((name) => [name, process.env[name]]),
  );
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...inherited,
      NODE_ENV: 'production',
      EMBEDDED_MODELS: 'smollm2-135m',
      PORT: port,
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => printed);
  let asked = false;
  child.once('exit', (code) => {
    // Otherwise a scenario would only see refused connections.
    if (!asked) process.stderr.write(`Farebox ended by itself with ${code}:\n${printed}\n`);
  });
  const end = (signal: NodeJS.Signals) => {
    asked = true;
    return ended(child, () => child.kill(signal));
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    databaseUrl: environment.DATABASE_URL,
    output: () => printed,
    stop: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
  };
}

/** A free port on 127.0.0.1. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

async function untilReady(url: string, child: ChildProcess, printed: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`Farebox ended with ${child.exitCode}:\n${printed()}`);
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`Farebox was not ready in ${READY_WITHIN_MS / 1000} s:\n${printed()}`);
}

function ended(child: ChildProcess, signal: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    signal();
  });
}
