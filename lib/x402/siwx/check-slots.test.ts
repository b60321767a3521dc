import { expect, it } from 'vitest';
import { withCheckSlot } from './check-slots';

it('runs four checks at a time, and refuses more until one has ended', async () => {
  const ends: (() => void)[] = [];
  const running = Array.from({ length: 4 }, () => withCheckSlot(() => new Promise<void>((end) => ends.push(end))));
  await expect(withCheckSlot(() => Promise.resolve(true))).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
  ends[0]?.();
  await running[0];
  expect(await withCheckSlot(() => Promise.resolve(true))).toBe(true);
  await expect(withCheckSlot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withCheckSlot(() => Promise.resolve(true))).toBe(true);
  for (const end of ends) end();
  await Promise.all(running);
});
