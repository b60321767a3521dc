import { expect, it } from 'vitest';
import { now } from '@/lib/client/now';
import { isFresh } from './is-fresh';

it('announces what has just happened, but nothing of an earlier visit', () => {
  expect(isFresh({ at: now() })).toBe(true);
  expect(isFresh({ at: now() - 60_000 })).toBe(false);
});
