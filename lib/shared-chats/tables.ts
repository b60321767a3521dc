import { integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

/** A chat that its account has made readable for everyone who has the link. */
export const sharedChat = pgTable(
  'shared_chat',
  {
    /** 128 random bits, in hex: whoever knows them may read the chat. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The chat's ID in the browser. */
    chatId: text('chat_id').notNull(),
    title: text('title').notNull(),
    /** A JSON list of messages, as text: it is only ever read as a whole. */
    messages: text('messages').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique('shared_chat_of_account').on(table.accountId, table.chatId)],
);
