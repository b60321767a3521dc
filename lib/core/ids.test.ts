import { expect, it } from 'vitest';
import { isUuid, newId, newOrderedId, randomHex } from './ids';

it('makes hex of any length, never the same twice', () => {
  const made = Array.from({ length: 5_000 }, () => randomHex(8));
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((hex) => /^[0-9a-f]{16}$/.test(hex))).toBe(true);
  expect(randomHex(10_000)).toMatch(/^[0-9a-f]{20000}$/);
});

it('uses every byte value', () => {
  expect(new Set(randomHex(8_192).match(/../g)).size).toBe(256);
});

it('makes ordered IDs: UUIDs of version 7 that begin with their time and are unique within it', () => {
  const nowMs = Date.UTC(2026, 0, 31);
  const made = Array.from({ length: 1_000 }, () => newOrderedId(nowMs));
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(nowMs);
  }
  expect(newOrderedId(nowMs) < newOrderedId(nowMs + 1)).toBe(true);
});

it('knows a UUID of any version from other texts', () => {
  for (const id of [newId(), newOrderedId(0), newId().toUpperCase()]) expect(isUuid(id)).toBe(true);
  for (const text of ['', 'nonsense', ` ${newId()}`, newId().replaceAll('-', ''), `${newId()}0`]) {
    expect(isUuid(text)).toBe(false);
  }
});
