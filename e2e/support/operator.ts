import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FareboxServer } from './server';

const run = promisify(execFile);

/**
 * Runs the admin command against a running server's data folder, as `npm run -s admin -- …` does.
 * @returns its parsed `--json` output
 */
export async function admin(server: FareboxServer, ...args: string[]): Promise<Record<string, unknown>> {
  const { port } = new URL(server.url);
  const { stdout } = await run(process.execPath, ['scripts/start.mjs', 'admin', ...args, '--json'], {
    env: {
      ...{ ...process.env, DATA_DIR: server.dataDir, PORT: port, NODE_ENV: 'production' },
      ...(server.databaseUrl !== undefined && { DATABASE_URL: server.databaseUrl }),
    },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Creates a key for the owner of a test server. */
export async function createKey(server: FareboxServer, type: 'ADMIN' | 'INFERENCE' = 'ADMIN'): Promise<string> {
  const printed = await admin(server, 'key', 'create', '--email', 'owner@example.com', '--type', type);
  return String(printed.apiKey);
}
