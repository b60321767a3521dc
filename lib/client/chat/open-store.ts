import { randomHex } from '../../core/ids';
import { streamChat } from '../stream-chat';
import { browserOwners } from './answer/owners';
import { keepAll, settleChat } from './answers';
import { isUnderWay } from './conversation';
import { openHistory } from './history';
import { fetchReceipt } from './receipts';
import { createChatStore, loadChats, openChat, type ChatStore } from './store';
import type { ChatMessage } from './types';

/** How long to leave the answer of another tab alone before looking again whether that tab is still there. */
const LOOK_AGAIN_MS = 5_000;

const TAB_KEY = 'farebox-tab';

let tabId: string | undefined;
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
  // The next caller tries again.
  opening.catch(() => opened.delete(accountId));
  return opening;
}

async function open(accountId: string): Promise<ChatStore> {
  const history = await openHistory(accountId);
  const store = createChatStore({
    history,
    tabId: (tabId ??= claimTabId()),
    owners: browserOwners(),
    ask: streamChat,
    receipt: fetchReceipt,
  });
  // The first comes in time for what it writes to be stored; the second where the first does not come, as on phones.
  for (const leaving of ['beforeunload', 'pagehide']) addEventListener(leaving, () => keepAll(store));
  await loadChats(store);
  return store;
}

/** Reads a chat and brings its answers to their end where their tab is gone; looks again while others still write. */
export async function visitChat(store: ChatStore, chatId: string): Promise<void> {
  await openChat(store, chatId);
  settleChat(store, chatId, await findHeld(store, chatId));
  if (ofOthers(store, chatId).length === 0) return;
  setTimeout(() => {
    if (store.state.opened.has(chatId)) void visitChat(store, chatId);
  }, LOOK_AGAIN_MS);
}

/** The answers of a chat that other tabs hold; null where the browser does not say. */
async function findHeld(store: ChatStore, chatId: string): Promise<ReadonlySet<string> | null> {
  const before = new Map(ofOthers(store, chatId).map(({ id, touchedAt }) => [id, touchedAt]));
  const held = before.size > 0 ? await store.owners?.held() : null;
  if (!held) return null;
  // What was let go meanwhile has its end stored by now, and what was touched meanwhile lives.
  await openChat(store, chatId);
  const touched = ofOthers(store, chatId).filter(({ id, touchedAt }) => before.get(id) !== touchedAt);
  return new Set([...held, ...touched.map(({ id }) => id)]);
}

/** The answers of a chat that are under way, but not in this tab. */
function ofOthers({ state, running }: ChatStore, chatId: string): ChatMessage[] {
  return [...state.messages.values()].filter(
    (message) => message.chatId === chatId && isUnderWay(message) && !running.has(message.id),
  );
}

/**
 * The name of this tab, which it keeps over a reload: it lies in the tab's store only while no page has it, because a
 * duplicated tab begins with a copy of that store. Where the browser refuses, a new one each time.
 */
function claimTabId(): string {
  try {
    const id = sessionStorage.getItem(TAB_KEY) ?? randomHex(8);
    sessionStorage.removeItem(TAB_KEY);
    addEventListener('pagehide', () => sessionStorage.setItem(TAB_KEY, id));
    addEventListener('pageshow', () => sessionStorage.removeItem(TAB_KEY));
    return id;
  } catch {
    return randomHex(8);
  }
}
