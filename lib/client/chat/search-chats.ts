import { ticks } from '../now';
import { walkMessages } from './storage/walk';
import { plainText } from './plain-text';
import type { ChatStore } from './store';
import type { ChatMessage } from './types';
import { hasTerms, markHits, snippetOf, termsOf, type SnippetPart } from './match-text';

/** The maximum number of chats shown: a search with more results needs refining. */
const MOST_FOUND = 50;
/** How often results are reported. */
const REPORT_MS = 200;

/** A chat with hits. */
export type FoundChat = {
  chatId: string;
  title: SnippetPart[];
  /** How many of its messages contain all terms. */
  hits: number;
  /** The newest of them, with a snippet; null if only the title matches. */
  newest: { messageId: string; role: ChatMessage['role']; snippet: SnippetPart[] } | null;
};

/** The results so far. */
export type Found = { chats: FoundChat[]; more: number; done: boolean };

type Hits = { hits: number; newest: Pick<ChatMessage, 'id' | 'role' | 'text' | 'createdAt'> };

/**
 * Searches the titles and messages of all chats of this browser, and yields the results periodically, most recently
 * used chats first.
 * @param signal ends the search without another result
 */
export async function* searchChats(store: ChatStore, typed: string, signal: AbortSignal): AsyncGenerator<Found> {
  const terms = termsOf(typed);
  const found = new Map<string, Hits>();
  let reportedAt = ticks();
  if (terms.length > 0)
    for await (const batch of walkMessages(store.history, signal)) {
      for (const message of batch) if (hasTerms(message.text, terms)) count(found, message);
      if (ticks() - reportedAt < REPORT_MS) continue;
      reportedAt = ticks();
      yield { ...listOf(store, found, terms), done: false };
    }
  if (!signal.aborted) yield { ...listOf(store, found, terms), done: true };
}

function count(found: Map<string, Hits>, { id, role, text, createdAt, chatId }: ChatMessage): void {
  const known = found.get(chatId);
  const newest = !known || createdAt >= known.newest.createdAt ? { id, role, text, createdAt } : known.newest;
  found.set(chatId, { hits: (known?.hits ?? 0) + 1, newest });
}

function listOf(store: ChatStore, found: Map<string, Hits>, terms: string[]): Pick<Found, 'chats' | 'more'> {
  const chats = [...store.state.chats.values()]
    // The chats of a comparison share a title: only the first one is found by it.
    .filter(
      ({ id, title, compared }) =>
        found.has(id) || (compared !== undefined && compared !== id ? false : hasTerms(title, terms)),
    )
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  const shown = chats.slice(0, MOST_FOUND).map(({ id, title }): FoundChat => {
    const hit = found.get(id);
    const newest = hit
      ? { messageId: hit.newest.id, role: hit.newest.role, snippet: snippetOf(shownText(hit.newest, terms), terms) }
      : null;
    return { chatId: id, title: markHits(title, terms), hits: hit?.hits ?? 0, newest };
  });
  return { chats: terms.length === 0 ? [] : shown, more: terms.length === 0 ? 0 : chats.length - shown.length };
}

/** An answer as it is read, unless a term is only in its syntax, as in the address of a link. */
function shownText({ role, text }: Pick<ChatMessage, 'role' | 'text'>, terms: readonly string[]): string {
  if (role === 'user') return text;
  const plain = plainText(text, 'kept');
  return hasTerms(plain, terms) ? plain : text;
}
