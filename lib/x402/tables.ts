import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Nonces of sign-in messages that a wallet has used, kept until no message with one can be accepted anymore. */
export const walletNonce = pgTable(
  'wallet_nonce',
  {
    /** Lowercase `0x…`, or base58. */
    address: text('address').notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.nonce] }),
    index('wallet_nonce_by_expiry').on(table.expiresAt),
  ],
);
