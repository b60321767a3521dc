import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

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

/**
 * A signed payment of a wallet, from its verification until it is credited or can never be paid anymore. The signed
 * data is removed then: whoever has it could pay with it.
 */
export const walletPayment = pgTable(
  'wallet_payment',
  {
    id: uuid('id').primaryKey(),
    network: text('network').notNull(),
    /** What makes the payment unique on its network: payer and nonce on Base, the hash of the message on Solana. */
    paymentKey: text('payment_key').notNull(),
    /** SHA-256 of what was signed, with its signature, hexadecimal: a repeat must have the same. */
    fingerprint: text('fingerprint'),
    payer: text('payer').notNull(),
    payTo: text('pay_to').notNull(),
    /** Millionths of a USDC. */
    amountMicro: bigint('amount_micro', { mode: 'bigint' }).notNull(),
    /** The account that gets the credit; null for that of the payer, which the credit creates if there is none. */
    accountId: uuid('account_id').references(() => account.id),
    state: text('state', { enum: ['verified', 'settling', 'credited', 'failed'] }).notNull(),
    /** The transaction that pays, once it is known. */
    transactionId: text('transaction_id'),
    /** The signed data, as the payer sent it; null once credited or failed. */
    payload: jsonb('payload'),
    /** When nobody can submit it anymore: Unix seconds on Base, a block height on Solana. */
    expiresAt: bigint('expires_at', { mode: 'bigint' }).notNull(),
    /** The newest block when it was verified: it is not paid in an earlier one. */
    fromBlock: bigint('from_block', { mode: 'bigint' }).notNull(),
    /** Until then one process works on it. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Why it failed, or why its outcome is not known yet. */
    reason: text('reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('wallet_payment_once').on(table.network, table.paymentKey),
    // On Base one transaction may submit several authorizations, each of which the chain accepts once.
    uniqueIndex('wallet_payment_transaction_once')
      .on(table.transactionId)
      .where(sql`${table.network} like 'solana:%'`),
    index('wallet_payment_open')
      .on(table.leaseUntil)
      .where(sql`${table.state} in ('verified', 'settling')`),
    // Credits that are checked once more, and those that were undone.
    index('wallet_payment_recheck')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'credited'`),
    // The owner's list: the open ones, then the failed, then the credited.
    index('wallet_payment_by_rank').on(
      sql`(case state when 'failed' then 1 when 'credited' then 2 else 0 end)`,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('wallet_payment_by_account').on(table.accountId, table.createdAt),
    check('wallet_payment_state', sql`${table.state} in ('verified', 'settling', 'credited', 'failed')`),
    check('wallet_payment_amount', sql`${table.amountMicro} > 0`),
  ],
);
