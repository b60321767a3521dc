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

/** The opened database of this process. */
export type Database = Queryable & {
  kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in one transaction (read committed): committed when it returns, rolled back when it throws or when a
   * statement failed. Inside, only `tx` may be used: the outer database throws at once there, because the embedded
   * one has a single connection and would wait for itself for ever.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Ends all connections and gives the lock of the embedded database back. */
  close(): Promise<void>;
};
