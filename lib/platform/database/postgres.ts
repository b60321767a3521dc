import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { log } from '../log';
import { guardDatabase, type Run } from './guard';
import { migrationsFolder } from './migrations-folder';
import type { Database } from './types';

/** Connections per process: a few fast statements per request, and several processes share one server. */
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const IDLE_CONNECTION_MS = 30_000;
/** The advisory lock under which tables are changed. Any fixed number that nobody else takes; "fare" in ASCII. */
const MIGRATION_LOCK = 0x66617265;
/** PostgreSQL's object identifier of int8. */
const INT8 = 20;

/** Opens a PostgreSQL by its address and brings its tables up to date; several processes may do so at once. */
export async function openPostgres(url: string): Promise<Database> {
  // Process-wide in pg: drizzle reads this table too. int8 as text would turn sums of money into joined strings.
  pg.types.setTypeParser(INT8, BigInt);
  await migratePostgres(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    application_name: 'farebox',
    // As a statement, not as a start-up parameter: poolers such as PgBouncer refuse those they do not know.
    onConnect: (client) => client.query(SESSION_SETTINGS),
  });
  // Without a listener the end of an idle connection (a restart of the server) would end this process.
  pool.on('error', (error) => log.warn({ error }, 'an idle database connection ended'));
  return guardDatabase({
    kind: 'postgres',
    run: runOn(pool),
    transaction: (work) => transact(pool, work),
    close: () => pool.end(),
  });
}

const SESSION_SETTINGS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
  set default_transaction_isolation = 'read committed'`;

function runOn(connection: Pick<pg.ClientBase, 'query'>): Run {
  return async ({ text, params, name, arrays }) => {
    const query = { text, values: params, name };
    const result: pg.QueryResult | pg.QueryArrayResult = arrays
      ? await connection.query({ ...query, rowMode: 'array' })
      : await connection.query(query);
    return result.rows;
  };
}

async function transact<T>(pool: pg.Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  // The pool listens to idle connections alone: the end of this one between two statements would end this process.
  const onLost = (error: Error) => {
    if (!broken) log.warn({ err: error }, 'a database connection ended amid a transaction');
    broken = true;
  };
  client.on('error', onLost);
  try {
    await client.query('begin isolation level read committed');
    const result = await work(runOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away, not given to the next one.
    await client.query('rollback').catch(() => (broken = true));
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

/** On a connection of its own without time-outs: the wait for another process's migration may be long. */
async function migratePostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'farebox migration',
  });
  // Whatever is lost with the connection fails the statement under way or the next one; unheard it would end the process.
  client.on('error', (error) => log.warn({ err: error }, 'the database connection of the migration ended'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}
