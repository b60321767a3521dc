import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { serialize } from './serialize';

const never = new AbortController().signal;
const LONG_MS = 3;

/** A step that keeps the event loop busy. */
const busy =
  <T>(made: T) =>
  () => {
    const endMs = performance.now() + LONG_MS;
    while (performance.now() < endMs);
    return made;
  };

describe('serialize', () => {
  it('yields to the event loop between two long steps', async () => {
    const order: string[] = [];
    const steps = [1, 2, 3].map((n) => serialize('a', never, busy(n)).then(() => order.push(`step ${n}`)));
    const turns = (async () => {
      for (let n = 1; n <= 2; n += 1) {
        await nextTurn();
        order.push(`turn ${n}`);
      }
    })();
    await Promise.all([...steps, turns]);
    expect(order).toEqual(['step 1', 'turn 1', 'step 2', 'turn 2', 'step 3']);
  });

  it('runs an account that has used less before the many steps of another', async () => {
    const order: string[] = [];
    const run = (account: string) => serialize(account, never, busy(account)).then((made) => order.push(made));
    await Promise.all([...Array.from({ length: 5 }, () => run('greedy')), run('modest')]);
    expect(order.indexOf('modest')).toBeLessThanOrEqual(1);
  });

  it('frees its slot when a step throws, and does not run a step whose caller has left', async () => {
    const leaving = new AbortController();
    const failing = serialize('b', never, () => {
      throw new Error('wrong');
    });
    const left = serialize('b', leaving.signal, () => expect.unreachable());
    leaving.abort(new Error('left'));
    await Promise.all([expect(failing).rejects.toThrow('wrong'), expect(left).rejects.toThrow('left')]);
    await expect(serialize('b', never, () => 'fine')).resolves.toBe('fine');
  });
});
