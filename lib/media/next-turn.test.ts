import { expect, it } from 'vitest';
import { nextTurn } from './next-turn';

/** Work in a number of slices; the log gets the account for each. */
async function work(account: string, slices: number, log: string[]): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) {
    await nextTurn({ account });
    log.push(account);
  }
}

it('shares turns fairly by account, however much work one of them has', async () => {
  const log: string[] = [];
  const many = Array.from({ length: 20 }, () => work('many', 10, log));
  await Promise.all([work('one', 10, log), work('two', 10, log)]);
  const ofMany = log.filter((account) => account === 'many').length;
  expect(ofMany).toBeLessThanOrEqual(11);
  await Promise.all(many);
  expect(log).toHaveLength(220);
});

it('lets everything else run between two turns', async () => {
  const log: string[] = [];
  const working = Promise.all([work('one', 20, log), work('two', 20, log)]);
  const seen: number[] = [];
  const look = () => {
    seen.push(log.length);
    if (log.length < 40) setImmediate(look);
  };
  setImmediate(look);
  await working;
  expect(seen.every((length, at) => at === 0 || length - (seen[at - 1] ?? 0) <= 1)).toBe(true);
});

it('stops the work of a caller that has disconnected', async () => {
  const controller = new AbortController();
  const waiting = nextTurn({ account: 'one', signal: controller.signal });
  controller.abort(new Error('disconnected'));
  await expect(waiting).rejects.toThrow('disconnected');
});
