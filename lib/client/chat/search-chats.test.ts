import { expect, it } from 'vitest';
import { openHistory, writeChat, writeMessage } from './history';
import { createChatStore, loadChats, type ChatStore } from './store';
import { DEFAULT_SETTINGS, NO_RECEIPT, type Chat, type ChatMessage } from './types';
import { searchChats, type Found } from './search-chats';

const chat = (id: string, more: Partial<Chat> = {}): Chat => ({
  id,
  title: `Chat ${id}`,
  named: false,
  modelId: null,
  settings: DEFAULT_SETTINGS,
  leafId: null,
  createdAt: 0,
  updatedAt: 0,
  ...more,
});
const message = (id: string, chatId: string, text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  chatId,
  parentId: null,
  role: 'user',
  text,
  reasoning: '',
  state: 'complete',
  modelId: null,
  finishReason: null,
  requestId: null,
  ticket: NO_RECEIPT,
  failure: null,
  createdAt: 0,
  writerId: null,
  touchedAt: 0,
  ...more,
});

async function storeWith(chats: Chat[], messages: ChatMessage[]): Promise<ChatStore> {
  const history = await openHistory('search');
  for (const one of chats) await writeChat(history, one, {});
  for (const one of messages) await writeMessage(history, one);
  const store = createChatStore({
    history,
    tabId: 'tab',
    ask: async function* () {},
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  return store;
}

async function search(
  store: ChatStore,
  typed: string,
  signal = new AbortController().signal,
): Promise<Found | undefined> {
  let last: Found | undefined;
  for await (const found of searchChats(store, typed, signal)) last = found;
  return last;
}

it('finds titles and messages, counts them, and returns the newest', async () => {
  const store = await storeWith(
    [chat('a', { updatedAt: 1 }), chat('b', { updatedAt: 2, title: 'Lighthouse' }), chat('c')],
    [
      message('a1', 'a', 'An old LIGHTHOUSE', { createdAt: 1 }),
      message('a2', 'a', 'The lighthouse again', { createdAt: 2, role: 'assistant' }),
      message('c1', 'c', 'A house of light'),
      message('gone', 'unknown', 'lighthouse'),
    ],
  );
  const found = await search(store, 'lighthouse');
  expect(found).toMatchObject({ done: true, more: 0 });
  expect(found?.chats.map(({ chatId, hits, newest }) => [chatId, hits, newest?.messageId])).toEqual([
    ['b', 0, undefined],
    ['a', 2, 'a2'],
  ]);
  expect((await search(store, 'light of'))?.chats.map(({ chatId }) => chatId)).toEqual(['c']);
  expect((await search(store, '  '))?.chats).toEqual([]);
});

it('finds a comparison by its title once, and its other chats by their messages', async () => {
  const store = await storeWith(
    [chat('a', { compared: 'a', title: 'Fares' }), chat('b', { compared: 'a', title: 'Fares' })],
    [message('b1', 'b', 'Exact coins')],
  );
  expect((await search(store, 'fares'))?.chats.map(({ chatId }) => chatId)).toEqual(['a']);
  expect((await search(store, 'coins'))?.chats.map(({ chatId }) => chatId)).toEqual(['b']);
});

it('yields nothing after it is aborted', async () => {
  const store = await storeWith([chat('a', { title: 'Fares' })], []);
  const ended = new AbortController();
  ended.abort();
  expect(await search(store, 'fares', ended.signal)).toBeUndefined();
});

it('shows answers without their Markdown, and what people wrote as they wrote it', async () => {
  const store = await storeWith(
    [chat('a'), chat('b'), chat('c')],
    [
      message('1', 'a', '## The **tall** tower\n- of [Paris](https://a.example)', { role: 'assistant' }),
      message('2', 'b', 'Why **tall**?'),
      message('3', 'c', 'See [this](https://tall.example).', { role: 'assistant' }),
    ],
  );
  const found = await search(store, 'tall');
  const shown = found?.chats.map(({ newest }) => newest?.snippet.map(({ text }) => text).join(''));
  expect(shown?.sort()).toEqual(['See [this](https://tall.example).', 'The tall tower of Paris', 'Why **tall**?']);
});
