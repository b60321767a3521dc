import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow();

/** The holder of a balance: a person with an email, or a wallet. */
export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey(),
    /** Lowercase, trimmed; null for a wallet's account and a deleted one. */
    email: text('email').unique(),
    /** `scrypt$N$r$p$salt$hash`, base64url parts; null if the user signs in another way. */
    passwordHash: text('password_hash'),
    /** The wallet whose signature creates keys for it; lowercase `0x…`. */
    walletAddress: text('wallet_address').unique(),
    /** The user's display name, if set. */
    name: text('name'),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    tier: text('tier', { enum: ['standard', 'partner'] })
      .notNull()
      .default('standard'),
    pro: boolean('pro').notNull().default(false),
    sessionVersion: integer('session_version').notNull().default(1),
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
    /** The row of a deleted account is kept for its ledger, without a name. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      'account_named',
      sql`(${table.deletedAt} is null) = (${table.email} is not null or ${table.walletAddress} is not null)`,
    ),
    check('account_role', sql`${table.role} in ('owner', 'member')`),
    check('account_tier', sql`${table.tier} in ('standard', 'partner')`),
  ],
);

/** An identity at another sign-in service: that service's ID of the user, and the account it opens. */
export const accountIdentity = pgTable(
  'account_identity',
  {
    provider: text('provider', { enum: ['github', 'google'] }).notNull(),
    subject: text('subject').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The user's name there, for the settings page. */
    label: text('label').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique('account_identity_one_each').on(table.accountId, table.provider),
  ],
);

/**
 * A wallet that is linked to an account: its signature signs in to the account and spends its credit, and what it pays is
 * the account's. A wallet's own account names its wallet itself (`account.wallet_address`).
 */
export const accountWallet = pgTable(
  'account_wallet',
  {
    /** Lowercase `0x…`, or base58. */
    address: text('address').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('account_wallet_by_account').on(table.accountId, table.createdAt)],
);

/** A secret that may call the API for an account. The secret itself is never stored. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['ADMIN', 'INFERENCE'] }).notNull(),
    description: text('description').notNull(),
    /** SHA-256 of the whole secret, hex. */
    secretHash: text('secret_hash').notNull().unique(),
    lastSix: text('last_six').notNull(),
    /** What it may spend per window, nano units of the currency; null means no limit. */
    limitUsdNano: bigint('limit_usd_nano', { mode: 'bigint' }),
    limitDiemNano: bigint('limit_diem_nano', { mode: 'bigint' }),
    /** The window of its limits. */
    limitPeriod: text('limit_period', { enum: ['EPOCH', 'MONTH', 'LIFETIME'] })
      .notNull()
      .default('EPOCH'),
    modelPrivacy: text('model_privacy', { enum: ['ALL', 'PRIVATE_TEXT', 'PRIVATE_ONLY'] })
      .notNull()
      .default('ALL'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('api_key_by_account').on(table.accountId, table.createdAt),
    check(
      'api_key_limits_not_negative',
      sql`coalesce(${table.limitUsdNano}, 0) >= 0 and coalesce(${table.limitDiemNano}, 0) >= 0`,
    ),
    check('api_key_limit_period', sql`${table.limitPeriod} in ('EPOCH', 'MONTH', 'LIFETIME')`),
  ],
);

/**
 * A one-time link: an invitation to sign up, or a password reset; or a token that a wallet signed to create a key. The
 * token itself is never stored.
 */
export const oneTimeLink = pgTable('one_time_link', {
  /** SHA-256 of the token, hex. */
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['invite', 'reset', 'wallet_key'] }).notNull(),
  /** The account whose password may be set, or whose key was created; null for an invitation. */
  accountId: uuid('account_id').references(() => account.id, { onDelete: 'cascade' }),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
  createdAt: createdAt(),
});

/** A browser session that was signed out, kept until no copy of its cookie can be valid anymore. */
export const endedSession = pgTable(
  'ended_session',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sessionId] }),
    index('ended_session_by_expiry').on(table.expiresAt),
  ],
);

/** Secrets that the installation generates once: the session secret. */
export const installationSecret = pgTable('installation_secret', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** What is true of the installation's data for good, e.g. that its money is test money. */
export const installationMark = pgTable('installation_mark', {
  name: text('name', { enum: ['test-money'] }).primaryKey(),
  createdAt: createdAt(),
});
