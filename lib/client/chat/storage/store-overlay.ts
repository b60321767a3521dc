import { forget, keptBefore, type Overlay, type Rows } from '../history-overlay';
import type { ChatDatabase } from './database';
import { faultOf } from './faults';
import { deleteRows, putRows } from './put-rows';

/**
 * Stores an overlay, as far as it fits: deletions first, and a message never before its ancestors.
 * @returns whether all of it fit
 * @throws what the store throws, unless it is full
 */
export async function storeOverlay(database: ChatDatabase, overlay: Overlay): Promise<boolean> {
  let all = true;
  for (const chatId of [...overlay.removed]) {
    if (!overlay.removed.has(chatId)) continue;
    if (await fits(deleteRows(database, chatId))) overlay.removed.delete(chatId);
    else all = false;
  }
  for (const chat of [...overlay.chats.values()])
    all = (await store(database, overlay, { chats: [chat], messages: [] })) && all;
  for (const message of [...overlay.messages.values()]) {
    const before = keptBefore(overlay, message);
    all = (await store(database, overlay, { ...before, messages: [...before.messages, message] })) && all;
  }
  return all;
}

async function store(database: ChatDatabase, overlay: Overlay, rows: Rows): Promise<boolean> {
  const { chats, messages } = overlay;
  // They may have been stored, changed, or removed meanwhile.
  const current =
    rows.chats.every((chat) => chats.get(chat.id) === chat) &&
    rows.messages.every((message) => messages.get(message.id) === message);
  if (!current) return true;
  const fit = await fits(putRows(database, rows));
  if (fit) forget(overlay, rows);
  return fit;
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
