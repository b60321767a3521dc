import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

/** A change of the installation by an owner or by the admin command. Never changed or removed. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: uuid('id').primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** The owner's account; null for the admin command. */
    actorId: uuid('actor_id').references(() => account.id),
    /** What was done: `provider.add`, `account.role`, … */
    action: text('action').notNull(),
    /** What it was done to: the ID of a provider, a model, or an account. */
    subject: text('subject').notNull(),
    /** What has changed: names and values, never a secret. */
    detail: jsonb('detail').notNull(),
  },
  (table) => [index('audit_entry_by_time').on(table.at, table.id)],
);
