import type { ChatMessage } from '../types';

/** So many chats stay in memory once they were opened; a comparison has at most three. */
const MOST_OPENED = 8;

/** The chats that were opened, the last one last, and all their messages by id. */
type Opened = { opened: ReadonlySet<string>; messages: ReadonlyMap<string, ChatMessage> };

/**
 * Lets go of the chats that were opened longest ago: with their attachments they may be large, and opening reads them again.
 * @param running the ids of answers under way here, whose chats stay
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
