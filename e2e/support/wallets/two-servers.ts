import { rmSync } from 'node:fs';
import pg from 'pg';
import { startPostgres } from '../../../lib/platform/testing/test-postgres';
import { startDevChains, type DevChains } from '../../../scripts/dev-chains';
import { OWNER } from '../fixtures';
import { type FareboxServer, startFarebox } from '../server';

/** Two servers of one installation, that are paid on local networks. */
export type TwoServers = {
  chains: DevChains;
  /** A connection of the test to their database. */
  sql: pg.Client;
  /** Both, in the order of their start; those that were killed are missing. */
  running(): FareboxServer[];
  /** SIGKILL. */
  kill(server: FareboxServer): Promise<void>;
  /** Starts what was killed, with the data of before. */
  startAgain(count: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL, both networks, and both servers.
 * @throws Error if one of them does not start; then none is left running
 */
export async function startTwoServers(): Promise<TwoServers> {
  const endings: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of endings.reverse()) await end();
  };
  try {
    return { ...(await startAll(endings)), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** @param endings gets what stops each part, in the order of their starts */
async function startAll(endings: (() => Promise<unknown>)[]): Promise<Omit<TwoServers, 'stop'>> {
  const postgres = await startPostgres();
  endings.push(() => postgres.stop());
  const chains = await startDevChains({ base: 0, solana: 0 });
  endings.push(() => chains.stop());
  const sql = new pg.Client({ connectionString: postgres.url });
  await sql.connect();
  endings.push(() => sql.end());
  const settings = {
    ...{ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, WELCOME_CREDIT_USD: '0' },
    ...{ DATABASE_URL: postgres.url, EMBEDDED_MODELS: 'none', TRUST_PROXY: '1' },
    ...chains.settings,
  };
  const servers: FareboxServer[] = [];
  const killed: string[] = [];
  endings.push(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    for (const dataDir of killed) rmSync(dataDir, { recursive: true, force: true });
  });
  while (servers.length < 2) servers.push(await startFarebox(settings));
  return {
    ...{ chains, sql },
    running: () => [...servers],
    kill: async (server) => {
      servers.splice(servers.indexOf(server), 1);
      killed.push(server.dataDir);
      await server.kill();
    },
    startAgain: async (count) => {
      for (const dataDir of killed.splice(0, count))
        servers.push(await startFarebox({ ...settings, DATA_DIR: dataDir }));
    },
  };
}
