import { now } from '../../now';
import { saveBlob } from '../../save-blob';
import { readMessages } from '../history';
import type { ChatStore } from '../store';
import type { Chat, ChatMessage } from '../types';
import { byteCountText, dayOf, fileNameOf } from './file-text';
import { FILE_FORMAT, FILE_VERSION, MAX_FILE_BYTES } from './format';
import { toMarkdown } from './markdown';

/**
 * Saves chats with all their messages and attachments, in the format that can be imported again.
 * @param chatId a single chat, including those compared with it; null for all
 * @returns a note about the file for the user; null if there is none
 */
export async function saveChats(store: ChatStore, chatId: string | null): Promise<string | null> {
  const at = now();
  const file = await chatsFile(store, chatId, at);
  saveBlob(file, `${FILE_FORMAT}-${dayOf(at)}.json`);
  if (file.size <= MAX_FILE_BYTES) return null;
  const most = byteCountText(MAX_FILE_BYTES);
  return `The file is ${byteCountText(file.size)}; at most ${most} can be imported at once. Export large chats one by one.`;
}

/** Saves the visible branch of a chat as Markdown. */
export async function saveMarkdown(store: ChatStore, chatId: string): Promise<void> {
  const chat = store.state.chats.get(chatId);
  if (!chat) return;
  const messages = new Map((await messagesOf(store, chatId)).map((message) => [message.id, message]));
  saveBlob(new Blob([toMarkdown(chat, messages)], { type: 'text/markdown' }), `${fileNameOf(chat.title)}.md`);
}

/**
 * Builds the file message by message: as a single string it could exceed the browser's limit. @param at the export time
 * in Unix milliseconds
 */
export async function chatsFile(store: ChatStore, chatId: string | null, at: number): Promise<Blob> {
  const head = { format: FILE_FORMAT, version: FILE_VERSION, exportedAt: new Date(at).toISOString() };
  const parts = [`${JSON.stringify(head).slice(0, -1)},"chats":[`];
  let first = true;
  for (const chat of chosen(store, chatId)) {
    const messages = withoutGaps(await messagesOf(store, chat.id));
    // Chats without messages are not exported.
    if (messages.length === 0) continue;
    parts.push(`${first ? '' : ','}\n${JSON.stringify({ ...chat, shared: undefined }).slice(0, -1)},"messages":[`);
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

/** The stored rows, with this tab's newer text of running answers. */
async function messagesOf(store: ChatStore, chatId: string): Promise<ChatMessage[]> {
  const rows = await readMessages(store.history, chatId);
  const known = rows.map((row) => store.state.messages.get(row.id) ?? row);
  return known.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** If a message cannot be read, its replies become roots, so that the file is complete. */
function withoutGaps(messages: ChatMessage[]): ChatMessage[] {
  const ids = new Set(messages.map(({ id }) => id));
  return messages.map((message) =>
    message.parentId === null || ids.has(message.parentId) ? message : { ...message, parentId: null },
  );
}
