import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sharesTime, shareTime } from './share-time';

const { signal } = new AbortController();

/** Sends requests of a subject that take `tookMs` each, and records the subject of each answer. */
const ask = (subject: string, count: number, answered: string[], tookMs = 2) =>
  Array.from({ length: count }, () =>
    shareTime(subject, signal, async () => {
      await sleep(tookMs);
      answered.push(subject);
    }),
  );

describe('requests without a rate limit', () => {
  it('are answered one at a time per account, and other accounts do not wait for all of them', async () => {
    const answered: string[] = [];
    const many = ask('greedy', 30, answered);
    await Promise.all(ask('modest', 1, answered));
    expect(answered.filter((subject) => subject === 'greedy').length).toBeLessThanOrEqual(2);
    await Promise.all(many);
  });

  it('free their slot when they fail, and do not run once their caller has left', async () => {
    await expect(shareTime('one', signal, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    const leaving = new AbortController();
    const first = ask('one', 1, []);
    const left = shareTime('one', leaving.signal, () => expect.unreachable());
    leaving.abort(new Error('left'));
    await Promise.all([expect(left).rejects.toThrow('left'), ...first]);
    await expect(shareTime('one', signal, () => 'fine')).resolves.toBe('fine');
  });

  it('are followed by pauses once their subject has used a second', async () => {
    await Promise.all(ask('heavy', 8, [], 240));
    await Promise.all(ask('heavy', 1, [], 50));
    let isAnswered = false;
    const next = shareTime('heavy', signal, () => (isAnswered = true));
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(isAnswered).toBe(false);
    await next;
  });

  it('give up their slot when they take long', async () => {
    let end = (): void => undefined;
    const slow = shareTime('slow', signal, () => new Promise<void>((resolve) => (end = resolve)));
    await expect(shareTime('slow', signal, () => 'fine')).resolves.toBe('fine');
    end();
    await slow;
  });
});

it('applies to all kinds of routes except probes and the operator’s own', () => {
  const kinds = [
    'inference',
    'any_key',
    'admin',
    'optional',
    'public',
    'metrics',
    'visitor',
    'session',
    'owner',
  ] as const;
  expect(kinds.filter((auth) => !sharesTime(auth))).toEqual([]);
  expect((['probe', 'operator'] as const).filter(sharesTime)).toEqual([]);
});
