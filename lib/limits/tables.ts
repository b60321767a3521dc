import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Refused requests, for the account's own log (docs/api-rules.md, "Refusal log"): the last 50 of each account are kept.
 * No foreign key: a check per row would cost more than the row.
 */
export const rateLimitEvent = pgTable(
  'rate_limit_event',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** Null for a browser session. */
    keyId: uuid('key_id'),
    /** A model's id, or `endpoint:api/v1/<path>`. */
    modelId: text('model_id').notNull(),
    tier: text('tier').notNull(),
    type: text('type', { enum: ['RPM', 'TPM', 'RPD', 'FAILED_REQUESTS', 'UNSUPPORTED_FEATURE_REQUESTS'] }).notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limit_event_by_account').on(table.accountId, table.at)],
);

/** Processes that serve on this database and were seen recently; without Redis they share the limits. */
export const serverProcess = pgTable('server_process', {
  id: uuid('id').primaryKey(),
  seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
});
