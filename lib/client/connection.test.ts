import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isConnectionLost, suspectLoss, watchConnection } from './connection';

let answers = true;
let asked = 0;

beforeEach(() => {
  answers = true;
  asked = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return answers ? Promise.resolve(new Response('ok')) : Promise.reject(new TypeError('Failed to fetch'));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ignores a suspected loss while the server responds', async () => {
  const changed = vi.fn();
  const end = watchConnection(changed);
  suspectLoss();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isConnectionLost()).toBe(false);
  expect(changed).not.toHaveBeenCalled();
  expect(asked).toBe(1);
  end();
});

it('checks once at a time, reports the loss once, keeps checking and reports the return', async () => {
  const seen: boolean[] = [];
  const end = watchConnection(() => seen.push(isConnectionLost()));
  answers = false;
  suspectLoss();
  suspectLoss();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(asked).toBeGreaterThan(2);
  expect(seen).toEqual([true]);
  answers = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(seen).toEqual([true, false]);
  const before = asked;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(before);
  end();
});
