import { beforeEach, describe, expect, it } from 'vitest';
import { message } from '../answer/fake-answer';
import { pathTo, siblingsOf } from '../conversation';
import { openHistory, readMessages, writeMessage } from '../history';
import { changeChat, createChat, createChatStore, loadChats, openChat, type ChatStore } from '../store';
import type { Chat, ChatMessage } from '../types';
import { deleteMessage } from './delete-message';
import { rewriteMessage } from './rewrite-message';

let store: ChatStore;
let chat: Chat;

/** Two questions; the first has two answers, and the second follows the first of them. */
beforeEach(async () => {
  const history = await openHistory('account');
  const ask = () => {
    throw new Error('nothing is asked for');
  };
  store = createChatStore({ history, tabId: 'tab', ask, receipt: () => Promise.resolve(null) });
  await loadChats(store);
  chat = createChat(store, {});
  const rows: Partial<ChatMessage>[] = [
    { id: 'q1', role: 'user', parentId: null, text: 'One?' },
    { id: 'a1', parentId: 'q1', text: 'First.' },
    { id: 'a1b', parentId: 'q1', text: 'Other first.' },
    { id: 'q2', role: 'user', parentId: 'a1', text: 'Two?' },
    { id: 'a2', parentId: 'q2', text: 'Second.' },
  ];
  for (const [at, row] of rows.entries())
    await writeMessage(history, message({ chatId: chat.id, state: 'complete', createdAt: at, ...row }));
  changeChat(store, chat.id, { leafId: 'a2' });
  await openChat(store, chat.id);
});

const shown = () => pathTo(store.state.messages, store.state.chats.get(chat.id)?.leafId ?? null).map(({ id }) => id);
const stored = async () => (await readMessages(store.history, chat.id)).map(({ id }) => id).sort();

describe('a deleted message', () => {
  it('is taken out, and what follows it then follows the message before', async () => {
    const deletion = deleteMessage(store, 'q2');
    expect(deletion?.count).toBe(1);
    expect(shown()).toEqual(['q1', 'a1', 'a2']);
    await expect.poll(stored).toEqual(['a1', 'a1b', 'a2', 'q1']);
    const rows = await readMessages(store.history, chat.id);
    expect(rows.find(({ id }) => id === 'a2')?.parentId).toBe('a1');
    deletion?.undo();
    expect(shown()).toEqual(['q1', 'a1', 'q2', 'a2']);
    await expect.poll(stored).toEqual(['a1', 'a1b', 'a2', 'q1', 'q2']);
    expect(store.state.messages.get('a2')?.parentId).toBe('q2');
  });

  it('takes along what follows it if it is a version, and the neighbor is shown', async () => {
    const deletion = deleteMessage(store, 'a1');
    expect(deletion?.count).toBe(3);
    expect(shown()).toEqual(['q1', 'a1b']);
    await expect.poll(stored).toEqual(['a1b', 'q1']);
    deletion?.undo();
    expect(shown()).toEqual(['q1', 'a1', 'q2', 'a2']);
    expect(siblingsOf(store.state.messages, message({ id: 'a1', chatId: chat.id, parentId: 'q1' }))).toHaveLength(2);
  });

  it('at the end leaves the message before as the last one', () => {
    deleteMessage(store, 'a2');
    expect(shown()).toEqual(['q1', 'a1', 'q2']);
  });

  it('at the beginning leaves the rest, also across both versions', () => {
    deleteMessage(store, 'q1');
    expect(shown()).toEqual(['a1', 'q2', 'a2']);
    expect(store.state.messages.get('a1b')?.parentId).toBeNull();
  });

  it('of a branch that is not shown leaves the shown one alone', () => {
    expect(deleteMessage(store, 'a1b')?.count).toBe(1);
    expect(shown()).toEqual(['q1', 'a1', 'q2', 'a2']);
  });

  it('keeps what was written after it when the deletion is undone', () => {
    const deletion = deleteMessage(store, 'q2');
    rewriteMessage(store, 'a2', { text: 'Changed.' });
    deletion?.undo();
    expect(store.state.messages.get('a2')).toMatchObject({ parentId: 'q2', text: 'Changed.' });
  });

  it('stops an answer that is being written', () => {
    const stop = new AbortController();
    store.running.set('a2', stop);
    deleteMessage(store, 'a2');
    expect(stop.signal.aborted).toBe(true);
  });
});

describe('a rewritten message', () => {
  it('keeps its place, its answers, and its receipt', async () => {
    rewriteMessage(store, 'a1', { text: 'Better.' });
    expect(shown()).toEqual(['q1', 'a1', 'q2', 'a2']);
    expect(store.state.messages.get('a1')).toMatchObject({ text: 'Better.', state: 'complete' });
    expect(store.state.messages.get('a1')?.edited).toBeTypeOf('number');
    await expect
      .poll(async () => (await readMessages(store.history, chat.id)).find(({ id }) => id === 'a1')?.text)
      .toBe('Better.');
  });

  it('names the chat by its first message, unless the user has named it', () => {
    rewriteMessage(store, 'q1', { text: 'Something else?' });
    expect(store.state.chats.get(chat.id)?.title).toBe('Something else?');
    changeChat(store, chat.id, { named: true, title: 'Mine' });
    rewriteMessage(store, 'q1', { text: 'Yet another?' });
    expect(store.state.chats.get(chat.id)?.title).toBe('Mine');
    expect(store.state.messages.get('q1')?.edited).toBeUndefined();
  });

  it('can lose its attachments', () => {
    const attachment = { id: 'f', kind: 'file' as const, name: 'a.txt', type: 'text/plain', bytes: 1, url: 'data:,a' };
    rewriteMessage(store, 'q2', { text: 'Two?', attachments: [attachment] });
    rewriteMessage(store, 'q2', { text: 'Two!' });
    expect(store.state.messages.get('q2')?.attachments).toEqual([attachment]);
    rewriteMessage(store, 'q2', { text: 'Two.', attachments: [] });
    expect(store.state.messages.get('q2')).not.toHaveProperty('attachments');
  });

  it('does not change while it is being written', () => {
    rewriteMessage(store, 'a2', { text: 'Whole.' });
    const running = { ...message({ id: 'run', chatId: chat.id, parentId: 'q2' }), state: 'streaming' as const };
    store.state = { ...store.state, messages: new Map(store.state.messages).set('run', running) };
    rewriteMessage(store, 'run', { text: 'Mine.' });
    expect(store.state.messages.get('run')?.text).toBe('');
  });
});
