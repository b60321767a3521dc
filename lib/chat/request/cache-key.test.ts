import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { cacheKeyOf } from './cache-key';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('is absent without a key', async () => {
  expect(await cacheKeyOf(undefined, 'a')).toBeUndefined();
});

it.each([0, 1, 64, 1_024, 1_025, 100_000, 100_001, 5_000_000])(
  'replaces a key of %i characters by 64 digits that say nothing about it',
  async (length) => {
    const key = 'k'.repeat(length);
    const sent = await cacheKeyOf(key, 'a');
    expect(sent).toMatch(/^[0-9a-f]{64}$/);
    expect(await cacheKeyOf(key, 'a')).toBe(sent);
    for (const other of [`${key}k`, `x${key.slice(1)}x`, `${key.slice(1)}x`])
      expect(await cacheKeyOf(other, 'a')).not.toBe(sent);
  },
);

it('is different for every account and every installation', async () => {
  const sent = await cacheKeyOf('chat-7', 'a');
  expect(await cacheKeyOf('chat-7', 'b')).not.toBe(sent);
  const other = await openTestDatabase();
  expect(await cacheKeyOf('chat-7', 'a')).not.toBe(sent);
  await other.close();
});
