import { describe, expect, it } from 'vitest';
import { openHistory, readMessages, writeChat, writeMessage } from '../history';
import { createChatStore, loadChats, type ChatStore } from '../store';
import { DEFAULT_SETTINGS, NO_RECEIPT, type Chat, type ChatMessage } from '../types';
import { chatsFile } from './export-chats';
import { fileNameOf } from './file-text';
import { importChats } from './import-chats';
import { toMarkdown } from './markdown';

const AT = Date.UTC(2026, 10, 22);

const chat = (more: Partial<Chat> = {}): Chat => ({
  id: 'one',
  title: 'Fares',
  named: true,
  modelId: 'big',
  settings: DEFAULT_SETTINGS,
  leafId: 'answer',
  createdAt: 1,
  updatedAt: 2,
  ...more,
});
const message = (more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'question',
  chatId: 'one',
  parentId: null,
  role: 'user',
  text: 'How much?',
  reasoning: '',
  state: 'complete',
  modelId: null,
  finishReason: null,
  requestId: null,
  ticket: NO_RECEIPT,
  failure: null,
  createdAt: 1,
  writerId: null,
  touchedAt: 1,
  ...more,
});
const answer = (more: Partial<ChatMessage> = {}): ChatMessage =>
  message({
    id: 'answer',
    parentId: 'question',
    role: 'assistant',
    text: 'Two.',
    modelId: 'big',
    createdAt: 2,
    ...more,
  });

/** A chat with every possible member. */
const FULL_CHAT = chat({
  character: 'clerk',
  pinned: 5,
  settings: {
    ...DEFAULT_SETTINGS,
    temperature: 0.5,
    stop: ['x'],
    schema: { name: 'a', text: '{', strict: true },
    tools: [{ name: 't', description: 'd', parameters: '' }],
    thinking: 'off',
  },
});
const FULL_ANSWER = answer({
  reasoning: 'Hm.',
  finishReason: 'stop',
  requestId: 'aa-SVC',
  failure: { status: 503, code: 'X', message: 'No.', requestId: null, retryAfterSeconds: 2, at: 3 },
  ticket: {
    usage: { promptTokens: 1, completionTokens: 2, cachedTokens: 0, reasoningTokens: 0, usd: '0.1', diem: '0' },
    receipt: {
      requestId: 'aa-SVC',
      modelId: 'big',
      currency: 'USD',
      held: '1',
      charged: '0.1',
      absorbed: '0',
      balanceAfter: '2',
      lines: [{ kind: 'input', units: 1, rate: '0.1', cost: '0.1' }],
      estimated: false,
      ending: 'completed',
      firstTokenMs: 1,
      durationMs: 2,
      createdAt: '2026-11-22T00:00:00Z',
    },
    free: false,
    firstTokenMs: 1,
    durationMs: 2,
  },
  calls: [{ id: 'call_1', name: 't', arguments: '{}' }],
  thought: { fromMs: 1, toMs: 2 },
  reasoningDetails: [{ any: ['thing', null] }],
  thoughtSignature: 's',
  web: 'search',
  citations: [{ title: 'T', url: 'https://example.org', content: 'c', date: 'd' }],
  asJson: true,
});
const PICTURE = {
  id: 'p',
  kind: 'image' as const,
  name: 'p.png',
  type: 'image/png',
  bytes: 3,
  url: 'data:image/png;base64,AAAA',
};

async function storeWith(rows: { chat: Chat; messages: ChatMessage[] }[]): Promise<ChatStore> {
  const history = await openHistory('file');
  for (const row of rows) {
    await writeChat(history, row.chat, {});
    for (const one of row.messages) await writeMessage(history, one);
  }
  const store = createChatStore({
    history,
    tabId: 'tab',
    ask: async function* () {},
    receipt: () => Promise.resolve(null),
  });
  await loadChats(store);
  return store;
}

const fileOf = (chats: unknown[], more: object = {}) =>
  new Blob([JSON.stringify({ format: 'farebox-chats', version: 1, chats, ...more })]);
const importOf = async (file: Blob) => {
  const store = await storeWith([]);
  return { store, report: await importChats(store, file) };
};
const whyOf = async (given: unknown) => (await importOf(fileOf([given]))).report.leftOut;

describe('a file that was exported', () => {
  it('restores the same chats and trees with new IDs', async () => {
    const source = await storeWith([
      {
        chat: FULL_CHAT,
        messages: [
          message({ attachments: [PICTURE] }),
          FULL_ANSWER,
          answer({ id: 'other', text: 'Three.' }),
          message({
            id: 'results',
            parentId: 'answer',
            text: '',
            results: [{ callId: 'call_1', name: 't', text: '1' }],
            createdAt: 3,
          }),
        ],
      },
    ]);
    const file = await chatsFile(source, null, AT);
    expect(JSON.parse(await file.text())).toMatchObject({
      format: 'farebox-chats',
      version: 1,
      exportedAt: '2026-11-22T00:00:00.000Z',
    });
    const { store, report } = await importOf(file);
    expect(report).toEqual({ imported: ['Fares'], leftOut: [], stopped: null, inMemory: true });
    const [brought] = [...store.state.chats.values()];
    if (!brought) throw new Error('no chat');
    const rows = await readMessages(store.history, brought.id);
    const [question, first, , results] = rows
      .sort((a, b) => a.createdAt - b.createdAt || (a.text < b.text ? 1 : -1))
      .map(({ id }) => id);
    const answers = rows.filter(({ parentId }) => parentId === question);
    const chosen = answers.find(({ text }) => text === 'Two.');
    expect(answers).toHaveLength(2);
    expect(brought).toEqual({ ...FULL_CHAT, id: brought.id, leafId: chosen?.id });
    expect(chosen).toEqual({ ...FULL_ANSWER, id: chosen?.id, chatId: brought.id, parentId: question });
    expect(rows.find(({ id }) => id === question)?.attachments).toEqual([PICTURE]);
    expect(rows.find(({ results: given }) => given)).toMatchObject({
      parentId: chosen?.id,
      results: [{ callId: 'call_1' }],
    });
    expect(new Set([question, first, results]).has('answer')).toBe(false);
    // A second import creates a copy.
    await importChats(store, file);
    expect(store.state.chats.size).toBe(2);
  });

  it('keeps a comparison together, and splits one without its first chat', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({
      chat: chat({ id, leafId: null, compared: id === 'c' ? 'gone' : 'a' }),
      messages: [message({ id: `q-${id}`, chatId: id })],
    }));
    const source = await storeWith(rows);
    const { store, report } = await importOf(await chatsFile(source, null, AT));
    const groups = [...store.state.chats.values()].map(({ compared }) => compared);
    expect(groups.filter((lead) => lead === undefined)).toHaveLength(1);
    expect(new Set(groups.filter((lead) => lead !== undefined)).size).toBe(1);
    expect(store.state.chats.has(groups.find((lead) => lead !== undefined) ?? '')).toBe(true);
    expect(report.imported).toHaveLength(2);
    expect((JSON.parse(await (await chatsFile(source, 'a', AT)).text()) as { chats: unknown[] }).chats).toHaveLength(2);
  });

  it('interrupts running answers, and finds the branch if the file names none', async () => {
    const { store } = await importOf(
      fileOf([
        { ...chat({ leafId: 'nowhere' }), messages: [message(), answer({ state: 'streaming', writerId: 'tab' })] },
      ]),
    );
    const [brought] = [...store.state.chats.values()];
    const rows = await readMessages(store.history, brought?.id ?? '');
    const last = rows.find(({ role }) => role === 'assistant');
    expect(last).toMatchObject({ state: 'interrupted', writerId: null });
    expect(brought?.leafId).toBe(last?.id);
  });
});

describe('a broken file', () => {
  it('is refused as a whole with a message', async () => {
    const stopped = async (text: string) => (await importOf(new Blob([text]))).report.stopped;
    expect(await stopped('{')).toMatch(/not JSON/);
    expect(await stopped('[]')).toMatch(/not a chat export/);
    expect(await stopped('{"format":"farebox-chats","version":2,"chats":[]}')).toMatch(/newer version .*version 2/);
    expect(await stopped('{"format":"farebox-chats","version":1}')).toMatch(/chats: must be a list/);
    expect(await stopped('{"format":"farebox-chats","version":1,"chats":[]}')).toMatch(/no chats/);
  });

  it('says which chat, which message and which member', async () => {
    const sound = { ...chat(), messages: [message(), answer()] };
    const broken = { ...sound, messages: [message(), { ...answer(), ticket: { ...NO_RECEIPT, free: 'no' } }] };
    const { report } = await importOf(fileOf([sound, broken]));
    expect(report.imported).toEqual(['Fares']);
    expect(report.leftOut).toEqual([
      { which: 'Chat 2, “Fares”', why: 'message 2, ticket, free: must be true or false' },
    ]);
    expect(await whyOf({ ...sound, title: 7 })).toEqual([{ which: 'Chat 1', why: 'title: must be text' }]);
    expect(await whyOf('x')).toEqual([{ which: 'Chat 1', why: 'must be an object' }]);
    expect(await whyOf({ ...sound, title: 'x'.repeat(1_001) })).toMatchObject([
      { why: 'title: must have at most 1,000 characters' },
    ]);
    expect(
      await whyOf({
        ...chat(),
        messages: [message({ attachments: [{ ...PICTURE, url: 'https://example.org/p.png' }] })],
      }),
    ).toMatchObject([{ why: 'message 1, attachment 1, url: must be the attachment itself, as a data: address' }]);
  });

  it('detects invalid trees', async () => {
    expect(await whyOf({ ...chat(), messages: [message({ parentId: 'gone' })] })).toMatchObject([
      { why: 'message 1, parentId: there is no such message in the chat' },
    ]);
    expect(await whyOf({ ...chat(), messages: [message({ parentId: 'answer' }), answer()] })).toMatchObject([
      { why: 'message 1, parentId: the messages follow one another in a circle' },
    ]);
    expect(await whyOf({ ...chat(), messages: [message(), message()] })).toMatchObject([
      { why: 'message 2, id: message 1 has it too' },
    ]);
  });
});

describe('toMarkdown', () => {
  it('exports the visible branch with its files, calls, and sources', () => {
    const rows = [
      message({ attachments: [PICTURE] }),
      { ...FULL_ANSWER, state: 'stopped' as const },
      answer({ id: 'other', text: 'Hidden' }),
    ];
    const text = toMarkdown(chat(), new Map(rows.map((row) => [row.id, row])));
    expect(text).toBe(
      '# Fares\n\n## You\n\n_Image: p.png_\n\nHow much?\n\n## big\n\nTwo.\n\nCall of `t`:\n\n```json\n{}\n```\n\nSources:\n\n1. T — <https://example.org>\n\n_Stopped._\n',
    );
  });

  it('names the images of an answer, which would be empty otherwise', () => {
    const images = [{ url: 'data:image/png;base64,AA==', alt: 'a red\nkite', blurred: true }];
    const drawn = answer({ text: '', images });
    const rows = [message({ text: '/image a red kite' }), drawn];
    const text = toMarkdown(chat(), new Map(rows.map((row) => [row.id, row])));
    expect(text).toContain('## big\n\n_Image: a red kite_\n');
  });

  it('names a file after the title without invalid characters', () => {
    expect(fileNameOf('A/B: "c"? ..')).toBe('A B c');
    expect(fileNameOf('…')).toBe('…');
    expect(fileNameOf('  / ')).toBe('chat');
  });
});
