import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { type FairQueue, type FairQueuePlan, makeFairQueue } from './fair-queue';

const PLAN: FairQueuePlan = { slots: 1, maxWaiting: 100, maxWaitMs: 5_000, busyMessage: 'The readers are busy.' };

/** Enters jobs and records the order in which they begin; a test ends a job with `end`. */
function watch(queue: FairQueue) {
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  const refused = new Map<string, unknown>();
  const enter = (account: string, name: string, bytes?: number, signal?: AbortSignal) => {
    queue.enter({ account, bytes, signal }).then(
      (leave) => {
        begun.push(name);
        leaves.set(name, leave);
      },
      (reason: unknown) => refused.set(name, reason),
    );
  };
  const end = async (name: string) => {
    leaves.get(name)?.();
    await settled();
  };
  return { begun, refused, enter, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('runs the first job of an account before the further jobs of another', async () => {
    const { begun, enter, end } = watch(makeFairQueue(PLAN));
    for (let at = 0; at < 10; at += 1) enter('greedy', `greedy-${at}`);
    await settled();
    await sleep(5);
    enter('modest', 'modest-0');
    await end('greedy-0');
    expect(begun).toEqual(['greedy-0', 'modest-0']);
    await end('modest-0');
    expect(begun).toEqual(['greedy-0', 'modest-0', 'greedy-1']);
  });

  it('keeps a slot for the others if an account may not use all', async () => {
    const queue = makeFairQueue({ ...PLAN, slots: 2, slotsPerAccount: 1 });
    const { begun, enter } = watch(queue);
    enter('greedy', 'greedy-0');
    enter('greedy', 'greedy-1');
    enter('modest', 'modest-0');
    await settled();
    expect(begun).toEqual(['greedy-0', 'modest-0']);
    expect(queue.status()).toEqual({ running: 2, waiting: 1 });
  });

  it('keeps a slot for accounts that have used little, however much others send', async () => {
    const { begun, enter, end } = watch(makeFairQueue({ ...PLAN, slots: 2, slotsPerAccount: 1, lightMs: 20 }));
    for (const account of ['first', 'second']) enter(account, account);
    await sleep(30);
    await Promise.all([end('first'), end('second')]);
    for (const account of ['first', 'second']) enter(account, `${account} again`);
    await settled();
    expect(begun.slice(2)).toEqual(['first again']);
    enter('modest', 'modest');
    await settled();
    expect(begun.slice(3)).toEqual(['modest']);
    await end('modest');
    expect(begun.slice(4)).toEqual([]);
    await end('first again');
    expect(begun.slice(4)).toEqual(['second again']);
  });

  it('displaces the newest job of the account with the most waiting, never one of an account with fewer', async () => {
    const { begun, refused, enter, end } = watch(makeFairQueue({ ...PLAN, maxWaiting: 3 }));
    for (let at = 0; at < 4; at += 1) enter('greedy', `greedy-${at}`);
    await settled();
    enter('greedy', 'greedy-4');
    enter('modest', 'modest-0');
    await settled();
    expect([...refused.keys()]).toEqual(['greedy-4', 'greedy-3']);
    const reason = refused.get('greedy-3');
    expect(isApiError(reason) && [reason.status, reason.options.retryAfterSeconds]).toEqual([503, 5]);
    await end('greedy-0');
    expect(begun).toEqual(['greedy-0', 'modest-0']);
  });

  it('limits the bytes of the waiting jobs', async () => {
    const { refused, enter } = watch(makeFairQueue({ ...PLAN, maxWaitingBytes: 10 }));
    enter('first', 'running');
    enter('first', 'fits', 10);
    enter('first', 'too much', 1);
    await settled();
    expect([...refused.keys()]).toEqual(['too much']);
  });

  it('refuses an account beyond its time with 429, and nobody else', async () => {
    const { begun, refused, enter, end } = watch(makeFairQueue({ ...PLAN, budget: { burstMs: 10, perSecondMs: 1 } }));
    enter('greedy', 'greedy-0');
    await settled();
    await sleep(30);
    await end('greedy-0');
    enter('greedy', 'greedy-1');
    enter('modest', 'modest-0');
    await settled();
    expect(begun).toEqual(['greedy-0', 'modest-0']);
    const reason = refused.get('greedy-1');
    expect(isApiError(reason) && reason.status).toBe(429);
    expect(isApiError(reason) && reason.options.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('refuses jobs that were queued together once the first has used up the time', async () => {
    const { begun, refused, enter, end } = watch(makeFairQueue({ ...PLAN, budget: { burstMs: 10, perSecondMs: 1 } }));
    for (let at = 0; at < 4; at += 1) enter('greedy', `greedy-${at}`);
    await settled();
    enter('modest', 'modest-0');
    await sleep(30);
    await end('greedy-0');
    await end('modest-0');
    expect(begun).toEqual(['greedy-0', 'modest-0']);
    expect([...refused.keys()]).toEqual(['greedy-1', 'greedy-2', 'greedy-3']);
    const reason = refused.get('greedy-3');
    expect(isApiError(reason) && reason.status).toBe(429);
  });

  it('drops a waiting job whose caller disconnects or that waits too long', async () => {
    const queue = makeFairQueue({ ...PLAN, maxWaitMs: 20 });
    const { begun, refused, enter, end } = watch(queue);
    const disconnect = new AbortController();
    enter('first', 'running');
    enter('second', 'disconnects', 5, disconnect.signal);
    enter('third', 'waits too long');
    await settled();
    disconnect.abort(new Error('gone'));
    await settled();
    expect(refused.get('disconnects')).toMatchObject({ message: 'gone' });
    await sleep(40);
    expect(isApiError(refused.get('waits too long'))).toBe(true);
    expect(queue.status()).toEqual({ running: 1, waiting: 0 });
    await end('running');
    expect(begun).toEqual(['running']);
  });

  it('reports which accounts that have used less compete, and resumes a job that yielded its slot despite all limits', async () => {
    const queue = makeFairQueue({ ...PLAN, maxWaiting: 1, maxWaitMs: 5, budget: { burstMs: 5, perSecondMs: 0.001 } });
    const leave = await queue.enter({ account: 'greedy' });
    expect(queue.contention('greedy', { waitingMs: 0, extraMs: 0 })).toEqual({ waiting: false, running: false });
    await sleep(20);
    const modest = queue.enter({ account: 'modest' });
    expect(queue.contention('greedy', { waitingMs: 10, extraMs: 0 })).toEqual({ waiting: true, running: false });
    expect(queue.contention('greedy', { waitingMs: 10_000, extraMs: 0 })).toEqual({ waiting: false, running: false });
    leave();
    const leaveModest = await modest;
    expect(queue.contention('greedy', { waitingMs: 10, extraMs: 0 })).toEqual({ waiting: false, running: true });
    expect(queue.contention('greedy', { waitingMs: 10_000, extraMs: 0, runningMs: 10 }).running).toBe(true);
    expect(queue.contention('greedy', { waitingMs: 10, extraMs: 0, runningMs: 10_000 }).running).toBe(false);
    // Beyond its budget, the maximum wait, and the number of waiting jobs.
    const again = queue.enter({ account: 'greedy', resumes: true });
    const other = queue.enter({ account: 'third' });
    const fourth = queue.enter({ account: 'fourth' });
    await expect(Promise.all([other, fourth])).rejects.toMatchObject({ status: 503 });
    await sleep(20);
    expect(queue.contention('modest', { waitingMs: 10_000, extraMs: 0 })).toEqual({ waiting: false, running: false });
    leaveModest();
    const leaveAgain = await again;
    expect(queue.status()).toEqual({ running: 1, waiting: 0 });
    leaveAgain();
  });

  it('makes the job that began last yield to accounts that have used far less, never the one that began first', async () => {
    const queue = makeFairQueue({ ...PLAN, slots: 3, slotsPerAccount: 1 });
    const names = ['first', 'second', 'third'];
    const leaves: (() => void)[] = [];
    for (const account of names) leaves.push(await queue.enter({ account }));
    await sleep(20);
    const wanted = (extraMs = 0) =>
      names.filter((account) => queue.contention(account, { waitingMs: 5, extraMs }).waiting);
    expect(wanted()).toEqual([]);
    const waiting = [queue.enter({ account: 'light' })];
    expect(wanted(60_000)).toEqual(['third']);
    waiting.push(queue.enter({ account: 'lighter' }), queue.enter({ account: 'lightest' }));
    expect(wanted(60_000)).toEqual(['second', 'third']);
    for (const leave of leaves) leave();
    for (const leave of await Promise.all(waiting)) leave();
  });

  it('makes the account that has used the most yield to accounts that have used a little less', async () => {
    const queue = makeFairQueue({ ...PLAN, slots: 2, slotsPerAccount: 1 });
    const early = await queue.enter({ account: 'most' });
    await sleep(20);
    const late = await queue.enter({ account: 'much' });
    await sleep(60);
    const wanted = (extraMs: number) =>
      ['most', 'much'].filter((account) => queue.contention(account, { waitingMs: 1, extraMs }).waiting);
    late();
    const leaveOther = await queue.enter({ account: 'other' });
    // It resumes with three quarters of the time of the account that has used the most.
    const again = queue.enter({ account: 'much', resumes: true });
    expect(wanted(0)).toEqual(['most']);
    expect(wanted(60_000)).toEqual([]);
    early();
    leaveOther();
    (await again)();
  });

  it('calls back when jobs begin, wait, stop waiting, and end, until that is ended', async () => {
    const queue = makeFairQueue({ ...PLAN, maxWaitMs: 60_000 });
    const seen: { running: number; waiting: number }[] = [];
    const end = queue.watch(() => seen.push(queue.status()));
    const disconnect = new AbortController();
    const leave = await queue.enter({ account: 'first' });
    expect(seen.splice(0)).toEqual([{ running: 1, waiting: 0 }]);
    const waiting = queue.enter({ account: 'second', signal: disconnect.signal });
    expect(seen.splice(0)).toEqual([{ running: 1, waiting: 1 }]);
    disconnect.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(seen.splice(0)).toEqual([{ running: 1, waiting: 0 }]);
    leave();
    expect(seen.splice(0)).toEqual([{ running: 0, waiting: 0 }]);
    end();
    await queue.enter({ account: 'first' });
    expect(seen).toEqual([]);
  });

  it('resumes jobs that yielded their slots in the order of their return', async () => {
    const queue = makeFairQueue(PLAN);
    const order: string[] = [];
    const leave = await queue.enter({ account: 'other' });
    const jobs = [undefined, 'first', 'second'].map(async (name) => {
      const end = await queue.enter({ account: 'same', resumes: name !== undefined });
      order.push(name ?? 'new');
      end();
    });
    leave();
    await Promise.all(jobs);
    expect(order).toEqual(['first', 'second', 'new']);
  });

  it('never runs more jobs than it has slots', async () => {
    const queue = makeFairQueue({ ...PLAN, slots: 3, slotsPerAccount: 2 });
    const most = { all: 0, one: 0 };
    const running = new Map<string, number>();
    const job = async (account: string) => {
      const leave = await queue.enter({ account });
      running.set(account, (running.get(account) ?? 0) + 1);
      most.all = Math.max(most.all, queue.status().running);
      most.one = Math.max(most.one, running.get(account) ?? 0);
      await sleep(1);
      running.set(account, (running.get(account) ?? 0) - 1);
      leave();
      leave();
    };
    await Promise.all(Array.from({ length: 60 }, (_, at) => job(`account-${at % 3}`)));
    expect(most).toEqual({ all: 3, one: 2 });
    expect(queue.status()).toEqual({ running: 0, waiting: 0 });
  });
});
