import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Requests of the API that failed, for their account's usage page and, for server-side errors, for the owner. Refusals
 * by rate limits are not included: they have a separate log. No foreign key: a check per row would cost more than the
 * row.
 */
export const failedRequest = pgTable(
  'failed_request',
  {
    /** Ordered by time. */
    id: uuid('id').primaryKey(),
    requestId: text('request_id').notNull(),
    /** Null if the caller is unknown, or a page of the console asked. */
    accountId: uuid('account_id'),
    /** Null for a browser session. */
    keyId: uuid('key_id'),
    /** Null if the request named no model, or an unknown one. */
    modelId: text('model_id'),
    /** The path of the route, like `/api/v1/chat/completions`. */
    route: text('route').notNull(),
    status: integer('status').notNull(),
    code: text('code').notNull(),
    /** The message sent to the caller. */
    message: text('message').notNull(),
    /** The cause, for the owner only; null if the message is sufficient. */
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
