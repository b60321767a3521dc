import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { settings } from '../env';
import { processState } from '../process-state';
import { watchOutages, type OutageWatch } from './outage/watch';
import type { Database, Lane, Queryable, TransactionOptions } from './types';

/** One statement for a driver. `arrays`: rows as arrays of columns in order, which drizzle wants. */
export type Statement = { text: string; params: unknown[]; name?: string; arrays: boolean };

/** Runs a statement on a connection and returns its rows. */
export type Run = (statement: Statement) => Promise<unknown[]>;

/** One or several connections. */
export type LaneDriver = {
  run: Run;
  /** Begins, works, commits; rolls back when `work` throws, and throws the same error. */
  transaction<T>(work: (run: Run) => Promise<T>, options?: TransactionOptions): Promise<T>;
};

/** The little that PGlite and pg must provide; `guardDatabase` makes a `Database` of it. */
export type Driver = LaneDriver & {
  kind: Database['kind'];
  /** Connections that are kept for money; absent where there is only one. */
  money?: LaneDriver;
  close(): Promise<void>;
};

type Transaction = { open: boolean; failure: unknown };

/**
 * The transaction that the code at hand runs in; process-wide, because both module graphs must see the same. Not in
 * production: what it finds are mistakes of ours, and on Node 20 it makes every promise of the process dearer.
 */
const inside = () =>
  processState('platform.transaction', () => (settings().production ? null : new AsyncLocalStorage<Transaction>()));

/**
 * A `Database` over a driver: the same behaviour on both kinds, with the misuses that would hang or lose data stopped
 * at once: the outer database inside a transaction, a transaction inside another, a transaction's handle after its
 * end, and a commit after a failed statement. Where the database is at fault, what is thrown is NOT_READY.
 */
export function guardDatabase(driver: Driver): Database {
  const asked = driver.money ?? driver;
  const watch = watchOutages(() => asked.run({ text: 'select 1', params: [], arrays: false }));
  const lane = guardLane(driver, watch, ({ name, text }) => name ?? text);
  return {
    ...lane,
    kind: driver.kind,
    money: driver.money ? guardLane(driver.money, watch, NONE_MAY) : lane,
    close: () => {
      watch.end();
      return driver.close();
    },
  };
}

/** Names a statement that may take too long without anything being wrong; undefined where none may. */
type MayBeSlow = (statement: Pick<Statement, 'name' | 'text'>) => string | undefined;

/** Money's statements are short: if one of them takes too long, the database is at fault. */
const NONE_MAY: MayBeSlow = () => undefined;

function guardLane(driver: LaneDriver, watch: OutageWatch, mayBeSlow: MayBeSlow): Lane {
  const outside = (): void => {
    if (inside()?.getStore()?.open) {
      throw new Error('This runs inside a transaction: use the handle that the transaction was given, not database().');
    }
    watch.admit();
  };
  const run = watched(driver.run, watch, mayBeSlow);
  const outer = queryable(async (statement) => {
    outside();
    return run(statement);
  });
  return {
    ...outer,
    transaction: async (work, options) => {
      outside();
      let ofWork: unknown;
      const noteWork = (error: unknown) => {
        ofWork = error;
        throw error;
      };
      try {
        const watchedWork = (tx: Run) => runTransaction(watched(tx, watch, mayBeSlow), work).catch(noteWork);
        return await driver.transaction(watchedWork, options);
      } catch (error) {
        // What the work threw may look like an outage and be another server's: only begin and commit are judged here.
        throw error === ofWork ? error : watch.failed(error, mayBeSlow({ text: 'begin or commit' }));
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
    // A COMMIT after a failed statement is silently a ROLLBACK: whoever swallowed the failure must not believe in it.
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
