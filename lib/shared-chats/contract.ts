import { z } from 'zod';
import {
  MAX_SHARED_ADDRESS,
  MAX_SHARED_BYTES,
  MAX_SHARED_ENTRIES,
  MAX_SHARED_MESSAGES,
  MAX_SHARED_NAME,
  MAX_SHARED_TITLE,
  SHARED_IMAGE,
} from './constants';

const MAX_ID = 40;

/** PostgreSQL stores no other text. */
const STORABLE = /^[^\0]*$/;

const chatId = z.string().min(1).max(MAX_ID).regex(STORABLE, 'Must not contain the character U+0000');
const text = z.string().max(MAX_SHARED_BYTES);
const name = z.string().max(MAX_SHARED_NAME);
const entriesOf = <T extends z.ZodType>(entry: T) => z.array(entry).max(MAX_SHARED_ENTRIES).optional();
const imageUrl = text.regex(SHARED_IMAGE, 'Must be an image');

/** The members that only messages of one role have. */
const MEMBERS_OF = {
  assistant: ['model', 'edited', 'asJson', 'citations', 'calls'],
  user: ['files', 'results'],
} as const;

/** A message as it is shown to those who have the link: without thinking, costs, and the contents of files. */
const SharedMessage = z
  .strictObject({
    role: z.enum(['user', 'assistant']),
    text,
    /** Answers only: the name of the model. */
    model: name.optional(),
    /** Answers only: the user has changed the text. */
    edited: z.literal(true).optional(),
    /** Answers only: the text is JSON. */
    asJson: z.literal(true).optional(),
    /** User messages only: the names of the files that were sent. */
    files: entriesOf(name),
    images: entriesOf(z.strictObject({ url: imageUrl, alt: text })),
    /** Answers only: as received. The addresses are not trusted. */
    citations: entriesOf(
      z.strictObject({
        title: text,
        url: z.string().max(MAX_SHARED_ADDRESS),
        content: text.optional(),
        date: name.optional(),
      }),
    ),
    /** Answers only: the functions that it calls. */
    calls: entriesOf(z.strictObject({ name, arguments: text })),
    /** User messages only: the results of the calls before. */
    results: entriesOf(z.strictObject({ name, text })),
  })
  .superRefine((message, context) => {
    const role = message.role === 'user' ? 'assistant' : 'user';
    for (const member of MEMBERS_OF[role])
      if (message[member] !== undefined)
        context.addIssue({ code: 'custom', path: [member], message: `Only messages of the role ${role} have it` });
  });
export type SharedMessage = z.output<typeof SharedMessage>;

/**
 * The body of `PUT /api/console/shared-chats`. `chatId` is the chat's ID in the browser: sharing a chat again replaces
 * what the same link shows. Above 64 KB the caller needs some credit, as with every large body.
 */
export const PutSharedChat = z.strictObject({
  chatId,
  title: z.string().trim().min(1).max(MAX_SHARED_TITLE).regex(STORABLE, 'Must not contain the character U+0000'),
  messages: z.array(SharedMessage).min(1).max(MAX_SHARED_MESSAGES, `At most ${MAX_SHARED_MESSAGES} messages`),
});
export type PutSharedChat = z.output<typeof PutSharedChat>;

/** The query of `DELETE /api/console/shared-chats`: the ID of a chat in the browser, whether it is shared or not. */
export const StopSharingQuery = z.strictObject({ chatId });
export type StopSharingQuery = z.output<typeof StopSharingQuery>;

/** A shared chat in the list of its account; `id` is the end of the link. Times are ISO 8601. */
export type ListedSharedChat = {
  id: string;
  chatId: string;
  title: string;
  bytes: number;
  createdAt: string;
  updatedAt: string;
};

/** The answer to `GET /api/console/shared-chats`: the newest first. */
export type SharedChatList = { data: ListedSharedChat[] };

/** The answer to `GET /api/console/shared-chats/{id}`, which anyone with the ID may read. */
export type SharedChat = Pick<ListedSharedChat, 'title' | 'updatedAt'> & { messages: SharedMessage[] };
