import { expect, it } from 'vitest';
import { makeSignal } from './make-signal';

const { signal: never } = new AbortController();

it('ends the wait, or the next one if nobody waits', async () => {
  const signal = makeSignal();
  const waiting = signal.wait(never);
  signal.notify();
  await waiting;
  signal.notify();
  await signal.wait(never);
  const first = await Promise.race([signal.wait(never).then(() => 'ended'), waited(50)]);
  expect(first).toBe('waits');
});

it('waits at most for a time', async () => {
  await expect(makeSignal().wait(never, 10)).resolves.toBeUndefined();
});

it('ends with the reason when aborted', async () => {
  const leaving = new AbortController();
  const waiting = makeSignal().wait(leaving.signal);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});

const waited = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('waits'), ms));
