import { expect, it } from 'vitest';
import { MAX_SHARED_BYTES, MAX_SHARED_MESSAGES } from '../../../shared-chats/constants';
import { PutSharedChat } from '../../../shared-chats/contract';
import { message } from '../answer/fake-answer';
import type { Attachment, ChatMessage } from '../types';
import { toShared } from './to-shared';

const nameOf = (id: string) => `Model ${id}`;
const question = (given: Partial<ChatMessage> = {}) =>
  message({ role: 'user', state: 'complete', text: 'Hi', ...given });
const answer = (given: Partial<ChatMessage> = {}) =>
  message({ state: 'complete', text: 'Hello', modelId: 'm', ...given });
const draftOf = (path: ChatMessage[]) => {
  const draft = toShared(path, nameOf);
  if (typeof draft === 'string') throw new Error(draft);
  return draft;
};
const image = (bytes: number, type = 'png') => `data:image/${type};base64,${'A'.repeat(bytes)}`;
const attached = (kind: Attachment['kind'], name: string, url: string): Attachment => {
  return { id: name, kind, name, url, bytes: 1, type: 'x/y' };
};

it('shares what was said, and nothing else', () => {
  const path = [
    question({ attachments: [attached('file', 'secret.pdf', 'data:application/pdf;base64,AAAA')] }),
    answer({
      reasoning: 'Secret thoughts',
      requestId: 'aa-SVC',
      sentAs: { key: 'key', bodyHash: 'hash' },
      edited: 5,
      citations: [{ title: 'T', url: 'https://example.com', date: '2026' }],
      calls: [{ id: 'c', name: 'f', arguments: '{}' }],
    }),
    question({ text: '', results: [{ callId: 'c', name: 'f', text: 'Done' }] }),
  ];
  const shared = draftOf(path);
  expect(shared).toEqual({
    leftOut: 0,
    messages: [
      { role: 'user', text: 'Hi', files: ['secret.pdf'] },
      {
        role: 'assistant',
        text: 'Hello',
        model: 'Model m',
        edited: true,
        citations: [{ title: 'T', url: 'https://example.com', date: '2026' }],
        calls: [{ name: 'f', arguments: '{}' }],
      },
      { role: 'user', text: '', results: [{ name: 'f', text: 'Done' }] },
    ],
  });
  expect(PutSharedChat.safeParse({ chatId: 'c', title: 'T', messages: shared.messages }).success).toBe(true);
});

it('leaves out what is still running, and answers of which nothing has arrived', () => {
  const failure = { status: 500, code: 'X', message: '', requestId: null, retryAfterSeconds: null, at: 0 };
  const path = [
    question(),
    answer({ state: 'failed', text: '', failure }),
    answer({ state: 'stopped', text: '', reasoning: 'Hm' }),
    answer({ state: 'interrupted', text: '' }),
    answer({ state: 'failed', text: 'Half', failure, continuedAt: { text: 4, reasoning: 0 } }),
    answer({ state: 'streaming', text: 'Gro' }),
  ];
  expect(draftOf(path).messages.map(({ text }) => text)).toEqual(['Hi', 'Half']);
});

it('cuts long names, which come from models', () => {
  const name = 'n'.repeat(300);
  const path = [
    answer({
      text: '',
      calls: [{ id: 'c', name, arguments: '{}' }],
      citations: [{ title: 'T', url: 'u', date: name }],
    }),
    question({ text: '', results: [{ callId: 'c', name, text: 'Done' }] }),
    question({ edited: 3, attachments: [attached('file', name, 'data:,')] }),
  ];
  const { messages } = draftOf(path);
  expect(messages[0]?.calls?.[0]?.name).toHaveLength(255);
  expect(PutSharedChat.safeParse({ chatId: 'c', title: 'T', messages }).success).toBe(true);
});

it('shares images that fit, the smaller ones first, and only formats without scripts', () => {
  const images = [image(300_000), image(600_000), image(200_000), image(100, 'svg+xml')].map((url) => ({
    url,
    alt: '',
  }));
  const path = [question({ attachments: [attached('image', 'photo', image(10, 'jpeg'))] }), answer({ images })];
  const shared = draftOf(path);
  expect(shared.leftOut).toBe(2);
  expect(shared.messages.map((one) => one.images?.map(({ url }) => url.length))).toEqual([[33], [300_022, 200_022]]);
  expect(shared.messages[0]?.images?.[0]?.alt).toBe('photo');
  expect(PutSharedChat.safeParse({ chatId: 'c', title: 'T', messages: shared.messages }).success).toBe(true);
});

it('shares nothing of a chat that is too long, or empty, and says which', () => {
  expect(toShared([question({ text: 'a'.repeat(MAX_SHARED_BYTES) })], nameOf)).toBe('too long');
  expect(toShared(Array<ChatMessage>(MAX_SHARED_MESSAGES + 1).fill(question()), nameOf)).toBe('too many');
  expect(toShared([], nameOf)).toBe('empty');
  expect(toShared([answer({ state: 'streaming' })], nameOf)).toBe('empty');
});
