import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
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

/*
 * Only the tables with one row per account reference `account`: the operations check the account themselves, and a check
 * per entry, hold, and usage row would cost more than the row. An account with a balance can therefore never be deleted.
 */
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

/**
 * An account's stake: the DIEM it may spend per UTC day. Its row is also the lock that serializes holds and charges in
 * DIEM.
 */
export const ledgerStake = pgTable(
  'ledger_stake',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => account.id),
    stakedNano: nano('staked_nano').notNull(),
    /** The wallet whose stake is read from the chain; null if an operator sets the amount. Lowercase `0x…`. */
    walletAddress: text('wallet_address').unique(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('ledger_stake_not_negative', sql`${table.stakedNano} >= 0`)],
);

/**
 * Amounts charged per UTC day, by the day in which the hold was opened: for every key in both currencies, and for every
 * account in DIEM. Sums of ledger entries, stored so that windows need not be summed from the entries.
 */
export const ledgerSpend = pgTable(
  'ledger_spend',
  {
    /** An account or a key. */
    subjectId: uuid('subject_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    day: date('day').notNull(),
    spentNano: nano('spent_nano').notNull(),
    /** For an account's DIEM: the sum of the day's DAILY_CREDIT entries. */
    creditedNano: nano('credited_nano'),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.currency, table.day] }),
    check(
      'ledger_spend_within_credit',
      sql`${table.spentNano} >= 0 and (${table.creditedNano} is null or ${table.spentNano} <= ${table.creditedNano})`,
    ),
  ],
);

/** The ledger entries: append-only. Signed amounts; charges and withdrawals are negative, a transfer is negative in the account it leaves. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    /** Chosen by the caller: the same ID is never added twice. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    keyId: uuid('key_id'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    kind: text('kind', {
      enum: ['TOP_UP', 'CHARGE', 'REFUND', 'GRANT', 'TRANSFER', 'WITHDRAWAL', 'DAILY_CREDIT'],
    }).notNull(),
    amountNano: nano('amount_nano').notNull(),
    /** USD: the posted balance. DIEM: what is left of the day's credit. */
    balanceAfterNano: nano('balance_after_nano').notNull(),
    /** The UTC day that a charge counts in: the one in which its hold was opened. */
    windowDay: date('window_day').notNull(),
    note: text('note'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('ledger_entry_by_account').on(table.accountId, table.createdAt)],
);

/**
 * Amounts set aside for requests in flight. Live while open and before `expires_at`, without any cleanup; a settle
 * removes its hold. Released and expired rows are kept for a while for their IDs.
 */
export const ledgerHold = pgTable(
  'ledger_hold',
  {
    id: text('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    keyId: uuid('key_id'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    heldNano: nano('held_nano').notNull(),
    /** What was requested: identifies a repeat of the same order. */
    maximumNano: nano('maximum_nano').notNull(),
    /** What account and key could spend before this hold. */
    usdBeforeNano: nano('usd_before_nano').notNull(),
    diemBeforeNano: nano('diem_before_nano').notNull(),
    state: text('state', { enum: ['open', 'released'] }).notNull(),
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
    accountId: uuid('account_id').notNull(),
    keyId: uuid('key_id'),
    modelId: text('model_id').notNull(),
    /** Its type at that time (docs/api-rules.md, "Model types"). */
    modelType: text('model_type').notNull().default('text'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    heldNano: nano('held_nano').notNull(),
    chargedNano: nano('charged_nano').notNull(),
    absorbedNano: nano('absorbed_nano').notNull(),
    balanceAfterNano: nano('balance_after_nano').notNull(),
    /** `[{kind, units, rateNano, costNano}]`, amounts as decimal text. */
    lines: jsonb('lines').notNull(),
    estimated: boolean('estimated').notNull(),
    ending: text('ending', { enum: ['completed', 'credit_ran_out', 'client_left', 'upstream_failed'] }).notNull(),
    /** The HTTP status of the answer; 499 if the client disconnected. */
    status: integer('status').notNull().default(200),
    firstTokenMs: integer('first_token_ms'),
    durationMs: integer('duration_ms').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('usage_record_by_account').on(table.accountId, table.createdAt),
    // DIEM is rare: its history must not be searched among all other rows.
    index('usage_record_diem')
      .on(table.accountId, table.createdAt, table.requestId)
      .where(sql`${table.currency} = 'DIEM'`),
    check('usage_record_not_negative', sql`${table.chargedNano} >= 0 and ${table.absorbedNano} >= 0`),
  ],
);
