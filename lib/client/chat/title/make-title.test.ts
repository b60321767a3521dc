import { describe, expect, it } from 'vitest';
import { message } from '../answer/fake-answer';
import { continueAnswer, requestAnswer, sendMessage } from '../answers';
import { pathTo } from '../conversation';
import { tokensOfRequest } from '../estimate/tokens';
import { openHistory } from '../history';
import { changeChat, createChat, createChatStore, loadChats, type ChatStore } from '../store';
import type { ChatBody, ChatEvent } from '../../stream-chat';
import { titleOf, titleRequest } from './make-title';

/** A store whose model answers each request with the next of some texts; `bodies` has the requests. */
async function storeWith(titles: boolean, texts: string[], whileAnswering?: (store: ChatStore, at: number) => void) {
  const bodies: ChatBody[] = [];
  let spent = 0;
  const store = createChatStore({
    history: await openHistory('account'),
    tabId: 'tab',
    ask: async function* (body): AsyncGenerator<ChatEvent, void, undefined> {
      await Promise.resolve();
      bodies.push(body);
      const text = texts[bodies.length - 1];
      whileAnswering?.(store, bodies.length);
      if (text === undefined) throw new Error('no more answers');
      yield { type: 'text', text, sinceMs: 5 };
      yield { type: 'finish', reason: text.endsWith('…') ? 'length' : 'stop' };
    },
    receipt: () => Promise.resolve(null),
    preferences: () => Promise.resolve({ instructions: 'Be brief.', titles }),
    onSpent: () => (spent += 1),
  });
  await loadChats(store);
  const chat = createChat(store, {});
  const idle = async () => {
    await expect.poll(() => store.running.size, { interval: 5 }).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const ask = async (text: string) => {
    const leafId = store.state.chats.get(chat.id)?.leafId ?? null;
    sendMessage(store, store.state.chats.get(chat.id) ?? chat, { text, modelId: 'big', parentId: leafId }, 'svc');
    await idle();
  };
  return { store, chat, bodies, ask, idle, title: () => store.state.chats.get(chat.id)?.title, spent: () => spent };
}

describe('a title made by the model', () => {
  it('is asked for once, after the first answer, without the instructions of the chat', async () => {
    const { ask, title, bodies, spent } = await storeWith(true, ['A fare is a price.', '“What a Fare Is.”', 'More.']);
    await ask('What is a fare? Tell me everything about it.');
    expect(title()).toBe('What a Fare Is');
    expect(bodies).toHaveLength(2);
    expect(spent()).toBe(2);
    expect(bodies[1]).toMatchObject({ model: 'big', messages: [{ role: 'user' }] });
    expect(JSON.stringify(bodies[1])).toContain('A fare is a price.');
    expect(JSON.stringify(bodies[1])).not.toContain('Be brief.');
    await ask('And a ticket?');
    expect(bodies).toHaveLength(3);
    expect(title()).toBe('What a Fare Is');
  });

  it('is not asked for if the account does not want it', async () => {
    const { ask, title, bodies } = await storeWith(false, ['A price.', 'Never']);
    await ask('What is a fare?');
    expect(bodies).toHaveLength(1);
    expect(title()).toBe('What is a fare?');
  });

  it('never replaces a name that the user gives meanwhile', async () => {
    const { ask, title, chat } = await storeWith(true, ['A price.', 'Too late'], (store, at) => {
      if (at === 2) changeChat(store, chat.id, { title: 'Mine', named: true });
    });
    await ask('What is a fare?');
    expect(title()).toBe('Mine');
  });

  it('is left to the first message if the model fails, or answers with something else', async () => {
    const failing = await storeWith(true, ['A price.']);
    await failing.ask('What is a fare?');
    expect(failing.title()).toBe('What is a fare?');
    const cut = await storeWith(true, ['A price.', 'What a fare is and …']);
    await cut.ask('What is a fare?');
    expect(cut.title()).toBe('What is a fare?');
    const talking = await storeWith(true, ['A price.', 'a '.repeat(100)]);
    await talking.ask('What is a fare?');
    expect(talking.title()).toBe('What is a fare?');
  });

  it('is tried once: neither another version of the answer nor its continuation asks again', async () => {
    const { store, chat, bodies, ask, idle } = await storeWith(true, [
      'A price …',
      'Much too long '.repeat(9),
      '.',
      'B.',
    ]);
    await ask('What is a fare?');
    expect(bodies).toHaveLength(2);
    const [question, answer] = pathTo(store.state.messages, store.state.chats.get(chat.id)?.leafId ?? null);
    if (!question || !answer) throw new Error('no answer');
    continueAnswer(store, answer, 'svc');
    await idle();
    expect(bodies).toHaveLength(3);
    // As after a reload.
    store.titled.clear();
    requestAnswer(store, question, 'big', 'svc');
    await idle();
    expect(bodies).toHaveLength(4);
  });

  it('is made for the first column of a comparison only', async () => {
    const other = await storeWith(true, ['A.', 'Title']);
    changeChat(other.store, other.chat.id, { compared: 'lead' });
    await other.ask('What is a fare?');
    expect(other.bodies).toHaveLength(1);
    const lead = await storeWith(true, ['A.', 'Title']);
    changeChat(lead.store, lead.chat.id, { compared: lead.chat.id });
    await lead.ask('What is a fare?');
    expect(lead.bodies).toHaveLength(2);
    expect(lead.title()).toBe('Title');
  });
});

describe('titleOf', () => {
  it('takes the first line without what models put around it', () => {
    for (const [answer, title] of [
      ['Fares explained', 'Fares explained'],
      ['"Fares explained."\n\nIt is about fares.', 'Fares explained'],
      ['**Title: Fares**', 'Fares'],
      ['# Fares  and   tickets', 'Fares and tickets'],
      ['„Fahrpreise“', 'Fahrpreise'],
      ['“”', null],
      ['', null],
      ['a'.repeat(81), null],
    ] as const)
      expect(titleOf(answer), answer).toBe(title);
  });
});

it.each(['a ', '価', '🙂', 'ж', '!?'])(
  'sends only the beginning of long texts, some 1,000 tokens in any script: %s',
  (unit) => {
    const long = unit.repeat(50_000);
    const body = titleRequest(message({ role: 'user', text: long }), message({ text: long }));
    expect(tokensOfRequest(body)).toBeLessThan(1_000);
    expect(tokensOfRequest(body)).toBeGreaterThan(500);
  },
);
