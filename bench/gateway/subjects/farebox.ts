import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../lib/platform/testing/free-port';
import { startPostgres } from '../../../lib/platform/testing/test-postgres';
import { auditLedger } from '../audit';
import { parentOf } from '../processes';
import type { RunningSubject, Subject } from '../types';
import { CREDIT_USD, makeKey } from './account';
import { makeFolder, startProgram } from './program';
import { serviceFileOf } from './service-file';

/** If nothing finished for this long, nothing is in flight anymore. */
const IDLE_MS = 1_000;
const IDLE_CHECKS = 30;
/** Counters of answered chats by status in the server's metrics. */
const CHATS = 'farebox_requests_total{route="/api/v1/chat/completions"';

/** Ours on the embedded database, as with `npm start`. */
export const onEmbedded: Subject = { name: 'Farebox, embedded', missing: null, start: (url) => startFarebox(url) };

/** Ours on a separate PostgreSQL with default settings: every commit waits for the disk. */
export const onPostgres: Subject = {
  name: 'Farebox, PostgreSQL',
  missing: null,
  start: async (url) => {
    const server = await startPostgres();
    try {
      const running = await startFarebox(url, { databaseUrl: server.url });
      const stop = () => running.stop().finally(() => server.stop());
      return { ...running, databasePids: [await postmasterOf(server.url)], stop };
    } catch (error) {
      await server.stop();
      throw error;
    }
  },
};

/**
 * The built product with every feature enabled: limits, holds, charges, its log. The load pays with an account's key.
 * @param options.nodeFlags further arguments of Node
 * @returns also the file with all that it prints
 */
export async function startFarebox(
  upstreamUrl: string,
  { databaseUrl, nodeFlags = [] }: { databaseUrl?: string; nodeFlags?: string[] } = {},
): Promise<RunningSubject & { log: string }> {
  const { folder, remove } = makeFolder('farebox');
  const log = join(folder, 'log');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const serviceFile = join(folder, 'service.yaml');
  writeFileSync(serviceFile, serviceFileOf(upstreamUrl));
  const dataDir = join(folder, 'data');
  const env = {
    ...{ PORT: String(port), DATA_DIR: dataDir, SERVICE_FILE: serviceFile },
    ...{ EMBEDDED_MODELS: 'none', SIGN_UP: 'closed', WELCOME_CREDIT_USD: '0' },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  try {
    const { pid, stop } = await startProgram({
      name: 'Farebox',
      command: process.execPath,
      args: [...nodeFlags, ...startArguments()],
      env,
      log,
      readyUrl: `${url}/api/health/ready`,
    });
    const key = await makeKey(env).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      log,
      url: `${url}/api/v1/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      pids: [pid],
      databasePids: [],
      audit: async (upstream) => {
        const disconnected = await countDisconnected(url);
        // Once the server has ended, everything in flight is settled and the embedded database is free.
        await stop();
        return auditLedger({ dataDir, databaseUrl, creditUsd: CREDIT_USD, disconnected }, upstream);
      },
      stop: () => stop().finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The arguments that `npm start` passes to Node, including flags. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').slice(1);
}

/** Requests whose client disconnected before the answer, as counted by the server, once it is idle. */
async function countDisconnected(url: string): Promise<number> {
  const read = async () => {
    const text = await (await fetch(`${url}/api/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith(CHATS));
  };
  let lines = await read();
  for (let tries = 0; tries < IDLE_CHECKS; tries += 1) {
    await sleep(IDLE_MS);
    const before = lines;
    lines = await read();
    if (lines.join() === before.join()) break;
  }
  return lines
    .filter((line) => line.includes('status="499"'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The parent of every process that serves a connection. @throws Error if it is not found */
async function postmasterOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]?.pid ?? 0);
    if (postmaster === null) throw new Error('PostgreSQL’s main process was not found.');
    return postmaster;
  } finally {
    await client.end();
  }
}
