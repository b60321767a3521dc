import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { processState } from '../process-state';
import type { Database, Queryable } from './types';

/** One statement for a driver. `arrays`: rows as arrays of columns in order, which drizzle wants. */
export type Statement = { text: string; params: unknown[]; name?: string; arrays: boolean };

/** Runs a statement on a connection and returns its rows. */
export type Run = (statement: Statement) => Promise<unknown[]>;

/** The little that PGlite and pg must provide; `guardDatabase` makes a `Database` of it. */
export type Driver = {
  kind: Database['kind'];
  run: Run;
  /** Begins, works, commits; rolls back when `work` throws. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Transaction = { open: boolean; failure: unknown };

/** Both module graphs must see the same transaction, hence process-wide. */
const inside = () => processState('platform.transaction', () => new AsyncLocalStorage<Transaction>());

/**
 * A `Database` over a driver: the same behaviour on both kinds, with the misuses that would hang or lose data stopped
 * at once: the outer database inside a transaction, a transaction inside another, a transaction's handle after its
 * end, and a commit after a failed statement.
 */
export function guardDatabase(driver: Driver): Database {
  const outside = (): void => {
    if (inside().getStore()?.open) {
      throw new Error('This runs inside a transaction: use the handle that the transaction was given, not database().');
    }
  };
  const outer = queryable(async (statement) => {
    outside();
    return driver.run(statement);
  });
  return {
    ...outer,
    kind: driver.kind,
    transaction: async (work) => {
      outside();
      return driver.transaction((run) => runTransaction(run, work));
    },
    close: () => driver.close(),
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
    const result = await inside().run(transaction, () => work(tx));
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
