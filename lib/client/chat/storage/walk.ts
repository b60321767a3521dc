import { ticks } from '../../now';
import { readRows, soundRows, type History } from '../history';
import type { ChatMessage } from '../types';
import type { ChatDatabase } from './database';
import { isMessageRow } from './rows';

/** A batch ends after this many rows or this long, whichever comes first, and yields to the page. */
const BATCH_ROWS = 200;
const BATCH_MS = 12;

/**
 * Yields all messages of this browser in batches, letting the page run between them. Includes those only in memory.
 * @param signal ends the walk without another batch
 */
export async function* walkMessages(history: History, signal: AbortSignal): AsyncGenerator<ChatMessage[]> {
  const { overlay } = history;
  let after: string | null = null;
  while (!signal.aborted) {
    const batch = await readRows(history, (database) => readBatch(database, after, signal));
    if (!batch) break;
    const { rows, last }: Batch = batch;
    const stored = soundRows(history, rows, isMessageRow);
    yield stored.filter(({ id, chatId }) => !overlay.messages.has(id) && !overlay.removed.has(chatId));
    if (last === null) break;
    after = last;
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (!signal.aborted) yield [...overlay.messages.values()];
}

type Batch = { rows: unknown[]; last: string | null };

/** @returns the rows after `after`, and the key to continue from; null at the end */
async function readBatch(database: ChatDatabase, after: string | null, signal: AbortSignal): Promise<Batch> {
  const rows: unknown[] = [];
  const began = ticks();
  const range = after === null ? null : IDBKeyRange.lowerBound(after, true);
  let cursor = await database.transaction('messages').store.openCursor(range);
  while (cursor && !signal.aborted) {
    rows.push(cursor.value);
    if (rows.length >= BATCH_ROWS || ticks() - began >= BATCH_MS) return { rows, last: cursor.key };
    cursor = await cursor.continue();
  }
  return { rows, last: null };
}
