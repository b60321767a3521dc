import type { ChatMessage } from '../types';

/** How many opened chats stay in memory; a comparison has at most three. */
const MOST_OPENED = 8;

/** The opened chats, least recently opened first, and all their messages by ID. */
type Opened = { opened: ReadonlySet<string>; messages: ReadonlyMap<string, ChatMessage> };

/**
 * Drops the least recently opened chats: with attachments they may be large, and opening them reads them again.
 * @param running the IDs of answers running here, whose chats are kept
 */
export function keepLatest({ opened, messages }: Opened, running: Iterable<string>): Opened {
  if (opened.size <= MOST_OPENED) return { opened, messages };
  const busy = new Set([...running].map((id) => messages.get(id)?.chatId));
  const left = new Set([...opened].slice(0, opened.size - MOST_OPENED).filter((chatId) => !busy.has(chatId)));
  return {
    opened: new Set([...opened].filter((chatId) => !left.has(chatId))),
    messages: new Map([...messages].filter(([, { chatId }]) => !left.has(chatId))),
  };
}
