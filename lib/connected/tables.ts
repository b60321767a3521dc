import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true }).notNull();

/** A provider that an owner connected: the console's and the admin command's counterpart of the service file's. */
export const connectedProvider = pgTable(
  'connected_provider',
  {
    /** Its name, like that of a provider of the service file. */
    id: text('id').primaryKey(),
    preset: text('preset').notNull(),
    /** The address, or the region; null for the vendor's own. */
    baseUrl: text('base_url'),
    region: text('region'),
    /** Factor on the suggested prices of its models, decimal text. */
    markup: text('markup').notNull(),
    /** Its credentials, encrypted with the installation's secrets key; null for a server without authentication. */
    sealedCredentials: text('sealed_credentials'),
    enabled: boolean('enabled').notNull(),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
  (table) => [check('connected_provider_id', sql`${table.id} ~ '^[a-z][a-z0-9-]{0,31}$'`)],
);

/** A model that connected providers serve. */
export const connectedModel = pgTable('connected_model', {
  key: uuid('key').primaryKey(),
  /** The name under which it is served. */
  id: text('id').notNull().unique(),
  /** Everything else, in the layout of `StoredModel`. */
  entry: jsonb('entry').notNull(),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at'),
});

/**
 * What is connected as a whole, one row from the first change on. Every change locks it until it is committed, and other
 * processes see by it that something has changed.
 */
export const connectedRevision = pgTable(
  'connected_revision',
  { id: integer('id').primaryKey(), revision: bigint('revision', { mode: 'number' }).notNull() },
  (table) => [check('connected_revision_is_one', sql`${table.id} = 1`)],
);
