import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Requests with an `Idempotency-Key`, for 24 hours: which request acquired the key, for which body, and its answer. No
 * foreign keys: the request's hold and usage row have their own lifetimes.
 */
export const idempotencyClaim = pgTable(
  'idempotency_claim',
  {
    accountId: uuid('account_id').notNull(),
    /** `POST /api/v1/chat/completions` */
    route: text('route').notNull(),
    /** The header's value. */
    key: text('key').notNull(),
    /** SHA-256 of the body's bytes, hex. */
    bodyHash: text('body_hash').notNull(),
    requestId: text('request_id').notNull(),
    /** The request's hold: while it is open, the request is in flight. */
    holdId: uuid('hold_id').notNull(),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull(),
    /**
     * How the stored answer is sent again; null while the request is in flight, and for answers that are not stored.
     */
    answerKind: text('answer_kind', { enum: ['json', 'stream', 'binary'] }),
    /** The answer as it was sent: a JSON document, the frames of a stream, or bytes in base64. */
    answer: text('answer'),
    /** The model's part of the response metadata, for the headers. */
    facts: jsonb('facts'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.route, table.key] }),
    index('idempotency_claim_by_age').on(table.claimedAt),
  ],
);
