import { randomHex } from '../../core/ids';
import { streamChat } from '../stream-chat';
import { settleChat, keepAll } from './answers';
import { openHistory } from './history';
import { fetchReceipt } from './receipts';
import { createChatStore, loadChats, openChat, type ChatStore } from './store';

/** How long to leave the answer of another tab alone before looking again whether that tab is still there. */
const LOOK_AGAIN_MS = 5_000;

const opened = new Map<string, Promise<ChatStore>>();

/**
 * This tab's store for one account, opened once: it stays while the reader looks at other pages, so that answers go on.
 * Who signs in next in this browser does not see these chats.
 */
export function openStore(accountId: string): Promise<ChatStore> {
  const known = opened.get(accountId);
  if (known) return known;
  const opening = open(accountId);
  opened.set(accountId, opening);
  // Whoever asks next tries anew.
  opening.catch(() => opened.delete(accountId));
  return opening;
}

async function open(accountId: string): Promise<ChatStore> {
  const history = await openHistory(accountId);
  const store = createChatStore({ history, tabId: tabId(), ask: streamChat, receipt: fetchReceipt });
  addEventListener('pagehide', () => keepAll(store));
  await loadChats(store);
  return store;
}

/** Reads a chat and brings its answers to their end where their tab is gone; looks again while others still write. */
export async function visitChat(store: ChatStore, chatId: string): Promise<void> {
  await openChat(store, chatId);
  settleChat(store, chatId);
  const others = [...store.state.messages.values()].some(
    ({ id, state, chatId: of }) =>
      of === chatId && !store.running.has(id) && (state === 'waiting' || state === 'streaming'),
  );
  if (others) setTimeout(() => void visitChat(store, chatId), LOOK_AGAIN_MS);
}

/** The name of this tab, which it keeps over a reload. Where the browser refuses, a new one each time. */
function tabId(): string {
  const key = 'farebox-tab';
  try {
    const kept = sessionStorage.getItem(key);
    if (kept) return kept;
    const made = randomHex(8);
    sessionStorage.setItem(key, made);
    return made;
  } catch {
    return randomHex(8);
  }
}
