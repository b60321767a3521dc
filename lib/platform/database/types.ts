import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What both databases, and a transaction of either, can do. int8 comes as bigint, timestamptz as Date, jsonb parsed. */
export type Queryable = {
  /**
   * Runs one statement with `$1…` parameters.
   * @param options.name a fixed name for a hot statement: PostgreSQL then parses it once per connection
   */
  query<R extends Record<string, unknown>>(text: string, params?: unknown[], options?: { name?: string }): Promise<R[]>;
  /** drizzle's query builder. Its own `transaction` is closed: `Database.transaction` is the one way. */
  orm: PgDatabase<PgQueryResultHKT>;
};

/** Of a transaction whose statements need long: a backup, a proof, a report. */
export type TransactionOptions = {
  /** How long each of its statements may take, milliseconds; 4 s when absent. The embedded database sets no limit. */
  timeoutMs?: number;
};

/** Connections that are used in turn. On PostgreSQL a statement that takes longer than 4 s is cut off. */
export type Lane = Queryable & {
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, rolled back when it throws or when a
   * statement failed. Inside, only `tx` may be used: the outer database throws at once there, because the embedded
   * one has a single connection and would wait for itself for ever.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
};

/**
 * The opened database of this process. Every statement, also of a transaction, throws ApiError NOT_READY (503 with
 * `Retry-After`) where the database is away, hangs or is overloaded; whether a statement that was cut off has been
 * carried out is then unknown, so it must be one that can be repeated. It goes on by itself when the database is back.
 */
export type Database = Lane & {
  kind: 'pglite' | 'postgres';
  /**
   * The lane of what every paid request waits for: who calls, hold, settle, release, balance. It has connections of its
   * own on PostgreSQL, so that pages and reports never keep it waiting. The embedded database has one for all.
   */
  money: Lane;
  /** Ends all connections and gives the lock of the embedded database back. */
  close(): Promise<void>;
};
