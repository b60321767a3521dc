import { expect, it } from 'vitest';
import { ChatRequest } from '../contract';
import { cacheKeyOf } from './cache-key';
import { toCallOptions } from './to-call-options';

const sent = (prompt_cache_key: string) => {
  const body = ChatRequest.parse({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], prompt_cache_key });
  return toCallOptions(body, true, { abilities: [] }).promptCacheKey;
};

it('keeps a key of up to 1,024 characters unchanged', () => {
  expect(cacheKeyOf(undefined)).toBeUndefined();
  expect(sent('')).toBe('');
  expect(sent('k'.repeat(1_024))).toBe('k'.repeat(1_024));
});

it.each([1_025, 100_000, 100_001, 5_000_000])('accepts a key of %i characters and sends its hash', (length) => {
  const key = 'k'.repeat(length);
  expect(sent(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(sent(key)).toBe(sent(key));
  for (const other of [`${key}k`, `x${key.slice(1)}`, `${key.slice(1)}x`]) expect(sent(other)).not.toBe(sent(key));
});
