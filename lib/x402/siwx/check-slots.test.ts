import { expect, it } from 'vitest';
import { withCheckSlot } from './check-slots';

const TOO_MANY = { code: 'NOT_READY', status: 503 };

/** Checks that run until they are ended. */
function start(known: (string | null)[]) {
  const ends: (() => void)[] = [];
  const running = known.map((wallet) => withCheckSlot(wallet, () => new Promise<void>((end) => ends.push(end))));
  return {
    running,
    end: async (count = ends.length) => {
      for (const each of ends.splice(0, count)) each();
      await Promise.all(running.splice(0, count));
    },
  };
}
const one = (known: string | null) => withCheckSlot(known, () => Promise.resolve(true));

it('runs four checks of wallets without an account at a time, and refuses more until one has ended', async () => {
  const { end } = start([null, null, null, null]);
  await expect(one(null)).rejects.toMatchObject(TOO_MANY);
  expect(await one('0x1')).toBe(true);
  await end(1);
  expect(await one(null)).toBe(true);
  await expect(withCheckSlot(null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await one(null)).toBe(true);
  await end();
});

it('runs five checks of a wallet with an account at a time, and twenty of all', async () => {
  const first = start(Array.from({ length: 5 }, () => '0x1'));
  await expect(one('0x1')).rejects.toMatchObject(TOO_MANY);
  const others = start(Array.from({ length: 15 }, (_, index) => `0x${index + 2}`));
  await expect(one('0xff')).rejects.toMatchObject(TOO_MANY);
  expect(await one(null)).toBe(true);
  await first.end();
  expect([await one('0x1'), await one('0xff')]).toEqual([true, true]);
  await others.end();
});
