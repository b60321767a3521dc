import { expect, it } from 'vitest';
import { endOfHoldId, newHoldId } from './hold-id';

it('is a UUID that begins with its time and ends as the request’s id does', () => {
  const nowMs = Date.UTC(2026, 0, 31);
  const id = newHoldId('0123456789abcdef-SVC', nowMs);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]123-456789abcdef$/);
  expect(parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(nowMs);
  expect(id.endsWith(endOfHoldId('0123456789abcdef-OTHER'))).toBe(true);
});

it('differs where a request makes several, and follows their time', () => {
  const ids = [1, 2, 2, 3].map((nowMs) => newHoldId('0123456789abcdef-SVC', nowMs));
  expect(new Set(ids).size).toBeGreaterThan(2);
  expect(ids[0] && ids[3] && ids[0] < ids[3]).toBe(true);
});
