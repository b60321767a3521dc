import { expect, it } from 'vitest';
import { openHistory, readMessages, soundRows } from '../history';
import { DEFAULT_SETTINGS, NO_RECEIPT } from '../types';
import { faultOf } from './faults';
import { isChatRow, isMessageRow } from './rows';

const chat = {
  id: 'c',
  title: 'C',
  named: false,
  modelId: null,
  settings: DEFAULT_SETTINGS,
  leafId: null,
  createdAt: 1,
  updatedAt: 1,
};
const message = {
  id: 'm',
  chatId: 'c',
  parentId: null,
  role: 'user',
  text: '',
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
};

it('distinguishes valid rows from others', () => {
  expect(isChatRow(chat)).toBe(true);
  for (const broken of [
    null,
    'x',
    [],
    {},
    { ...chat, title: 7 },
    { ...chat, settings: null },
    { ...chat, updatedAt: NaN },
  ])
    expect(isChatRow(broken)).toBe(false);
  expect(isMessageRow(message)).toBe(true);
  expect(isMessageRow({ ...message, attachments: [{}], calls: [] })).toBe(true);
  for (const wrong of [
    { text: null },
    { role: 'robot' },
    { state: 'odd' },
    { ticket: undefined },
    { calls: 'x' },
    { parentId: 3 },
    { images: 'x' },
    { images: [{ alt: 'no address' }] },
  ])
    expect(isMessageRow({ ...message, ...wrong })).toBe(false);
});

it('counts each invalid row once, and reports it only if there is no worse notice', async () => {
  const history = await openHistory('rows');
  const notice = history.notice;
  expect(notice?.fault).toBe('refused');
  expect(soundRows(history, [message, { id: 'odd' }], isMessageRow)).toEqual([message]);
  expect(history.notice).toBe(notice);
  history.notice = null;
  soundRows(history, [{ id: 'odd' }], isMessageRow);
  expect(history.notice).toBeNull();
  soundRows(history, [{ id: 'other' }], isMessageRow);
  expect(history.notice).toMatchObject({ fault: 'damaged', message: expect.stringContaining('2 stored') as string });
  expect(await readMessages(history, 'c')).toEqual([]);
});

it('recognizes the faults of a browser’s store by name', () => {
  expect(faultOf(new DOMException('', 'QuotaExceededError'))).toBe('full');
  expect(faultOf(new DOMException('', 'VersionError'))).toBe('newer');
  expect(faultOf(new DOMException('', 'BlockedError'))).toBe('older-tab');
  expect(faultOf(new Error('odd'))).toBe('refused');
});
