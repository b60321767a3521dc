import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * What both databases, and a transaction of either, can do. int8 is returned as bigint, timestamptz as Date, jsonb
 * parsed.
 */
export type Queryable = {
  /**
   * Runs one statement with `$1…` parameters.
   * @param options.name a fixed name for a hot statement: PostgreSQL then parses it once per connection
   */
  query<R extends Record<string, unknown>>(text: string, params?: unknown[], options?: { name?: string }): Promise<R[]>;
  /** drizzle's query builder. Its own `transaction` does not work: use `Database.transaction`. */
  orm: PgDatabase<PgQueryResultHKT>;
};

/** For a transaction with long statements: a backup, a verification, a report. */
export type TransactionOptions = {
  /** How long each statement may take, in milliseconds; 4 s by default. The embedded database sets no limit. */
  timeoutMs?: number;
};

/** A pool of connections. On PostgreSQL, a statement that takes longer than 4 s is canceled. */
export type Lane = Queryable & {
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, rolled back when it throws or a
   * statement failed. Inside, only `tx` may be used: the outer database throws immediately, because the embedded one
   * has a single connection and would deadlock.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
};

/**
 * The open database of this process. Every statement, also in a transaction, throws ApiError NOT_READY (503 with
 * `Retry-After`) if the database is unreachable, hanging, or overloaded. It is then unknown whether the statement was
 * executed, so it must be safe to repeat. Recovery is automatic when the database is back.
 */
export type Database = Lane & {
  kind: 'pglite' | 'postgres';
  /**
   * The lane for what every paid request waits for: authentication, hold, settle, release, balance. On PostgreSQL it
   * has its own connections, so that pages and reports never delay it. The embedded database has one connection for
   * everything.
   */
  money: Lane;
  /** Closes all connections and releases the lock of the embedded database. */
  close(): Promise<void>;
};
