import { expect, it } from 'vitest';
import { randomHex } from './ids';

it('makes hex of any length, never the same twice', () => {
  const made = Array.from({ length: 5_000 }, () => randomHex(8));
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((hex) => /^[0-9a-f]{16}$/.test(hex))).toBe(true);
  expect(randomHex(10_000)).toMatch(/^[0-9a-f]{20000}$/);
});

it('uses every byte there is', () => {
  expect(new Set(randomHex(8_192).match(/../g)).size).toBe(256);
});
