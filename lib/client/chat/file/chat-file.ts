import { z } from 'zod';
import { Receipt } from '../../../billing/contract';
import type { Chat, ChatMessage } from '../types';
import { FILE_FORMAT } from './format';

/** The limits of a file: far above real chats, they stop malicious files. */
const MAX_CHATS = 20_000;
const MAX_MESSAGES = 20_000;
const MAX_ID = 200;
const MAX_LINE = 1_000;
const MAX_TEXT = 10_000_000;
const MAX_ATTACHMENTS = 20;
const MAX_ATTACHMENT_CHARACTERS = 35_000_000;
const MAX_ENTRIES = 1_000;
/** The latest time that a `Date` can represent. */
const MAX_TIME = 8.64e15;

const text = (most: number) =>
  z.string('must be text').max(most, `must have at most ${most.toLocaleString('en')} characters`);
const listOf = <T extends z.ZodType>(item: T, most: number, what: string) =>
  z.array(item, 'must be a list').max(most, `must have at most ${most.toLocaleString('en')} ${what}`);
const id = text(MAX_ID).min(1, 'must not be empty');
const line = text(MAX_LINE);
const long = text(MAX_TEXT);
const yes = z.boolean('must be true or false');
const number = z.number('must be a number');
const time = number.min(0, 'must be a time in milliseconds since 1970').max(MAX_TIME, 'must be a time that exists');
const count = number.min(0, 'must be 0 or more');

const settings = z.object(
  {
    system: long,
    temperature: number.nullable(),
    topP: number.nullable(),
    maxTokens: number.nullable(),
    seed: number.nullable(),
    stop: listOf(line, MAX_ENTRIES, 'entries'),
    schema: z.object({ name: line, text: long, strict: yes }).optional(),
    tools: listOf(z.object({ name: line, description: long, parameters: long }), MAX_ENTRIES, 'tools').optional(),
    thinking: z.enum(['hidden', 'off'], 'must be “hidden” or “off”').optional(),
    webSearch: z.enum(['auto', 'on'], 'must be “auto” or “on”').optional(),
    readLinks: z.literal(true, 'must be true or absent').optional(),
  },
  'must be an object',
);

const ticket = z.object(
  {
    usage: z
      .object({
        promptTokens: count,
        completionTokens: count,
        cachedTokens: count,
        reasoningTokens: count,
        usd: line,
        diem: line,
      })
      .nullable(),
    receipt: Receipt.nullable(),
    free: yes,
    firstTokenMs: count.nullable(),
    durationMs: count.nullable(),
  },
  'must be an object',
);

const failure = z.object({
  status: number,
  code: line,
  message: long,
  requestId: line.nullable(),
  retryAfterSeconds: number.nullable(),
  at: time,
});

const attachment = z.object(
  {
    id,
    kind: z.enum(['image', 'file'], 'must be “image” or “file”'),
    name: line,
    type: line,
    bytes: count,
    url: text(MAX_ATTACHMENT_CHARACTERS).startsWith('data:', 'must be the attachment itself, as a data: address'),
  },
  'must be an object',
);

const image = z.object({
  url: text(MAX_ATTACHMENT_CHARACTERS).startsWith('data:image/', 'must be the image itself, as a data: address'),
  alt: long,
  blurred: yes.optional(),
  violation: yes.optional(),
  notApplied: listOf(line, MAX_ENTRIES, 'entries').optional(),
});

const citation = z.object({ title: long, url: long, content: long.optional(), date: line.optional() });

// Mirrors the members of the rows: add new members here too.
const messageShape = {
  id,
  chatId: id,
  parentId: id.nullable(),
  role: z.enum(['user', 'assistant'], 'must be “user” or “assistant”'),
  text: long,
  reasoning: long,
  state: z.enum(
    ['waiting', 'streaming', 'complete', 'stopped', 'interrupted', 'failed'],
    'must be a state of a message, such as “complete”',
  ),
  modelId: line.nullable(),
  finishReason: line.nullable(),
  requestId: line.nullable(),
  ticket,
  failure: failure.nullable(),
  createdAt: time,
  writerId: line.nullable(),
  touchedAt: time,
  attachments: listOf(attachment, MAX_ATTACHMENTS, 'attachments').optional(),
  results: listOf(z.object({ callId: line, name: line, text: long }), MAX_ENTRIES, 'results').optional(),
  calls: listOf(z.object({ id: line, name: line, arguments: long }), MAX_ENTRIES, 'calls').optional(),
  thought: z.object({ fromMs: count, toMs: count }).optional(),
  reasoningDetails: listOf(z.unknown(), MAX_ENTRIES, 'entries').optional(),
  thoughtSignature: long.optional(),
  web: z.enum(['search', 'links'], 'must be “search” or “links”').optional(),
  citations: listOf(citation, MAX_ENTRIES, 'sources').optional(),
  images: listOf(image, MAX_ENTRIES, 'images').optional(),
  sentTokens: count.optional(),
  sentAs: z.object({ key: line, bodyHash: line }).optional(),
  edited: time.optional(),
  best: yes.optional(),
  asJson: yes.optional(),
  earlier: listOf(z.object({ requestId: line, ticket }), MAX_ENTRIES, 'requests').optional(),
  continuedAt: z.object({ text: count, reasoning: count }).optional(),
} satisfies Record<keyof ChatMessage, z.ZodType>;

const chatShape = {
  id,
  title: line,
  named: yes,
  modelId: line.nullable(),
  settings,
  character: line.optional(),
  compared: id.optional(),
  folder: line.optional(),
  // The link belongs to the chat that was exported.
  shared: z.undefined().catch(undefined).optional(),
  pinned: time.optional(),
  leafId: id.nullable(),
  createdAt: time,
  updatedAt: time,
} satisfies Record<keyof Chat, z.ZodType>;

/** A chat of a file, with its messages. */
export const FileChat = z.object(
  { ...chatShape, messages: listOf(z.object(messageShape, 'must be an object'), MAX_MESSAGES, 'messages') },
  'must be an object',
);
export type FileChat = Chat & { messages: ChatMessage[] };

/** A file whose chats are not validated yet: each is checked separately. */
export const ChatFile = z.object({
  format: z.literal(FILE_FORMAT),
  version: z.number(),
  exportedAt: z.string().optional(),
  chats: listOf(z.unknown(), MAX_CHATS, 'chats'),
});
