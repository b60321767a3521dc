import { expect, it } from 'vitest';
import { CreateKey } from '@/lib/keys/contract';
import { dayOf, endsSoon, EXPIRY_PRESETS, expiryOf } from './expiry';

const NOW = Date.UTC(2026, 10, 21, 12);

it('counts whole days from now; never is an empty string; a custom day lasts until its end', () => {
  expect(expiryOf('7', NOW)).toBe('2026-11-28T12:00:00.000Z');
  expect(expiryOf('never', NOW)).toBe('');
  expect(expiryOf('day', NOW, '2026-12-01')).toBe('2026-12-01T23:59:59.999Z');
  expect(expiryOf('keep', NOW)).toBeUndefined();
});

it.each(EXPIRY_PRESETS.map(({ value }) => value))('offers %s in a format that the API accepts', (preset) => {
  const body = { apiKeyType: 'INFERENCE', description: 'worker', expiresAt: expiryOf(preset, NOW, '2026-12-01') };
  expect(CreateKey.safeParse(body).success).toBe(true);
});

it('warns within the last week', () => {
  expect(endsSoon('2026-11-28T11:59:59Z', NOW)).toBe(true);
  expect(endsSoon('2026-11-28T12:00:01Z', NOW)).toBe(false);
  expect(dayOf(NOW)).toBe('2026-11-21');
});
