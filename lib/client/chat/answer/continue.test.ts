import { describe, expect, it } from 'vitest';
import { apiFailure, offlineFailure } from '../../failure';
import type { ChatBody, ChatEvent, streamChat } from '../../stream-chat';
import { continueAnswer, retryAnswer, sendMessage, stopAnswer } from '../answers';
import { pathTo, siblingsOf } from '../conversation';
import { openHistory, readMessages } from '../history';
import { createChat, createChatStore, loadChats, type ChatStore } from '../store';
import type { ChatMessage, Receipt } from '../types';
import { CONTINUE_PROMPT } from './parts';

type Ask = typeof streamChat;

const usage = { promptTokens: 3, completionTokens: 2, cachedTokens: 0, reasoningTokens: 0, usd: '0.1', diem: '0' };
const accepted = (requestId: string): ChatEvent => ({
  type: 'accepted',
  requestId,
  balanceUsd: '1',
  balanceDiem: null,
});

const speak = (text: string): Ask =>
  async function* () {
    await Promise.resolve();
    yield accepted('bb-SVC');
    yield { type: 'text', text: text, sinceMs: 5 };
    yield { type: 'usage', usage, sinceMs: 9 };
  };

/** Says something, then hangs until the user stops it. */
const hang: Ask = async function* (_body, { signal }) {
  yield accepted('aa-SVC');
  yield { type: 'text', text: 'half', sinceMs: 5 };
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
};

async function storeWith(ask: Ask): Promise<ChatStore> {
  const receipt = () => Promise.resolve({ charged: '0.05' } as Receipt);
  const store = createChatStore({ history: await openHistory('account'), tabId: 'tab', ask, receipt });
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

describe('a continued answer', () => {
  /** A store with an answer that the user stopped midway; later requests are answered by `then`. */
  async function stoppedStore(then: Ask) {
    const bodies: ChatBody[] = [];
    const store = await storeWith(async function* (body, options) {
      bodies.push(body);
      yield* (bodies.length === 1 ? hang : then)(body, options);
    });
    const chat = createChat(store, {});
    sendMessage(store, chat, { text: 'Go', modelId: 'big', parentId: null }, 'svc');
    await until(() => view(store, chat.id)[1]?.state === 'streaming');
    stopAnswer(store, view(store, chat.id)[1]?.id ?? '');
    await until(() => view(store, chat.id)[1]?.ticket.receipt !== null);
    const answer = () => {
      const last = view(store, chat.id)[1];
      if (!last) throw new Error('no answer');
      return last;
    };
    return { store, chat, bodies, answer };
  }

  it('sends its text back with the prompt to continue, stays one message and keeps both costs', async () => {
    const { store, chat, bodies, answer } = await stoppedStore(speak('way.'));
    continueAnswer(store, answer(), 'svc');
    await idle(store);
    expect(bodies[1]?.messages).toEqual([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'half' },
      { role: 'user', content: CONTINUE_PROMPT },
    ]);
    expect(view(store, chat.id)).toHaveLength(2);
    expect(answer()).toMatchObject({
      state: 'complete',
      text: 'half way.',
      ticket: { usage },
      earlier: [{ ticket: { receipt: { charged: '0.05' } } }],
    });
    expect(await readMessages(store.history, chat.id)).toHaveLength(2);
  });

  it('that fails keeps its text, and Retry continues again', async () => {
    let asked = 0;
    const { store, answer, bodies } = await stoppedStore(async function* (body, options) {
      asked += 1;
      if (asked === 1) throw apiFailure({ status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Slow down.' });
      yield* speak('way.')(body, options);
    });
    continueAnswer(store, answer(), 'svc');
    await idle(store);
    expect(answer()).toMatchObject({ state: 'failed', text: 'half', failure: { code: 'RATE_LIMIT_EXCEEDED' } });
    retryAnswer(store, answer(), 'small', 'svc');
    await idle(store);
    expect(answer()).toMatchObject({ state: 'complete', text: 'half way.', modelId: 'big', failure: null });
    expect(bodies).toHaveLength(3);
    expect(siblingsOf(store.state.messages, answer())).toHaveLength(1);
  });

  it('is not continued once it is complete', async () => {
    const { store, answer, bodies } = await stoppedStore(speak('way.'));
    continueAnswer(store, answer(), 'svc');
    await idle(store);
    continueAnswer(store, answer(), 'svc');
    expect(store.running.size).toBe(0);
    expect(bodies).toHaveLength(2);
  });

  it('is requested with the same key only while the outcome of the attempt before is unknown', async () => {
    const keys: (string | undefined)[] = [];
    const conflict = { status: 409, code: 'CONFLICT', message: 'It was already answered.' } as const;
    const failures = [offlineFailure(), apiFailure({ ...conflict, retryAfterSeconds: 2 }), apiFailure(conflict)];
    const { store, answer } = await stoppedStore(async function* (body, options) {
      const failure = failures[keys.length];
      keys.push(options.idempotencyKey);
      if (failure) throw failure;
      yield* speak('way.')(body, options);
    });
    continueAnswer(store, answer(), 'svc');
    for (let tries = 0; tries < 3; tries += 1) {
      await idle(store);
      retryAnswer(store, answer(), 'big', 'svc');
    }
    await idle(store);
    expect(answer().text).toBe('half way.');
    expect(keys[0]).toBeTypeOf('string');
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('that ended at its length while it thought is continued with a key of its own', async () => {
    const keys: (string | undefined)[] = [];
    const { store, answer } = await stoppedStore(async function* (body, options) {
      keys.push(options.idempotencyKey);
      if (keys.length > 1) return yield* speak('way.')(body, options);
      yield accepted('cc-SVC');
      yield { type: 'finish', reason: 'length' };
    });
    continueAnswer(store, answer(), 'svc');
    await idle(store);
    continueAnswer(store, answer(), 'svc');
    await idle(store);
    expect(answer().text).toBe('half way.');
    expect(keys[1]).not.toBe(keys[0]);
  });
});
