import { applyEvent, missingReceipts } from '../answer/events';
import { findReceipts } from '../answer/find-receipts';
import { newestLeaf, siblingsOf } from '../conversation';
import { removeMessage, writeMessage } from '../history';
import { changeChat, setState, type ChatStore } from '../store';
import type { ChatMessage } from '../types';
import { now } from '../../now';

/** What was deleted: how many messages, and how to restore them. */
export type Deletion = { count: number; undo: () => void };

/**
 * Deletes a message. If it is one of several versions, everything after it in that version goes with it, and the
 * neighboring version is shown. Otherwise only the message goes: what follows it now follows the message before. An answer
 * that is being written is stopped.
 * @returns null if there is no such message
 */
export function deleteMessage(store: ChatStore, messageId: string): Deletion | null {
  const { messages, chats } = store.state;
  const message = messages.get(messageId);
  const chat = message && chats.get(message.chatId);
  if (!message || !chat) return null;
  const versions = siblingsOf(messages, message);
  const at = versions.findIndex(({ id }) => id === message.id);
  const neighbor = versions[at + 1] ?? versions[at - 1];
  const running = new Set(store.running.keys());
  const gone = (neighbor ? subtreeOf(messages, message) : [message]).map((one) =>
    running.has(one.id) ? applyEvent(one, { type: 'stopped' }) : one,
  );
  const moved = neighbor ? [] : childrenOf(messages, message.id);
  const goneIds = new Set(gone.map(({ id }) => id));
  const isShown = chat.leafId === null || goneIds.has(chat.leafId);
  replace(store, { gone, put: moved.map((child) => ({ ...child, parentId: message.parentId })) });
  const leafId = !isShown ? chat.leafId : neighbor ? newestLeaf(store.state.messages, neighbor.id) : message.parentId;
  if (leafId !== chat.leafId) changeChat(store, chat.id, { leafId });
  return {
    count: gone.length,
    undo: () => {
      if (!store.state.chats.has(chat.id)) return;
      // What was written into them since the deletion stays.
      const back = moved.flatMap(({ id, parentId }) => {
        const current = store.state.messages.get(id);
        return current ? [{ ...current, parentId }] : [];
      });
      replace(store, { gone: [], put: [...gone, ...back] });
      for (const one of gone) if (running.has(one.id)) void findReceipts(store, one.id, missingReceipts(one, now()));
      if (store.state.chats.get(chat.id)?.leafId === leafId) changeChat(store, chat.id, { leafId: chat.leafId });
    },
  };
}

/** Changes the state at once, and then the stored rows: first those that stay reachable, then those that go. */
function replace(store: ChatStore, { gone, put }: { gone: readonly ChatMessage[]; put: readonly ChatMessage[] }): void {
  const messages = new Map(store.state.messages);
  const touched = put.map((message) => ({ ...message, touchedAt: now() }));
  for (const message of touched) messages.set(message.id, message);
  for (const { id } of gone) {
    store.running.get(id)?.abort();
    messages.delete(id);
  }
  setState(store, { messages });
  void storeRows(store, gone, touched);
}

async function storeRows(store: ChatStore, gone: readonly ChatMessage[], put: readonly ChatMessage[]): Promise<void> {
  for (const message of put) await writeMessage(store.history, message);
  for (const message of gone) await removeMessage(store.history, message);
}

/** A message and everything below it, parents first. */
function subtreeOf(messages: ReadonlyMap<string, ChatMessage>, root: ChatMessage): ChatMessage[] {
  const children = new Map<string, ChatMessage[]>();
  for (const message of messages.values()) {
    if (message.parentId === null) continue;
    const known = children.get(message.parentId);
    if (known) known.push(message);
    else children.set(message.parentId, [message]);
  }
  const found = [root];
  for (let next = 0; next < found.length; next += 1) {
    const { id } = found[next] ?? root;
    found.push(...(children.get(id) ?? []));
    // A broken store could contain a circle.
    children.delete(id);
  }
  return found;
}

const childrenOf = (messages: ReadonlyMap<string, ChatMessage>, id: string) =>
  [...messages.values()].filter(({ parentId }) => parentId === id);
