import { expect, it } from 'vitest';
import type { FirstSteps } from '@/lib/profile/contract';
import { progressOf, progressText, stepsOf } from './steps';

const NOTHING: FirstSteps = { isNew: true, chat: false, key: false, request: false, invite: false };
const idsOf = (steps: FirstSteps) => stepsOf(steps).map(({ id }) => id);

it('lists an invitation only for accounts that can invite', () => {
  expect(idsOf(NOTHING)).toEqual(['chat', 'key', 'request', 'invite']);
  expect(idsOf({ ...NOTHING, invite: null })).toEqual(['chat', 'key', 'request']);
});

it.each<[Partial<FirstSteps>, string, string | null]>([
  [{}, '0 of 4 done', 'chat'],
  [{ chat: true }, '1 of 4 done', 'key'],
  // Done in another order: by the admin command, for example.
  [{ key: true, request: true }, '2 of 4 done', 'chat'],
  [{ chat: true, key: true, request: true }, '3 of 4 done', 'invite'],
  [{ chat: true, key: true, request: true, invite: true }, '4 of 4 done', null],
  [{ chat: true, key: true, request: true, invite: null }, '3 of 3 done', null],
])('%j: %s, next %s', (done, text, next) => {
  const progress = progressOf(stepsOf({ ...NOTHING, ...done }));
  expect(progressText(progress)).toBe(text);
  expect(progress.next?.id ?? null).toBe(next);
});
