import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

const nano = (name: string) => bigint(name, { mode: 'bigint' });
const CURRENCIES = ['USD', 'DIEM'] as const;

/** The posted balance of an account in one currency: the sum of its entries, never below zero. */
export const ledgerBalance = pgTable(
  'ledger_balance',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    postedNano: nano('posted_nano').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    check('ledger_balance_not_negative', sql`${table.postedNano} >= 0`),
  ],
);

/** The book: append-only. Signed amounts; a charge is negative. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    /** Given by the caller: the same id is never booked twice. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    keyId: uuid('key_id'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    kind: text('kind', { enum: ['TOP_UP', 'CHARGE', 'REFUND', 'GRANT', 'DAILY_CREDIT'] }).notNull(),
    amountNano: nano('amount_nano').notNull(),
    balanceAfterNano: nano('balance_after_nano').notNull(),
    note: text('note'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('ledger_entry_by_account').on(table.accountId, table.createdAt)],
);

/** Amounts set aside for requests at work. Live while open and not past `expires_at`; nothing sweeps. */
export const ledgerHold = pgTable(
  'ledger_hold',
  {
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    keyId: uuid('key_id'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    heldNano: nano('held_nano').notNull(),
    /** What was asked for: a repeat of the same order is recognised by it. */
    maximumNano: nano('maximum_nano').notNull(),
    /** What the account could spend before this hold. */
    balanceBeforeNano: nano('balance_before_nano').notNull(),
    state: text('state', { enum: ['open', 'settled', 'released'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('ledger_hold_open')
      .on(table.accountId, table.currency, table.expiresAt)
      .where(sql`${table.state} = 'open'`),
    check('ledger_hold_not_negative', sql`${table.heldNano} >= 0`),
  ],
);

/** One row per paid request, written with its charge. `lines` sum exactly to charged + absorbed. */
export const usageRecord = pgTable(
  'usage_record',
  {
    requestId: text('request_id').primaryKey(),
    /** The hold that this row settled: the same one is never charged twice. */
    holdId: text('hold_id').notNull().unique(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id),
    keyId: uuid('key_id'),
    modelId: text('model_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    heldNano: nano('held_nano').notNull(),
    chargedNano: nano('charged_nano').notNull(),
    absorbedNano: nano('absorbed_nano').notNull(),
    balanceAfterNano: nano('balance_after_nano').notNull(),
    /** `[{kind, units, costNano}]`, `costNano` as decimal text. */
    lines: jsonb('lines').notNull(),
    estimated: boolean('estimated').notNull(),
    ending: text('ending', { enum: ['completed', 'client_left', 'upstream_failed'] }).notNull(),
    firstTokenMs: integer('first_token_ms'),
    durationMs: integer('duration_ms').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('usage_record_by_account').on(table.accountId, table.createdAt),
    check('usage_record_not_negative', sql`${table.chargedNano} >= 0 and ${table.absorbedNano} >= 0`),
  ],
);
