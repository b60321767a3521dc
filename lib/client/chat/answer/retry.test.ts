import { expect, it } from 'vitest';
import { apiFailure, offlineFailure } from '../../failure';
import type { ChatEvent } from '../../stream-chat';
import { retryAnswer, sendMessage } from '../answers';
import { pathTo } from '../conversation';
import { openHistory, readMessages } from '../history';
import { createChat, createChatStore, loadChats, showVersion, type ChatStore } from '../store';

/** A store whose model fails once without output, then answers. */
async function storeThatFailsOnce(): Promise<ChatStore> {
  let asked = 0;
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (): AsyncGenerator<ChatEvent, void, undefined> {
      await Promise.resolve();
      asked += 1;
      if (asked === 1) throw apiFailure({ status: 503, code: 'MODEL_AT_CAPACITY', message: 'Full.' });
      yield { type: 'text', text: 'Now.', sinceMs: 5 };
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  return store;
}

const view = (store: ChatStore, chatId: string) =>
  pathTo(store.state.messages, store.state.chats.get(chatId)?.leafId ?? null);

const idle = (store: ChatStore) => expect.poll(() => store.running.size, { interval: 5 }).toBe(0);

it('keeps a failed answer that is followed by messages, which would be unreachable without it', async () => {
  const store = await storeThatFailsOnce();
  const chat = createChat(store, {});
  sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
  await idle(store);
  const failed = view(store, chat.id)[1];
  if (!failed) throw new Error('no answer');
  sendMessage(store, chat, { text: 'Go on', modelId: 'big', parentId: failed.id }, 'svc');
  await idle(store);
  await new Promise((resolve) => setTimeout(resolve, 2));
  retryAnswer(store, failed, 'big', 'svc');
  await idle(store);
  expect(view(store, chat.id).map(({ text }) => text)).toEqual(['Go', 'Now.']);
  showVersion(store, failed);
  expect(view(store, chat.id).map(({ text }) => text)).toEqual(['Go', '', 'Go on', 'Now.']);
  expect(await readMessages(store.history, chat.id)).toHaveLength(5);
});

it('sends a request again with the same key after no response had arrived, and with its own after any other failure', async () => {
  const keys: (string | undefined)[] = [];
  const failures = [offlineFailure(), apiFailure({ status: 503, code: 'MODEL_AT_CAPACITY', message: 'Full.' })];
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (_body, { idempotencyKey }): AsyncGenerator<ChatEvent, void, undefined> {
      await Promise.resolve();
      keys.push(idempotencyKey);
      const failure = failures[keys.length - 1];
      if (failure) throw failure;
      yield { type: 'text', text: 'Now.', sinceMs: 5 };
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  const chat = createChat(store, {});
  sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
  await idle(store);
  for (let tries = 0; tries < 2; tries += 1) {
    const failed = view(store, chat.id)[1];
    if (failed) retryAnswer(store, failed, 'big', 'svc');
    await idle(store);
  }
  expect(view(store, chat.id)[1]?.text).toBe('Now.');
  expect(keys[0]).toBeTypeOf('string');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
