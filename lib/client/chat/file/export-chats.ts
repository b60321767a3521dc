import { now } from '../../now';
import { saveBlob } from '../../save-blob';
import { readMessages } from '../history';
import type { ChatStore } from '../store';
import type { Chat, ChatMessage } from '../types';
import { byteCountText, dayOf, fileNameOf } from './file-text';
import { FILE_FORMAT, FILE_VERSION, MAX_FILE_BYTES } from './format';
import { toMarkdown } from './markdown';

/**
 * Has the browser save chats with all their messages and attachments, in the form that can be imported again.
 * @param chatId of a chat alone, with those that are compared with it; null for all
 * @returns what the reader must know of the file; null where nothing
 */
export async function saveChats(store: ChatStore, chatId: string | null): Promise<string | null> {
  const at = now();
  const file = await chatsFile(store, chatId, at);
  saveBlob(file, `${FILE_FORMAT}-${dayOf(at)}.json`);
  if (file.size <= MAX_FILE_BYTES) return null;
  const most = byteCountText(MAX_FILE_BYTES);
  return `The file has ${byteCountText(file.size)}; at most ${most} can be imported at once. Export large chats one by one.`;
}

/** Has the browser save the shown branch of a chat as Markdown. */
export async function saveMarkdown(store: ChatStore, chatId: string): Promise<void> {
  const chat = store.state.chats.get(chatId);
  if (!chat) return;
  const messages = new Map((await messagesOf(store, chatId)).map((message) => [message.id, message]));
  saveBlob(new Blob([toMarkdown(chat, messages)], { type: 'text/markdown' }), `${fileNameOf(chat.title)}.md`);
}

/** The file, made message by message: one text of all would pass what a browser takes. @param at when, milliseconds since 1970 */
export async function chatsFile(store: ChatStore, chatId: string | null, at: number): Promise<Blob> {
  const head = { format: FILE_FORMAT, version: FILE_VERSION, exportedAt: new Date(at).toISOString() };
  const parts = [`${JSON.stringify(head).slice(0, -1)},"chats":[`];
  let first = true;
  for (const chat of chosen(store, chatId)) {
    const messages = withoutGaps(await messagesOf(store, chat.id));
    // A chat that was begun and never written in leaves no trace here either.
    if (messages.length === 0) continue;
    parts.push(`${first ? '' : ','}\n${JSON.stringify(chat).slice(0, -1)},"messages":[`);
    for (const [place, message] of messages.entries())
      parts.push(`${place === 0 ? '' : ','}${JSON.stringify(message)}`);
    parts.push(']}');
    first = false;
  }
  return new Blob([...parts, '\n]}\n'], { type: 'application/json' });
}

function chosen({ state }: ChatStore, chatId: string | null): Chat[] {
  const chats = [...state.chats.values()].sort((a, b) => b.updatedAt - a.updatedAt);
  if (chatId === null) return chats;
  const lead = state.chats.get(chatId)?.compared;
  return chats.filter(({ id, compared }) => id === chatId || (lead !== undefined && compared === lead));
}

/** Stored rows, and what this tab knows better: the words of an answer under way. */
async function messagesOf(store: ChatStore, chatId: string): Promise<ChatMessage[]> {
  const rows = await readMessages(store.history, chatId);
  const known = rows.map((row) => store.state.messages.get(row.id) ?? row);
  return known.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** What followed a message that cannot be read is put at the beginning, so that the file is complete. */
function withoutGaps(messages: ChatMessage[]): ChatMessage[] {
  const ids = new Set(messages.map(({ id }) => id));
  return messages.map((message) =>
    message.parentId === null || ids.has(message.parentId) ? message : { ...message, parentId: null },
  );
}
