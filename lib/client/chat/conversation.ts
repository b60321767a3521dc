import type { Chat, ChatMessage } from './types';

/** The maximum length of titles made from a first message, and of titles quoted in a sentence. */
const TITLE_CHARACTERS = 60;
/** Whether tokens may still arrive. */
export function isUnderWay(message: ChatMessage): boolean {
  return message.state === 'waiting' || message.state === 'streaming';
}

/** The messages from the first to `leafId`, oldest first. */
export function pathTo(messages: ReadonlyMap<string, ChatMessage>, leafId: string | null): ChatMessage[] {
  const path: ChatMessage[] = [];
  const seen = new Set<string>();
  for (let id = leafId; id !== null && !seen.has(id);) {
    seen.add(id);
    const message = messages.get(id);
    if (!message) break;
    path.unshift(message);
    id = message.parentId;
  }
  return path;
}

/** The versions of a message (itself included), oldest first. */
export function siblingsOf(messages: ReadonlyMap<string, ChatMessage>, message: ChatMessage): ChatMessage[] {
  const { chatId, parentId, role } = message;
  return [...messages.values()]
    .filter((other) => other.chatId === chatId && other.parentId === parentId && other.role === role)
    .sort(byAge);
}

/** The end of the newest branch below a message. */
export function newestLeaf(messages: ReadonlyMap<string, ChatMessage>, fromId: string): string {
  let leafId = fromId;
  for (;;) {
    const children = [...messages.values()].filter(({ parentId }) => parentId === leafId).sort(byAge);
    const newest = children.at(-1);
    if (!newest) return leafId;
    leafId = newest.id;
  }
}

const byAge = (a: ChatMessage, b: ChatMessage) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/** Chats, most recently used first. */
export function byRecency(chats: Iterable<Chat>): Chat[] {
  return [...chats].sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
}

/** Makes a title from the beginning of a message: one line, cut at a word. */
export function titleFrom(text: string): string {
  const line = text
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/[#*_`>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return 'New chat';
  return shortTitle(line);
}

/** Shortens a title for use in a sentence: at most 60 characters, cut at a word if possible. */
export function shortTitle(title: string): string {
  const characters = [...title];
  if (characters.length <= TITLE_CHARACTERS) return title;
  const cut = characters.slice(0, TITLE_CHARACTERS).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > TITLE_CHARACTERS / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}
