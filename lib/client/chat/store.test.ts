import { describe, expect, it } from 'vitest';
import { requestAnswer, retryAnswer, sendMessage, settleChat, stopAnswer } from './answers';
import type { ChatMessage, Receipt } from './types';
import {
  changeChat,
  createChat,
  createChatStore,
  deleteChat,
  loadChats,
  openChat,
  showVersion,
  type ChatStore,
} from './store';
import { pathTo, siblingsOf } from './conversation';
import { chatStatusOf } from './state';
import { apiFailure, offlineFailure } from '../failure';
import { openHistory, readChats, readMessages, writeMessage, type History } from './history';
import type { ChatBody, ChatEvent, streamChat } from '../stream-chat';

// Without a browser there is no store, so the history keeps everything in memory, which is a supported mode.

type Ask = typeof streamChat;

const usage = { promptTokens: 3, completionTokens: 2, cachedTokens: 0, reasoningTokens: 0, usd: '0.1', diem: '0' };
const accepted: ChatEvent = { type: 'accepted', requestId: 'aa-SVC', balanceUsd: '1', balanceDiem: null };

const speak = (text: string): Ask =>
  async function* () {
    await Promise.resolve();
    yield accepted;
    yield { type: 'text', text: text, sinceMs: 5 };
    yield { type: 'usage', usage, sinceMs: 9 };
  };

/** Says something, then hangs until the user stops it. */
const hang: Ask = async function* (_body, { signal }) {
  yield accepted;
  yield { type: 'text', text: 'half', sinceMs: 5 };
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
};

async function storeWith(ask: Ask, history?: History): Promise<ChatStore> {
  const receipt = () => Promise.resolve({ requestId: 'aa-SVC', charged: '0.05' } as Receipt);
  const store = createChatStore({ history: history ?? (await openHistory('account')), tabId: 'tab', ask, receipt });
  await loadChats(store);
  return store;
}

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; !condition(); round += 1) {
    if (round > 400) throw new Error('It did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const view = (store: ChatStore, chatId: string): ChatMessage[] =>
  pathTo(store.state.messages, store.state.chats.get(chatId)?.leafId ?? null);

const idle = (store: ChatStore) => until(() => store.running.size === 0);

describe('an answer', () => {
  it('is shown, priced, and stored; the chat gets its title and moves up', async () => {
    const store = await storeWith(speak('Four.'));
    const chat = createChat(store, {});
    expect(await readChats(store.history)).toEqual([]);
    sendMessage(store, chat, { text: 'Two and two?', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    expect(view(store, chat.id)).toMatchObject([
      { role: 'user', text: 'Two and two?' },
      { role: 'assistant', text: 'Four.', state: 'complete', modelId: 'big', ticket: { usage } },
    ]);
    expect(await readChats(store.history)).toMatchObject([{ title: 'Two and two?', modelId: 'big' }]);
    const stored = await readMessages(store.history, chat.id);
    expect(stored.map(({ state }) => state)).toEqual(['complete', 'complete']);
  });

  it('keeps its text and gets its receipt when stopped', async () => {
    let spent = 0;
    const store = await storeWith(hang);
    store.onSpent = () => (spent += 1);
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => view(store, chat.id)[1]?.state === 'streaming');
    stopAnswer(store, view(store, chat.id)[1]?.id ?? '');
    await until(() => view(store, chat.id)[1]?.ticket.receipt !== null);
    expect(view(store, chat.id)[1]).toMatchObject({
      state: 'stopped',
      text: 'half',
      ticket: { receipt: { charged: '0.05' } },
    });
    expect(spent).toBe(2);
  });

  it('asks for its receipt by itself until the ledger has answered', async () => {
    const store = await storeWith(hang);
    store.askAgainMs = 5;
    const answers = [
      () => Promise.reject(offlineFailure()),
      () => Promise.resolve('pending' as const),
      () => Promise.reject(apiFailure({ status: 503, code: 'NOT_READY' })),
      () => Promise.resolve({ requestId: 'aa-SVC', charged: '0.05' } as Receipt),
    ];
    let asked = 0;
    store.receipt = () => answers[(asked += 1) - 1]?.() ?? Promise.reject(new Error('asked too often'));
    const chat = createChat(store, {});
    await openChat(store, chat.id);
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => view(store, chat.id)[1]?.state === 'streaming');
    stopAnswer(store, view(store, chat.id)[1]?.id ?? '');
    await until(() => view(store, chat.id)[1]?.ticket.receipt !== null);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(asked).toBe(4);
  });

  it('has no receipt while its charge is pending, and is fetched again', async () => {
    const store = await storeWith(hang);
    const answers: (Receipt | 'pending')[] = ['pending', { requestId: 'aa-SVC', charged: '0.05' } as Receipt];
    store.receipt = () => Promise.resolve(answers.shift() ?? null);
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => view(store, chat.id)[1]?.state === 'streaming');
    stopAnswer(store, view(store, chat.id)[1]?.id ?? '');
    await until(() => answers.length === 1);
    expect(view(store, chat.id)[1]).toMatchObject({ state: 'stopped', ticket: { receipt: null, free: false } });
    settleChat(store, chat.id);
    await until(() => view(store, chat.id)[1]?.ticket.receipt !== null);
    expect(view(store, chat.id)[1]?.ticket).toMatchObject({ receipt: { charged: '0.05' }, free: false });
  });

  it('is requested with its branch and the chat’s settings', async () => {
    const bodies: ChatBody[] = [];
    const store = await storeWith(async function* (body, options) {
      bodies.push(body);
      yield* speak('Yes.')(body, options);
    });
    const chat = createChat(store, {});
    changeChat(store, chat.id, { settings: { ...chat.settings, system: 'Be brief.', seed: 7 } });
    const changed = store.state.chats.get(chat.id) ?? chat;
    sendMessage(store, changed, { text: 'One', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    const leaf = store.state.chats.get(chat.id)?.leafId ?? null;
    sendMessage(store, changed, { text: 'Two', modelId: 'big', parentId: leaf }, 'svc');
    await idle(store);
    expect(bodies[1]).toEqual({
      model: 'big',
      seed: 7,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Yes.' },
        { role: 'user', content: 'Two' },
      ],
    });
  });
});

describe('versions', () => {
  it('keeps both versions when regenerated, and switches back', async () => {
    const store = await storeWith(speak('Four.'));
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Two and two?', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    const [question, first] = view(store, chat.id);
    if (!question || !first) throw new Error('no messages');
    await new Promise((resolve) => setTimeout(resolve, 2));
    requestAnswer(store, question, 'small', 'svc');
    await idle(store);
    expect(view(store, chat.id)[1]).toMatchObject({ modelId: 'small', text: 'Four.' });
    expect(siblingsOf(store.state.messages, first)).toHaveLength(2);
    showVersion(store, first);
    expect(view(store, chat.id)[1]?.id).toBe(first.id);
  });

  it('replaces a failed answer without output', async () => {
    let asked = 0;
    const store = await storeWith(async function* (body, options) {
      asked += 1;
      if (asked === 1) throw apiFailure({ status: 503, code: 'MODEL_AT_CAPACITY', message: 'Full.' });
      yield* speak('Now.')(body, options);
    });
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    const failed = view(store, chat.id)[1];
    expect(failed).toMatchObject({
      state: 'failed',
      failure: { code: 'MODEL_AT_CAPACITY' },
      ticket: { receipt: null },
    });
    if (failed) retryAnswer(store, failed, 'big', 'svc');
    await idle(store);
    expect(await readMessages(store.history, chat.id)).toHaveLength(2);
    expect(view(store, chat.id)[1]).toMatchObject({ state: 'complete', text: 'Now.' });
  });
});

describe('state that outlives the page', () => {
  it('ends the answer of a reloaded tab, keeps its text and gets its receipt', async () => {
    const first = await storeWith(hang);
    const chat = createChat(first, {});
    sendMessage(first, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => view(first, chat.id)[1]?.state === 'streaming');
    const partial = view(first, chat.id)[1];
    if (partial) await writeMessage(first.history, partial);

    const second = await storeWith(hang, first.history);
    await openChat(second, chat.id);
    settleChat(second, chat.id);
    await until(() => view(second, chat.id)[1]?.ticket.receipt !== null);
    expect(view(second, chat.id)[1]).toMatchObject({ state: 'interrupted', text: 'half' });
    stopAnswer(first, partial?.id ?? '');
    await idle(first);
  });

  it('is not reverted by a read that started before the answer ended', async () => {
    const store = await storeWith(async function* () {
      await Promise.resolve();
      throw apiFailure({ status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Slow down.' });
    });
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    const stale = [...store.state.messages.values()];
    expect(stale.map(({ state }) => state)).toContain('waiting');
    await idle(store);
    for (const row of stale) store.history.overlay.messages.set(row.id, row);
    await openChat(store, chat.id);
    settleChat(store, chat.id);
    expect(view(store, chat.id)[1]).toMatchObject({ state: 'failed', failure: { code: 'RATE_LIMIT_EXCEEDED' } });
  });

  it('applies newer rows of another tab', async () => {
    const store = await storeWith(speak('Four.'));
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Two and two?', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    const answer = view(store, chat.id)[1];
    if (!answer) throw new Error('no answer');
    await writeMessage(store.history, { ...answer, text: 'Five.', touchedAt: answer.touchedAt + 1 });
    await openChat(store, chat.id);
    expect(view(store, chat.id)[1]?.text).toBe('Five.');
  });

  it('restores a deleted chat with its messages', async () => {
    const store = await storeWith(speak('Four.'));
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Two and two?', modelId: 'big', parentId: null }, 'svc');
    await idle(store);
    const undo = await deleteChat(store, chat.id);
    expect(store.state.chats.size).toBe(0);
    expect(await readChats(store.history)).toEqual([]);
    expect(await readMessages(store.history, chat.id)).toEqual([]);
    await undo();
    expect(await readChats(store.history)).toMatchObject([{ id: chat.id, title: 'Two and two?' }]);
    expect(await readMessages(store.history, chat.id)).toHaveLength(2);
  });

  it('keeps the order of chats created within one millisecond', async () => {
    const store = await storeWith(speak(''));
    const times = Array.from({ length: 20 }, () => createChat(store, {}).createdAt);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    expect(times).toHaveLength(20);
  });

  it('says that nothing is stored here', async () => {
    const store = await storeWith(speak(''));
    expect(store.state.notice?.message).toMatch(/until this tab closes/);
  });

  it('distinguishes a loading chat from a missing one', async () => {
    const history = await openHistory('account');
    const store = createChatStore({ history, tabId: 'tab', ask: speak(''), receipt: () => Promise.resolve(null) });
    expect(chatStatusOf(store.state, 'unknown')).toBe('loading');
    await loadChats(store);
    expect(chatStatusOf(store.state, null)).toBe('open');
    expect(chatStatusOf(store.state, 'unknown')).toBe('missing');
    const chat = createChat(store, {});
    expect(chatStatusOf(store.state, chat.id)).toBe('open');
    expect(chatStatusOf({ ...store.state, opened: new Set() }, chat.id)).toBe('loading');
    await deleteChat(store, chat.id);
    expect(chatStatusOf(store.state, chat.id)).toBe('missing');
  });
});
