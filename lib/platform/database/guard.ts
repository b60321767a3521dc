import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { settings } from '../env';
import { processState } from '../process-state';
import { watchOutages, type OutageWatch } from './watch-outage';
import type { Database, Lane, Queryable, TransactionOptions } from './types';

/** One statement for a driver. `arrays`: return rows as arrays of columns in order, as drizzle expects. */
export type Statement = { text: string; params: unknown[]; name?: string; arrays: boolean };

/** Runs a statement on a connection and returns its rows. */
export type Run = (statement: Statement) => Promise<unknown[]>;

/** One or several connections. */
export type LaneDriver = {
  run: Run;
  /** Begins, works, commits; rolls back when `work` throws, and throws the same error. */
  transaction<T>(work: (run: Run) => Promise<T>, options?: TransactionOptions): Promise<T>;
};

/** What PGlite and pg must provide; `guardDatabase` turns it into a `Database`. */
export type Driver = LaneDriver & {
  kind: Database['kind'];
  /** Connections reserved for the ledger; absent if there is only one connection. */
  money?: LaneDriver;
  close(): Promise<void>;
};

type Transaction = { open: boolean; failure: unknown };

/**
 * The transaction that the current code runs in; process-wide, because both module graphs must see the same one. Not in
 * production: it only finds bugs of ours, and on Node 20 it makes every promise in the process slower.
 */
const inside = () =>
  processState('platform.transaction', () => (settings().production ? null : new AsyncLocalStorage<Transaction>()));

/**
 * A `Database` over a driver. It behaves the same on both kinds and throws immediately on misuse that would hang or
 * lose data: using the outer database inside a transaction, nesting transactions, using a transaction's handle after
 * its end, and committing after a failed statement. If the database is at fault, it throws NOT_READY.
 */
export function guardDatabase(driver: Driver): Database {
  const probed = driver.money ?? driver;
  const watch = watchOutages(() => probed.run({ text: 'select 1', params: [], arrays: false }));
  const lane = guardLane(driver, watch, ({ name, text }) => name ?? text);
  return {
    ...lane,
    kind: driver.kind,
    money: driver.money ? guardLane(driver.money, watch, NEVER_SLOW) : lane,
    close: () => {
      watch.end();
      return driver.close();
    },
  };
}

/** Names a statement that may time out without the database being at fault; undefined if no statement may. */
type MayBeSlow = (statement: Pick<Statement, 'name' | 'text'>) => string | undefined;

/** Ledger statements are short: if one of them times out, the database is at fault. */
const NEVER_SLOW: MayBeSlow = () => undefined;

function guardLane(driver: LaneDriver, watch: OutageWatch, mayBeSlow: MayBeSlow): Lane {
  const assertUsable = (): void => {
    if (inside()?.getStore()?.open) {
      throw new Error('This runs inside a transaction: use the transaction handle, not database().');
    }
    watch.admit();
  };
  const run = watched(driver.run, watch, mayBeSlow);
  const outer = queryable(async (statement) => {
    assertUsable();
    return run(statement);
  });
  return {
    ...outer,
    transaction: async (work, options) => {
      assertUsable();
      let workError: unknown;
      const recordWorkError = (error: unknown) => {
        workError = error;
        throw error;
      };
      try {
        const watchedWork = (tx: Run) => runTransaction(watched(tx, watch, mayBeSlow), work).catch(recordWorkError);
        return await driver.transaction(watchedWork, options);
      } catch (error) {
        // An error thrown by `work` may look like an outage but come from another server, so only errors of begin and
        // commit count here.
        throw error === workError ? error : watch.failed(error, mayBeSlow({ text: 'begin or commit' }));
      }
    },
  };
}

function watched(run: Run, watch: OutageWatch, mayBeSlow: MayBeSlow): Run {
  return async (statement) => {
    try {
      const rows = await run(statement);
      watch.succeeded();
      return rows;
    } catch (error) {
      throw watch.failed(error, mayBeSlow(statement));
    }
  };
}

async function runTransaction<T>(run: Run, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const transaction: Transaction = { open: true, failure: undefined };
  const tx = queryable(async (statement) => {
    if (!transaction.open) throw new Error('This transaction has ended: await every statement inside it.');
    try {
      return await run(statement);
    } catch (error) {
      transaction.failure ??= error;
      throw error;
    }
  });
  try {
    const store = inside();
    const result = await (store === null ? work(tx) : store.run(transaction, () => work(tx)));
    // A COMMIT after a failed statement silently becomes a ROLLBACK: code that swallowed the failure must not take it
    // for committed.
    if (transaction.failure !== undefined) throw transaction.failure;
    return result;
  } finally {
    transaction.open = false;
  }
}

function queryable(run: Run): Queryable {
  let orm: Queryable['orm'] | undefined;
  return {
    query: async <R>(text: string, params: unknown[] = [], options: { name?: string } = {}) =>
      (await run({ text, params, name: options.name, arrays: false })) as R[],
    get orm() {
      orm ??= drizzle(async (text, params, method) => ({
        rows: await run({ text, params, arrays: method === 'all' }),
      }));
      return orm;
    },
  };
}
