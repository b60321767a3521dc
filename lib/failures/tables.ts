import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Requests of the API that failed, for their account's usage page and, those with a fault of ours, for the owner. Refusals
 * by a rate limit are not here: they have a log of their own. No foreign key: a check per row would cost more than the row.
 */
export const failedRequest = pgTable(
  'failed_request',
  {
    /** In the order of time. */
    id: uuid('id').primaryKey(),
    requestId: text('request_id').notNull(),
    /** Null where nobody was recognised. */
    accountId: uuid('account_id'),
    /** Null for a browser session. */
    keyId: uuid('key_id'),
    /** Null where the request named none, or none of ours. */
    modelId: text('model_id'),
    /** The path of the route, like `/api/v1/chat/completions`. */
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
    /** What the caller was told. */
    message: text('message').notNull(),
    /** Why, in words for the owner alone; null where the message says it all. */
    cause: text('cause'),
    durationMs: integer('duration_ms').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('failed_request_by_account').on(table.accountId, table.at),
    index('failed_request_of_ours')
      .on(table.at)
      .where(sql`${table.status} >= 500`),
  ],
);
