import { expect, it } from 'vitest';
import { CreateKey } from '@/lib/keys/contract';
import { endsSoon, EXPIRY_PRESETS, expiryOf } from './expiry';

const NOW = Date.UTC(2026, 10, 21, 12);

it('counts whole days from now, and never is the empty text', () => {
  expect(expiryOf('7', NOW)).toBe('2026-11-28T12:00:00.000Z');
  expect(expiryOf('never', NOW)).toBe('');
});

it.each(EXPIRY_PRESETS.map(({ value }) => value))('offers %s in a form that the service accepts', (preset) => {
  const body = { apiKeyType: 'INFERENCE', description: 'worker', expiresAt: expiryOf(preset, NOW) };
  expect(CreateKey.safeParse(body).success).toBe(true);
});

it('warns within the last week', () => {
  expect(endsSoon('2026-11-28T11:59:59Z', NOW)).toBe(true);
  expect(endsSoon('2026-11-28T12:00:01Z', NOW)).toBe(false);
});
