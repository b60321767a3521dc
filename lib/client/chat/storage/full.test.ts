import { describe, expect, it } from 'vitest';
import { sendMessage } from '../answers';
import { pathTo } from '../conversation';
import { openHistory } from '../history';
import { createChat, createChatStore, deleteChat, loadChats, openChat, type ChatStore } from '../store';
import { fakeDatabase, fakeRows, sizeOf, type FakeRows } from './fake-database';

async function storeOver(made: FakeRows): Promise<ChatStore> {
  const history = await openHistory('account');
  Object.assign(history, { database: fakeDatabase(made), notice: null });
  const store = createChatStore({
    history,
    tabId: 'tab',
    ask: async function* () {
      await Promise.resolve();
      yield { type: 'text', text: 'Yes.', sinceMs: 1 };
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  return store;
}

const idle = async (store: ChatStore) => {
  while (store.running.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 20));
};

/** Sends a text after the last visible message, and waits for the answer. */
async function say(store: ChatStore, chatId: string, text: string): Promise<void> {
  const chat = store.state.chats.get(chatId);
  if (!chat) throw new Error('no chat');
  const parentId = pathTo(store.state.messages, chat.leafId).at(-1)?.id ?? null;
  sendMessage(store, chat, { text, modelId: 'big', parentId }, 'svc');
  await idle(store);
}

/** What a tab opened later shows. */
async function afterReload(made: FakeRows, chatId: string): Promise<string[]> {
  const later = await storeOver(made);
  await openChat(later, chatId);
  return pathTo(later.state.messages, later.state.chats.get(chatId)?.leafId ?? null).map(({ text }) => text);
}

describe('with full storage', () => {
  it('stores no answer without its question, and a reload shows the earlier messages', async () => {
    const made = fakeRows();
    const store = await storeOver(made);
    const chat = createChat(store, {});
    await say(store, chat.id, 'Small');
    made.capacity = sizeOf(made) + 2_000;
    await say(store, chat.id, 'x'.repeat(5_000));
    expect(store.state.notice?.fault).toBe('full');
    expect(pathTo(store.state.messages, store.state.chats.get(chat.id)?.leafId ?? null)).toHaveLength(4);
    expect([...made.messages.values()]).toHaveLength(2);
    expect(await afterReload(made, chat.id)).toEqual(['Small', 'Yes.']);
  });

  it('stores everything pending, and clears the notice, once there is space', async () => {
    const made = fakeRows();
    const store = await storeOver(made);
    const old = createChat(store, {});
    await say(store, old.id, 'x'.repeat(5_000));
    made.capacity = sizeOf(made) + 50;
    const chat = createChat(store, {});
    await say(store, chat.id, 'First');
    await say(store, chat.id, 'Second');
    expect(made.chats.has(chat.id)).toBe(false);
    expect(store.history.overlay.messages.size).toBe(4);
    await deleteChat(store, old.id);
    expect(store.state.notice).toBeNull();
    expect(store.history.overlay.messages.size + store.history.overlay.chats.size).toBe(0);
    expect(await afterReload(made, chat.id)).toEqual(['First', 'Yes.', 'Second', 'Yes.']);
  });

  it('retries with the next write, also of a chat', async () => {
    const made = fakeRows();
    const store = await storeOver(made);
    const chat = createChat(store, {});
    made.capacity = 0;
    await say(store, chat.id, 'First');
    expect(store.state.notice?.fault).toBe('full');
    made.capacity = Infinity;
    await say(store, chat.id, 'Second');
    expect(store.state.notice).toBeNull();
    expect(await afterReload(made, chat.id)).toEqual(['First', 'Yes.', 'Second', 'Yes.']);
  });
});
