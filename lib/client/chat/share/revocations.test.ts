import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PutSharedChat } from '../../../shared-chats/contract';
import { clearRevocations, forgetRevocation, repeatRevocations, revoke } from './revocations';
import { putShared } from './shares';

let stored: Map<string, string>;
let requests: string[];
/** The statuses of the next answers; 0 for none. Then 200. */
let answers: number[];

beforeEach(() => {
  [stored, requests, answers] = [new Map(), [], []];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    await Promise.resolve();
    // After a failure the page checks the connection.
    if (!path.startsWith('/api/console/shared-chats')) return Response.json({});
    requests.push(`${method} ${path.split('?')[1] ?? ''}`.trim());
    const status = answers.shift() ?? 200;
    if (status === 0) throw new TypeError('offline');
    return Response.json({}, { status });
  });
});
afterEach(() => {
  for (const account of ['one', 'two']) clearRevocations(account);
  vi.unstubAllGlobals();
});

it('ends the link of a chat, known here or not', async () => {
  expect(await revoke('one', 'a b')).toBe(true);
  expect(requests).toEqual(['DELETE chatId=a+b']);
  await repeatRevocations('one');
  expect(requests).toHaveLength(1);
  expect(stored.size).toBe(0);
});

it('is kept until the server confirms it, also if the page is closed meanwhile, and of its account only', async () => {
  answers = [0, 503];
  void revoke('one', 'a');
  expect([...stored.values()]).toEqual(['["a"]']);
  expect(await revoke('one', 'b')).toBe(false);
  await repeatRevocations('two');
  expect(requests).toHaveLength(2);
  await repeatRevocations('one');
  expect(requests.slice(2)).toEqual(['DELETE chatId=a', 'DELETE chatId=b']);
  expect(stored.size).toBe(0);
});

it('is not repeated forever for an ID that the server refuses, and stops while the server is away', async () => {
  answers = [400];
  expect(await revoke('one', 'odd')).toBe(true);
  answers = [0, 0, 0];
  await Promise.all([revoke('one', 'a'), revoke('one', 'b')]);
  await repeatRevocations('one');
  expect(requests).toEqual(['odd', 'a', 'b', 'a'].map((id) => `DELETE chatId=${id}`));
});

it('never ends the link of a chat that was shared again, and always that of one deleted while it was shared', async () => {
  const body: PutSharedChat = { chatId: 'a', title: 'T', messages: [{ role: 'user', text: 'Hi' }] };
  answers = [0];
  await revoke('one', 'a');
  forgetRevocation('one', 'a');
  await putShared(body);
  await repeatRevocations('one');
  expect(requests).toEqual(['DELETE chatId=a', 'PUT']);
  const sharing = putShared(body);
  await revoke('one', 'a');
  await sharing;
  expect(requests.slice(2)).toEqual(['PUT', 'DELETE chatId=a']);
});

it('is kept in the page if the browser stores nothing', async () => {
  vi.stubGlobal('localStorage', undefined);
  answers = [0];
  expect(await revoke('one', 'a')).toBe(false);
  await repeatRevocations('one');
  expect(requests).toHaveLength(2);
});
