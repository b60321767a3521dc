import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pathTo } from '@/lib/client/chat/conversation';
import { openHistory } from '@/lib/client/chat/history';
import { createChatStore, loadChats } from '@/lib/client/chat/store';
import { UNSENT } from './actions';
import { createActions } from './create-actions';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('window', { history: { pushState: () => undefined } });
});
afterEach(() => vi.unstubAllGlobals());

it('regenerates an answer that was interrupted before any response with its own key, so that it is charged once', async () => {
  const keys: (string | undefined)[] = [];
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (_body, { idempotencyKey }) {
      await Promise.resolve();
      keys.push(idempotencyKey);
      yield { type: 'text', text: 'Hello', sinceMs: 5 };
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  const unsaved = { unsent: UNSENT, setUnsent: () => undefined };
  const idle = () => expect.poll(() => store.running.size, { interval: 5 }).toBe(0);
  createActions(store, null, unsaved).send('Hi', 'big');
  await idle();
  const [chat] = store.state.chats.values();
  const actions = createActions(store, chat?.id ?? '', unsaved);
  const answer = () => pathTo(store.state.messages, store.state.chats.get(chat?.id ?? '')?.leafId ?? null)[1];
  const first = answer();
  if (!first) throw new Error('no answer');
  actions.regenerate({ ...first, state: 'interrupted', text: '', requestId: null }, 'big');
  await idle();
  expect(keys[1]).toBe(keys[0]);
  actions.regenerate({ ...first, requestId: 'aa-SVC' }, 'big');
  await idle();
  expect(keys[2]).not.toBe(keys[0]);
});

it('creates a chat with the model that its first message is sent to, whatever the account’s default is', async () => {
  const asked: string[] = [];
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (body) {
      await Promise.resolve();
      asked.push(body.model);
      yield { type: 'text', text: 'Hello', sinceMs: 5 };
    },
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  const unsent = { ...UNSENT, modelId: 'retired' };
  createActions(store, null, { unsent, setUnsent: () => undefined }).send('Hi', 'served');
  await expect.poll(() => store.running.size, { interval: 5 }).toBe(0);
  const [chat] = store.state.chats.values();
  expect(asked).toEqual(['served']);
  expect(chat?.modelId).toBe('served');
  expect(pathTo(store.state.messages, chat?.leafId ?? null).map(({ text }) => text)).toEqual(['Hi', 'Hello']);
});
