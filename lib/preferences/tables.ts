import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

/** What an account prefers in its chats: instructions, defaults, saved prompts and settings, as one bounded document. */
export const chatPreferences = pgTable('chat_preferences', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  /** Counts the changes, so that two tabs never overwrite each other. */
  revision: integer('revision').notNull(),
  /** JSON, as text: PostgreSQL's own type refuses some characters that people can type or paste. */
  preferences: text('preferences').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
