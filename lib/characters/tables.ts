import { sql } from 'drizzle-orm';
import {
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
import { account } from '../accounts/tables';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A character: a name, a prompt, and what lists show of it. */
export const character = pgTable(
  'character',
  {
    id: uuid('id').primaryKey(),
    /** Lowercase; never changes. */
    slug: text('slug').notNull().unique(),
    /** Its author; null for those of the service. */
    ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Empty if there is none. */
    description: text('description').notNull(),
    prompt: text('prompt').notNull(),
    tags: text('tags').array().notNull(),
    /** The tags for comparison, and name, description and tags for searching: see `search-terms.ts`. */
    tagKeys: text('tag_keys').array().notNull(),
    searchText: text('search_text').notNull(),
    adult: boolean('adult').notNull(),
    featured: boolean('featured').notNull(),
    webEnabled: boolean('web_enabled').notNull(),
    /** Null for the service's default model. */
    modelId: text('model_id'),
    photoUrl: text('photo_url'),
    /** Whether its prompt replaces the service's own (docs/api-rules.md, "System prompts"). */
    replacesServicePrompt: boolean('replaces_service_prompt').notNull(),
    /** Null for a draft, which only its owner sees. */
    publishedAt: instant('published_at'),
    /** When it was removed from the service file; only for characters of the service. */
    hiddenAt: instant('hidden_at'),
    /** Sums over its rows in the two other tables, updated with every change of them. */
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    importCount: integer('import_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('character_by_owner').on(table.ownerId, table.createdAt),
    index('character_by_imports')
      .on(table.importCount, table.createdAt)
      .where(sql`${table.publishedAt} is not null and ${table.hiddenAt} is null`),
    index('character_by_time')
      .on(table.createdAt)
      .where(sql`${table.publishedAt} is not null and ${table.hiddenAt} is null`),
    index('character_by_tag').using('gin', table.tagKeys),
    check(
      'character_counts',
      sql`${table.importCount} >= 0 and ${table.ratingCount} >= 0 and ${table.ratingSum} between ${table.ratingCount} and 5 * ${table.ratingCount}`,
    ),
  ],
);

/** An account's review of a character. */
export const characterReview = pgTable(
  'character_review',
  {
    id: uuid('id').primaryKey(),
    characterId: uuid('character_id')
      .notNull()
      .references(() => character.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    rating: integer('rating').notNull(),
    message: text('message'),
    /** A language tag, e.g. `en-GB`. */
    locale: text('locale'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('character_review_once').on(table.characterId, table.accountId),
    index('character_review_by_time').on(table.characterId, table.createdAt, table.id),
    check('character_review_rating', sql`${table.rating} between 1 and 5`),
  ],
);

/** Records once that an account has chatted with a character. */
export const characterImport = pgTable(
  'character_import',
  {
    characterId: uuid('character_id')
      .notNull()
      .references(() => character.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.characterId, table.accountId] })],
);
