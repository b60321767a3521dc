import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Chat } from '../types';
import { allNames, groupsOf, freeName, nextDay, withRestored } from './folders';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (local: string): number => new Date(local).getTime();
const used = (local: string, more: Partial<Chat> = {}): Chat => ({
  id: local,
  title: local,
  named: false,
  modelId: null,
  settings: DEFAULT_SETTINGS,
  leafId: null,
  createdAt: 0,
  updatedAt: at(local),
  ...more,
});
const shown = (chats: Chat[], now: string) =>
  groupsOf(chats, at(now)).map(({ label, chats: within }) => [label, within.map(({ id }) => id)]);

describe('groupsOf', () => {
  it('splits at local midnight, and names months with their year', () => {
    const days = [
      '2026-11-22T00:00:00',
      '2026-11-21T23:59:59',
      '2026-11-21T00:00:00',
      '2026-11-20T23:59:59',
      '2026-11-15T00:00:00',
      '2026-11-14T23:59:59',
      '2026-10-23T00:00:00',
      '2026-10-22T23:59:59',
      '2026-10-01T00:00:00',
      '2026-09-30T23:59:59',
      '2025-10-05T12:00:00',
    ];
    expect(
      shown(
        days.map((day) => used(day)),
        '2026-11-22T13:00:00',
      ),
    ).toEqual([
      ['Today', days.slice(0, 1)],
      ['Yesterday', days.slice(1, 3)],
      ['Previous 7 days', days.slice(3, 5)],
      ['Previous 30 days', days.slice(5, 7)],
      ['October 2026', days.slice(7, 9)],
      ['September 2026', days.slice(9, 10)],
      ['October 2025', days.slice(10)],
    ]);
  });

  it('counts days and not hours across clock changes', () => {
    // In the night to 2026-10-25 clocks were set back: that day had 25 hours. 2026-03-29 had 23.
    expect(shown([used('2026-10-25T00:10:00')], '2026-10-26T00:20:00')).toEqual([
      ['Yesterday', ['2026-10-25T00:10:00']],
    ]);
    expect(shown([used('2026-03-28T23:50:00')], '2026-03-30T00:05:00')[0]?.[0]).toBe('Previous 7 days');
    expect(shown([used('2026-03-29T00:05:00')], '2026-03-30T00:05:00')[0]?.[0]).toBe('Yesterday');
    expect(nextDay(at('2026-10-25T12:00:00'))).toBe(at('2026-10-26T00:00:00'));
  });

  it('treats future dates as today', () => {
    expect(shown([used('2027-01-05T08:00:00')], '2026-11-22T13:00:00')[0]?.[0]).toBe('Today');
  });

  it('puts pinned chats on top, newest pin first, and omits empty folders', () => {
    const chats = [
      used('2026-11-22T09:00:00'),
      used('2026-11-22T08:00:00', { pinned: 1 }),
      used('2024-01-01T08:00:00', { pinned: 2 }),
    ];
    expect(shown(chats, '2026-11-22T13:00:00')).toEqual([
      ['Pinned', ['2024-01-01T08:00:00', '2026-11-22T08:00:00']],
      ['Today', ['2026-11-22T09:00:00']],
    ]);
    expect(groupsOf([], 0)).toEqual([]);
  });
});

describe('the user’s folders', () => {
  const now = '2026-11-22T12:00:00';

  it('stand between the pinned chats and the dates, also empty ones', () => {
    const chats = [
      used('2026-11-22T10:00:00'),
      used('2026-11-22T09:00:00', { folder: 'Work' }),
      used('2026-11-21T09:00:00', { folder: 'Found' }),
      used('2026-11-20T09:00:00', { folder: 'Work', pinned: 1 }),
    ];
    const groups = groupsOf(chats, at(now), ['Home', 'Work']);
    expect(groups.map(({ kind, label, chats: held }) => [kind, label, held.length])).toEqual([
      ['pinned', 'Pinned', 1],
      ['own', 'Home', 0],
      ['own', 'Work', 1],
      ['own', 'Found', 1],
      ['date', 'Today', 1],
    ]);
  });

  it('may have the name of another group', () => {
    const chats = [used('2026-11-22T10:00:00'), used('2026-11-22T09:00:00', { folder: 'Today' })];
    expect(groupsOf(chats, at(now)).map(({ kind }) => kind)).toEqual(['own', 'date']);
  });

  it('are those listed, and those that only chats name', () => {
    const chats = [used('b', { folder: 'Zoo' }), used('a', { folder: 'Ada' }), used('c', { folder: 'Home' })];
    expect(allNames(chats, ['Home', 'Empty'])).toEqual(['Home', 'Empty', 'Ada', 'Zoo']);
  });

  it('get a name that is free', () => {
    expect(freeName([])).toBe('New folder');
    expect(freeName(['New folder', 'New folder 2'])).toBe('New folder 3');
  });
});

it('a deleted folder returns to where it was, beside those made meanwhile', () => {
  const before = ['Home', 'Work', 'Trips'];
  expect(withRestored(['Home', 'Trips'], 'Work', before)).toEqual(before);
  expect(withRestored(['New folder', 'Home', 'Trips'], 'Work', before)).toEqual(['New folder', ...before]);
  expect(withRestored(['New folder'], 'Trips', before)).toEqual(['New folder', 'Trips']);
  expect(withRestored(['Work', 'Home'], 'Work', before)).toEqual(['Work', 'Home']);
});
