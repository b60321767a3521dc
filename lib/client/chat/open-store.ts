import { randomHex } from '../../core/ids';
import { toDataUrl } from '../attachments/canvas';
import { streamChat } from '../stream-chat';
import { drawForChat } from './answer/draw-for-chat';
import { withImages } from './answer/image-command';
import { browserOwners } from './answer/owners';
import { keepAll, settleChat } from './answers';
import { isUnderWay } from './conversation';
import { openHistory } from './history';
import { fetchReceipt } from './receipts';
import { repeatRevocations, revoke } from './share/revocations';
import { createChatStore, loadChats, openChat, type ChatStore } from './store';
import type { ChatMessage } from './types';

/** How long to wait before checking again whether another tab that writes an answer still exists. */
const RECHECK_MS = 5_000;

const TAB_KEY = 'farebox-tab';

let tabId: string | undefined;
const opened = new Map<string, Promise<ChatStore>>();

/**
 * This tab's store for one account, opened once: it persists while other pages are shown, so that answers continue.
 * Other accounts in this browser do not see these chats.
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
    ask: withImages(streamChat, drawForChat, toDataUrl),
    receipt: fetchReceipt,
    revoke: (chatId) => revoke(accountId, chatId),
  });
  // The first event comes in time to store everything; the second is for browsers without the first, such as on phones.
  for (const leaving of ['beforeunload', 'pagehide']) addEventListener(leaving, () => keepAll(store));
  const repeat = () => void repeatRevocations(accountId);
  addEventListener('online', repeat);
  repeat();
  await loadChats(store);
  return store;
}

/** Reads a chat and ends its answers whose tab is gone; checks again while other tabs are writing. */
export async function visitChat(store: ChatStore, chatId: string): Promise<void> {
  await openChat(store, chatId);
  settleChat(store, chatId, await findHeld(store, chatId));
  if (ofOthers(store, chatId).length === 0) return;
  setTimeout(() => {
    if (store.state.opened.has(chatId)) void visitChat(store, chatId);
  }, RECHECK_MS);
}

/** The answers of a chat held by other tabs; null if the browser cannot say. */
async function findHeld(store: ChatStore, chatId: string): Promise<ReadonlySet<string> | null> {
  const before = new Map(ofOthers(store, chatId).map(({ id, touchedAt }) => [id, touchedAt]));
  const held = before.size > 0 ? await store.owners?.held() : null;
  if (!held) return null;
  // Answers released meanwhile have stored their end by now, and those updated meanwhile are alive.
  await openChat(store, chatId);
  const touched = ofOthers(store, chatId).filter(({ id, touchedAt }) => before.get(id) !== touchedAt);
  return new Set([...held, ...touched.map(({ id }) => id)]);
}

/** The answers of a chat that are running, but not in this tab. */
function ofOthers({ state, running }: ChatStore, chatId: string): ChatMessage[] {
  return [...state.messages.values()].filter(
    (message) => message.chatId === chatId && isUnderWay(message) && !running.has(message.id),
  );
}

/**
 * This tab's ID, which survives a reload. It is in sessionStorage only while no page uses it, because a duplicated tab
 * starts with a copy of that storage. If the browser refuses, it is new each time.
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
