import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withTimeLimit } from './with-time-limit';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('ends when the time is up, whatever the garbage collector does', async () => {
  const signals = [withTimeLimit(AbortSignal.timeout(60_000), 300), withTimeLimit(AbortSignal.timeout(300), 60_000)];
  signals.push(withTimeLimit(undefined, 300));
  for (let round = 0; round < 10; round += 1) {
    await sleep(20);
    collectGarbage();
  }
  await expect.poll(() => signals.map(({ aborted }) => aborted), { timeout: 10_000 }).toEqual([true, true, true]);
  for (const { reason } of signals) expect(reason).toMatchObject({ name: 'TimeoutError' });
});

it('ends with the given signal and its reason, also if that has ended already', () => {
  const controller = new AbortController();
  const signal = withTimeLimit(controller.signal, 60_000);
  expect(signal.aborted).toBe(false);
  controller.abort(new Error('left'));
  expect(signal.reason).toMatchObject({ message: 'left' });
  expect(withTimeLimit(controller.signal, 60_000).reason).toMatchObject({ message: 'left' });
});

it('may be asked for often on the same signal, without a warning about a leak', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) withTimeLimit(signal, 60_000);
  await sleep(50);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
