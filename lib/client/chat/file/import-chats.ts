import { byteCountText } from './file-text';
import { addChat } from '../storage/add-chat';
import { showStoredChats, type ChatStore } from '../store';
import type { Chat } from '../types';
import { MAX_FILE_BYTES } from './format';
import { readFile, type LeftOut } from './read-file';
import { renewIds, type NewChat } from './renew-ids';

/** The result of an import. */
export type ImportReport = {
  /** The titles of the imported chats; a comparison counts once. */
  imported: string[];
  leftOut: LeftOut[];
  /** Why the whole file, or everything after the imported chats, was not imported; null if all of it was tried. */
  stopped: string | null;
  /** Whether the chats are only kept until this tab closes. */
  inMemory: boolean;
};

/** Adds the chats of a file to those of this browser; existing chats do not change. Never throws. */
export async function importChats(store: ChatStore, file: Blob): Promise<ImportReport> {
  const report: ImportReport = { imported: [], leftOut: [], stopped: null, inMemory: store.history.database === null };
  try {
    if (file.size > MAX_FILE_BYTES) {
      throw new Error(`The file is ${byteCountText(file.size)}; the limit is ${byteCountText(MAX_FILE_BYTES)}.`);
    }
    const { chats, leftOut } = readFile(await file.text());
    report.leftOut = leftOut;
    if (chats.length === 0 && leftOut.length === 0) report.stopped = 'The file contains no chats.';
    else await addAll(store, renewIds(chats), report);
  } catch (cause) {
    report.stopped = cause instanceof Error ? cause.message : 'The file could not be read.';
  }
  return report;
}

async function addAll(store: ChatStore, chats: NewChat[], report: ImportReport): Promise<void> {
  const added: Chat[] = [];
  for (const { chat, messages } of chats) {
    const refusal = await addChat(store.history, chat, messages);
    if (refusal) {
      report.stopped = `${refusal.message} The chats from “${chat.title}” on were not imported.`;
      break;
    }
    added.push(chat);
    if (chat.compared === undefined || chat.compared === chat.id) report.imported.push(chat.title);
  }
  showStoredChats(store, added);
}
