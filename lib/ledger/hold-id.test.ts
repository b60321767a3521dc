import { expect, it } from 'vitest';
import { endOfHoldId, newHoldId } from './hold-id';

it('is a UUID that begins with its time and ends with the request’s ID', () => {
  const nowMs = Date.UTC(2026, 0, 31);
  const id = newHoldId('0123456789abcdef-SVC', nowMs);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]123-456789abcdef$/);
  expect(parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(nowMs);
  expect(id.endsWith(endOfHoldId('0123456789abcdef-OTHER'))).toBe(true);
});

it('follows the time of its request', () => {
  const [first = '', second = ''] = [1, 2].map((nowMs) => newHoldId('0123456789abcdef-SVC', nowMs));
  expect(first < second).toBe(true);
});
