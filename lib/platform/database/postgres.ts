import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { log } from '../log';
import { adoptBaseline } from './adopt-baseline';
import { outageOf } from './failure';
import { guardDatabase, type LaneDriver, type Run } from './guard';
import { migrationsFolder } from './migrations-folder';
import type { Database, TransactionOptions } from './types';

/** Connections per process. Requests run a few fast statements each, and several processes share one server. */
const POOL_SIZE = 10;
/**
 * More connections for the ledger alone: each ledger operation has one statement in flight at a time; the rest look up
 * keys.
 */
const MONEY_POOL_SIZE = 5;
/** The longest wait for a free or new connection. */
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 4_000;
/**
 * A working server cancels a statement at its time limit. After this much longer it counts as hanging, and the
 * connection is dropped. This is known before waits for a connection time out, so that those callers do not retry in
 * vain.
 */
const HANGING_AFTER_MS = 750;
const MAX_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const IDLE_CONNECTION_MS = 30_000;
/** The advisory lock for migrations. Any fixed number that nothing else uses; "fare" in ASCII. */
const MIGRATION_LOCK = 0x66617265;
/** PostgreSQL's object identifier of int8. */
const INT8 = 20;

/** Opens a PostgreSQL database by its URL and migrates it; several processes may do so at once. */
export async function openPostgres(url: string): Promise<Database> {
  // Process-wide in pg: drizzle reads this table too. With int8 as text, adding amounts would concatenate strings.
  pg.types.setTypeParser(INT8, BigInt);
  await migratePostgres(url);
  const pool = openPool(url, POOL_SIZE);
  const money = openPool(url, MONEY_POOL_SIZE);
  return guardDatabase({
    kind: 'postgres',
    ...laneOn(pool),
    money: laneOn(money),
    close: async () => void (await Promise.all([pool.end(), money.end()])),
  });
}

function openPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The client-side limit for all statements without their own: a statement cut off here loses its connection.
    query_timeout: STATEMENT_TIMEOUT_MS + HANGING_AFTER_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    application_name: 'farebox',
    // As a statement, not as a startup parameter: poolers such as PgBouncer reject unknown ones.
    onConnect: (client) => client.query(SESSION_SETTINGS),
  });
  // Without a listener, losing an idle connection (a server restart) would end this process. Debug level is enough: the
  // next statement shows whether the database is unavailable.
  pool.on('error', (error) => log.debug({ err: error }, 'an idle database connection ended'));
  return pool;
}

function laneOn(pool: pg.Pool): LaneDriver {
  return {
    run: runOn(pool),
    transaction: (work, options) => transact(pool, work, options),
  };
}

/** For the reports that PostgreSQL would compile, JIT takes forty times as long as the query. */
const SESSION_SETTINGS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
  set default_transaction_isolation = 'read committed';
  set jit = off`;

/** @param clientTimeoutMs when the connection is dropped; by default, the pool's timeout */
function runOn(connection: Pick<pg.ClientBase, 'query'>, clientTimeoutMs?: number): Run {
  return async ({ text, params, name, arrays }) => {
    const query = { text, values: params, name, query_timeout: clientTimeoutMs };
    const result: pg.QueryResult | pg.QueryArrayResult = arrays
      ? await connection.query({ ...query, rowMode: 'array' })
      : await connection.query(query);
    return result.rows;
  };
}

async function transact<T>(
  pool: pg.Pool,
  work: (run: Run) => Promise<T>,
  { timeoutMs = STATEMENT_TIMEOUT_MS }: TransactionOptions = {},
): Promise<T> {
  const limitMs = Math.round(Math.min(Math.max(timeoutMs, 1), MAX_TIMEOUT_MS));
  const client = await pool.connect();
  const run = runOn(client, limitMs + HANGING_AFTER_MS);
  const command = (text: string) => run({ text, params: [], arrays: false });
  let broken = false;
  // The pool only listens to idle connections: losing this one between two statements would end this process.
  const onLost = () => {
    broken = true;
  };
  client.on('error', onLost);
  try {
    await command('begin isolation level read committed');
    if (limitMs !== STATEMENT_TIMEOUT_MS) await command(`set local statement_timeout = ${limitMs}`);
    const result = await work(run);
    await command('commit');
    return result;
  } catch (error) {
    // A connection that was lost or cannot roll back is discarded, not returned to the pool.
    const outage = outageOf(error);
    broken ||= outage === 'unreachable' || outage === 'hanging';
    if (!broken) await command('rollback').catch(onLost);
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

/** Uses a separate connection without timeouts: the wait for another process's migration may be long. */
async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'farebox migration',
  });
  // If the connection is lost, the current or next statement fails. Without a listener the event would end the process.
  client.on('error', (error) => log.warn({ err: error }, 'the database connection of the migration ended'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await adoptBaseline((text, params) => client.query(text, params));
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}
