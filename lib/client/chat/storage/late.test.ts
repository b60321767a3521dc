import { describe, expect, it } from 'vitest';
import { keepAll, sendMessage } from '../answers';
import { openHistory, adoptStore, watchHistory, type History } from '../history';
import { chatStatusOf } from '../state';
import { changeChat, createChat, createChatStore, deleteChat, loadChats, type ChatStore } from '../store';
import { noticeOf } from './faults';
import { fakeDatabase, fakeRows, type FakeRows } from './fake-database';

/** A tab whose store has not responded; its answers end immediately, except those to `Go on`, which never end. */
async function openTab(accountId: string): Promise<ChatStore> {
  const history = await openHistory(accountId);
  history.notice = noticeOf('slow');
  const store = createChatStore({
    history,
    tabId: 'tab',
    ask: async function* ({ messages }, { signal }) {
      yield { type: 'text', text: 'Yes.', sinceMs: 1 };
      if (JSON.stringify(messages).includes('Go on'))
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  return store;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the store respond; each of its transactions takes a while. */
async function answer(history: History, made: FakeRows, meanwhile: () => Promise<unknown> | void = () => undefined) {
  const database = fakeDatabase(made);
  const slow = {
    ...database,
    transaction: () => {
      made.turn = made.turn.then(() => pause(10));
      return database.transaction();
    },
  };
  Object.assign(history, { database: slow });
  const taking = adoptStore(history);
  // The first row is being stored.
  await pause(3);
  await meanwhile();
  await taking;
  await pause(400);
}

function say(store: ChatStore, chatId: string, text: string): void {
  const chat = store.state.chats.get(chatId);
  if (!chat) throw new Error('no chat');
  sendMessage(store, chat, { text, modelId: 'big', parentId: chat.leafId }, 'svc');
}

/** A tab with two chats that were started while its store was late. */
async function twoChats(accountId: string) {
  const store = await openTab(accountId);
  const [one, other] = [createChat(store, {}), createChat(store, {})];
  for (const { id } of [one, other]) say(store, id, 'First');
  await pause(80);
  return { store, one, other, made: fakeRows() };
}

const rowOf = ({ chats }: FakeRows, id: string) => chats.get(id) as { title: string; leafId: string } | undefined;

describe('a store that opens late', () => {
  it('keeps new messages next to the stored ones', async () => {
    const { store, one, made } = await twoChats('beside');
    made.chats.set('old', { ...one, id: 'old' });
    expect(chatStatusOf(store.state, 'old')).toBe('loading');
    await answer(store.history, made);
    expect([...store.state.chats.keys()]).toContain('old');
    expect(made.chats.size).toBe(3);
    expect(made.messages.size).toBe(4);
    expect(store.state.notice).toBeNull();
    expect(chatStatusOf(store.state, 'unknown')).toBe('missing');
  });

  it('loses no changes made while it is adopted', async () => {
    const { store, one, other, made } = await twoChats('changes');
    await answer(store.history, made, async () => {
      changeChat(store, other.id, { title: 'Renamed' });
      say(store, one.id, 'Second');
      for (let round = 0; round < 20; round += 1) {
        await pause(6);
        changeChat(store, one.id, { title: `Title ${round}` });
      }
    });
    expect(rowOf(made, other.id)?.title).toBe('Renamed');
    expect(store.state.chats.get(one.id)?.title).toBe('Title 19');
    expect(rowOf(made, one.id)?.title).toBe('Title 19');
    const leafId = store.state.chats.get(one.id)?.leafId;
    expect(store.state.messages.get(leafId ?? '')?.text).toBe('Yes.');
    expect(rowOf(made, one.id)?.leafId).toBe(leafId);
    expect(made.messages.size).toBe(6);
  });

  it('is not considered full because an answer is being stored', async () => {
    const { store, one, made } = await twoChats('running');
    say(store, one.id, 'Go on');
    const faults = new Set<string | undefined>();
    watchHistory(store.history, () => faults.add(store.history.notice?.fault));
    // At any time, some write is in progress.
    const writing = setInterval(() => keepAll(store), 12);
    await answer(store.history, made);
    clearInterval(writing);
    expect(faults).not.toContain('full');
    expect(store.state.notice).toBeNull();
    for (const stop of store.running.values()) stop.abort();
  });

  it('stays lost if it closes immediately', async () => {
    const { store, made } = await twoChats('taken');
    await answer(store.history, made, () => {
      Object.assign(store.history, { database: null, notice: noticeOf('newer-tab') });
    });
    expect(store.state.notice?.fault).toBe('newer-tab');
  });

  it('fully restores chats that were deleted and restored meanwhile', async () => {
    const { store, one, other, made } = await twoChats('undone');
    const undo = [await deleteChat(store, one.id), await deleteChat(store, other.id)];
    await answer(store.history, made, () => Promise.all(undo.map((bring) => bring())));
    expect(made.chats.size).toBe(2);
    expect(made.messages.size).toBe(4);
  });

  it('notifies the other tabs of newly stored rows', async () => {
    const { store, one, made } = await twoChats('told');
    const other = await openTab('told');
    await answer(other.history, made);
    expect(other.state.chats.size).toBe(0);
    await answer(store.history, made);
    expect([...other.state.chats.keys()]).toContain(one.id);
  });

  it('is awaited while an older tab holds it', () => {
    const state = { ready: true, chats: new Map(), messages: new Map(), opened: new Set<string>() };
    expect(chatStatusOf({ ...state, notice: noticeOf('older-tab') }, 'kept')).toBe('loading');
    expect(chatStatusOf({ ...state, notice: noticeOf('refused') }, 'kept')).toBe('missing');
  });
});
