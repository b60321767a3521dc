import { forget, keptBefore, type Overlay, type Rows } from '../history-overlay';
import type { ChatDatabase } from './database';
import { faultOf } from './faults';
import { deleteRows, putRows } from './put-rows';

/**
 * Stores what an overlay keeps, as far as there is room: deletions first, a message never before those that it follows.
 * @returns whether nothing is left in it
 * @throws what the store throws for any other reason than that it is full
 */
export async function storeOverlay(database: ChatDatabase, overlay: Overlay): Promise<boolean> {
  for (const chatId of [...overlay.removed]) {
    if (await fits(deleteRows(database, chatId))) overlay.removed.delete(chatId);
  }
  for (const chat of [...overlay.chats.values()]) await store(database, overlay, { chats: [chat], messages: [] });
  for (const message of [...overlay.messages.values()]) {
    const before = keptBefore(overlay, message);
    await store(database, overlay, { ...before, messages: [...before.messages, message] });
  }
  return overlay.removed.size + overlay.chats.size + overlay.messages.size === 0;
}

async function store(database: ChatDatabase, overlay: Overlay, rows: Rows): Promise<void> {
  const { chats, messages } = overlay;
  // They may have been stored, changed or removed meanwhile.
  const stand =
    rows.chats.every((chat) => chats.get(chat.id) === chat) &&
    rows.messages.every((message) => messages.get(message.id) === message);
  if (stand && (await fits(putRows(database, rows)))) forget(overlay, rows);
}

async function fits(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (cause) {
    if (faultOf(cause) === 'full') return false;
    throw cause;
  }
}
