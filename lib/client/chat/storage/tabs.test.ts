import { describe, expect, it } from 'vitest';
import { requestAnswer, sendMessage } from '../answers';
import { openHistory, readChats } from '../history';
import { createChat, createChatStore, deleteChat, loadChats, openChat, type ChatStore } from '../store';
import { fakeDatabase, fakeRows, type FakeRows } from './fake-database';

const tabs: ChatStore[] = [];

/** One of several tabs over the same rows; its answers end when they are stopped. */
async function openTab(made: FakeRows, accountId: string): Promise<ChatStore> {
  const history = await openHistory(accountId);
  Object.assign(history, { database: fakeDatabase(made), notice: null });
  const store = createChatStore({
    history,
    tabId: `tab ${tabs.length}`,
    ask: async function* (_body, { signal }) {
      yield { type: 'text', text: 'half', sinceMs: 1 };
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  tabs.push(store);
  return store;
}

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 400) throw new Error('It did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A chat with an answer running in one tab, and shown in the other. */
async function twoTabs(accountId: string) {
  const made = fakeRows();
  const one = await openTab(made, accountId);
  const other = await openTab(made, accountId);
  const chat = createChat(one, {});
  sendMessage(one, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
  await until(() => other.state.chats.get(chat.id)?.leafId != null);
  await until(() => made.messages.size === 2);
  await openChat(other, chat.id);
  return { made, one, other, chat };
}

describe('several tabs', () => {
  it('without a store keep what they show, whatever the others write', async () => {
    const { one, other, chat } = await twoTabs('lost');
    other.history.database = null;
    const shown = other.state;
    await deleteChat(one, chat.id);
    await pause();
    expect(other.state.chats).toBe(shown.chats);
    expect(other.state.messages).toBe(shown.messages);
  });

  it('stop the answers of a chat that another one deleted, and store nothing of them', async () => {
    const { made, one, other, chat } = await twoTabs('deleted');
    expect(one.running.size).toBe(1);
    await deleteChat(other, chat.id);
    await until(() => one.running.size === 0);
    await pause();
    expect(one.state.chats.size).toBe(0);
    expect(made.messages.size + made.chats.size).toBe(0);
  });

  it('show the branch that another one continued, once its message has arrived', async () => {
    const { one, other, chat } = await twoTabs('branch');
    for (const stop of one.running.values()) stop.abort();
    await until(() => one.running.size === 0);
    const [question] = [...one.state.messages.values()];
    if (question) requestAnswer(one, question, 'small', 'svc');
    const leafOf = (store: ChatStore) => store.state.chats.get(chat.id)?.leafId ?? '';
    await until(() => leafOf(other) === leafOf(one));
    expect(other.state.messages.get(leafOf(other))).toMatchObject({ modelId: 'small' });
    for (const stop of one.running.values()) stop.abort();
  });

  it('continue in memory if rows cannot be read', async () => {
    const made = fakeRows();
    made.unreadable = new DOMException('Damaged.', 'UnknownError');
    const store = await openTab(made, 'unreadable');
    expect(store.state).toMatchObject({ ready: true, notice: { fault: 'refused' } });
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => store.state.messages.size === 2);
    expect(await readChats(store.history)).toHaveLength(1);
    for (const stop of store.running.values()) stop.abort();
  });

  it('drop the least recently opened chats, but no running answer, and reload them', async () => {
    const { other, one, chat } = await twoTabs('many');
    const leave = async () => {
      for (let round = 0; round < 9; round += 1) await openChat(other, createChat(other, {}).id);
    };
    await leave();
    expect(other.state.messages.size).toBe(0);
    expect(other.state.opened.size).toBe(8);
    await openChat(other, chat.id);
    expect(other.state.messages.size).toBe(2);
    for (let round = 0; round < 9; round += 1) createChat(one, {});
    expect(one.state.messages.size).toBe(2);
    for (const stop of one.running.values()) stop.abort();
  });
});
