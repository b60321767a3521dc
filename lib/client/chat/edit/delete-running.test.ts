import { expect, it } from 'vitest';
import type { ChatBody, ChatEvent } from '../../stream-chat';
import { sendMessage, stopAnswer } from '../answers';
import { pathTo } from '../conversation';
import { openHistory, readMessages } from '../history';
import { createChat, createChatStore, loadChats, type ChatStore } from '../store';
import type { Chat, Receipt } from '../types';
import { deleteMessage } from './delete-message';

type Preferences = Awaited<ReturnType<ChatStore['preferences']>>;

/** A store whose model writes a word and then nothing until it is stopped. */
async function storeThatHangs(preferences?: Promise<Preferences>) {
  const bodies: ChatBody[] = [];
  let spent = 0;
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (body, { signal }): AsyncGenerator<ChatEvent, void, undefined> {
      bodies.push(body);
      await Promise.resolve();
      yield { type: 'accepted', requestId: 'aa-SVC', balanceUsd: '1', balanceDiem: null };
      yield { type: 'text', text: 'Half', sinceMs: 5 };
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    },
    receipt: () => Promise.resolve({ charged: '0.05' } as Receipt),
    onSpent: () => (spent += 1),
    ...(preferences && { preferences: () => preferences }),
  });
  await loadChats(store);
  const chat = createChat(store, {});
  const path = () => pathTo(store.state.messages, store.state.chats.get(chat.id)?.leafId ?? null);
  return { store, chat, bodies, path, spent: () => spent };
}

const send = (store: ChatStore, chat: Chat, text: string, parentId: string | null = null) =>
  sendMessage(store, chat, { text, modelId: 'big', parentId }, 'svc');
const idle = (store: ChatStore) => expect.poll(() => store.running.size, { interval: 5 }).toBe(0);

it('an answer that is deleted while it is written has its receipt and is stopped once it is restored', async () => {
  const { store, chat, path, spent } = await storeThatHangs();
  send(store, chat, 'Go');
  await expect.poll(() => path()[1]?.text, { interval: 5 }).toBe('Half');
  const deletion = deleteMessage(store, path()[1]?.id ?? '');
  await idle(store);
  expect(spent()).toBe(1);
  expect(path().map(({ text }) => text)).toEqual(['Go']);
  deletion?.undo();
  expect(path()[1]).toMatchObject({ text: 'Half', state: 'stopped', requestId: 'aa-SVC' });
  await expect.poll(() => path()[1]?.ticket.receipt?.charged, { interval: 5 }).toBe('0.05');
  await expect
    .poll(async () => (await readMessages(store.history, chat.id)).map(({ state }) => state).sort(), { interval: 5 })
    .toEqual(['complete', 'stopped']);
});

/** The preferences arrive when `arrive` is called. */
function latePreferences() {
  let arrive = () => undefined as void;
  const preferences = new Promise<Preferences>((resolve) => {
    arrive = () => resolve({ instructions: '', titles: false });
  });
  return { preferences, arrive: () => arrive() };
}

it('an answer can be stopped before the preferences have arrived', async () => {
  const { preferences, arrive } = latePreferences();
  const { store, chat, path, bodies } = await storeThatHangs(preferences);
  send(store, chat, 'Go');
  stopAnswer(store, path()[1]?.id ?? '');
  await idle(store);
  expect(path()[1]?.state).toBe('stopped');
  arrive();
  await preferences;
  expect(bodies).toHaveLength(0);
});

it('an answer whose question is deleted before the preferences have arrived follows the message before', async () => {
  const { preferences, arrive } = latePreferences();
  const { store, chat, path, bodies } = await storeThatHangs(preferences);
  send(store, chat, 'First');
  stopAnswer(store, path()[1]?.id ?? '');
  await idle(store);
  send(store, chat, 'Second', path()[1]?.id ?? '');
  deleteMessage(store, path()[2]?.id ?? '');
  arrive();
  await expect.poll(() => path().at(-1)?.text, { interval: 5 }).toBe('Half');
  expect(path()).toHaveLength(3);
  expect(bodies[0]?.messages).toEqual([{ role: 'user', content: 'First' }]);
});

it('an answer without any question left is stopped before anything is sent', async () => {
  const { preferences, arrive } = latePreferences();
  const { store, chat, path, bodies } = await storeThatHangs(preferences);
  send(store, chat, 'Go');
  deleteMessage(store, path()[0]?.id ?? '');
  arrive();
  await idle(store);
  expect(bodies).toHaveLength(0);
  expect(path().map(({ state }) => state)).toEqual(['stopped']);
});
