import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root';
import { processState } from '../../platform/process-state';
import type { FairQueue } from '../../platform/sharing/fair-queue';
import { newId } from '../../core/ids';
import { docxFile, xlsxFile } from '../test-files';
import type { Child, ChildPlan } from '../../platform/child/child-process';
import type { FileAnswer, FileJob } from './jobs';
import { runInChild } from '../../platform/child/pool';

const PLAN: ChildPlan = { name: 'extract', jobMs: 20_000, heapMegabytes: 256, maxResidentMegabytes: 700 };
const signal = new AbortController().signal;
const maxCharacters = 1_000;
// Hundreds of jobs wait with this one signal.
setMaxListeners(0, signal);

const quick: FileJob = { bytes: docxFile(), kind: 'archive', maxCharacters };
/** Several seconds of work: the parser itself has no time limit. */
const slow: FileJob = {
  bytes: xlsxFile(Array.from({ length: 60_000 }, (_, row) => [`name ${row}`, row, row * 1.5])),
  kind: 'archive',
  maxCharacters,
};

/** A separate account for each test, so that no test uses up the budget of the next. */
let account = '';
beforeEach(() => (account = newId()));
const run = (job: FileJob, plan: Partial<ChildPlan> = {}, by = signal, as = account) =>
  runInChild<FileJob, FileAnswer>({ ...PLAN, ...plan }, job, { account: as, signal: by });
const answered = { answer: { text: expect.stringContaining('Yearly report'), isCut: false } };

/** The pool's internals; only this test reads them. */
type PoolState = { queue: FairQueue; idle: Child[] };
const poolState = () =>
  processState<PoolState>('child.pool.extract', () => {
    throw new Error('No job has been asked for.');
  });
/** The accounts of the jobs that get a slot from now on: a job may end after one that began later. */
const orderOfJobs = (): string[] => {
  const { queue } = poolState();
  const enter = queue.enter.bind(queue);
  const begun: string[] = [];
  vi.spyOn(queue, 'enter').mockImplementation(async (job) => {
    const leave = await enter(job);
    begun.push(job.account);
    return leave;
  });
  return begun;
};
const isAlive = (pid = 0) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid = 0) => expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
afterEach(() => {
  vi.restoreAllMocks();
  expect(poolState().queue.status()).toEqual({ running: 0, waiting: 0 });
});

describe('a process', () => {
  it('is kept for the next job', async () => {
    expect(await run(quick)).toEqual(answered);
    const pid = poolState().idle[0]?.process.pid;
    expect(await run(quick)).toEqual(answered);
    expect(poolState().idle.map((child) => child.process.pid)).toEqual([pid]);
  });

  it('gets no further job if the last one left half of its memory limit behind', async () => {
    expect(await run(quick)).toEqual(answered);
    const pid = poolState().idle[0]?.process.pid ?? 0;
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    // Four thirds of what such a process uses: it is above half of the limit, and below it.
    const maxResidentMegabytes = Math.ceil(((pages * 4_096) / 2 ** 20) * (4 / 3));
    expect(await run(quick, { maxResidentMegabytes })).toEqual(answered);
    expect(poolState().idle.filter(({ isGone }) => !isGone)).toEqual([]);
  });

  it('is killed when its time is up, and the next job gets another one', async () => {
    await run(quick);
    const pid = poolState().idle[0]?.process.pid;
    expect(await run(slow, { jobMs: 200 })).toEqual({ lost: 'time' });
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
  });

  it('is killed when its caller disconnects', async () => {
    await run(quick);
    const pid = poolState().idle[0]?.process.pid;
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('disconnected')), 100);
    await expect(run(slow, {}, controller.signal)).rejects.toThrow('disconnected');
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
  });

  it('is lost when its heap is full, and the service continues', async () => {
    const child = poolState().idle.pop();
    child?.process.kill('SIGKILL');
    expect(await run(slow, { heapMegabytes: 24 })).toEqual({ lost: 'memory' });
    expect(await run(quick)).toEqual(answered);
  });

  it('is lost when its total memory is too large', async () => {
    poolState().idle.pop()?.process.kill('SIGKILL');
    expect(await run(slow, { maxResidentMegabytes: 90 })).toEqual({ lost: 'memory' });
    expect(await run(quick)).toEqual(answered);
  });

  it('that died while it was idle gets no job', async () => {
    await run(quick);
    const { pid } = poolState().idle[0]?.process ?? {};
    process.kill(pid ?? 0, 'SIGKILL');
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
    // Nor if its exit is not noticed yet.
    process.kill(poolState().idle[0]?.process.pid ?? 0, 'SIGKILL');
    expect(await run(quick)).toEqual(answered);
  });

  it('gets none of our environment', async () => {
    await run(quick);
    const environment = readFileSync(`/proc/${poolState().idle[0]?.process.pid}/environ`, 'utf8').split('\0');
    const names = environment.filter(Boolean).map((line) => line.split('=')[0]);
    expect(names.filter((name) => !/^(NODE_(ENV|CHANNEL_\w+|UNIQUE_ID))$/.test(name ?? ''))).toEqual([]);
  });

  it('exits with the service, even in a loop', async () => {
    // Simulates a service that is killed: it gives a process endless work, and reports its pid.
    const service = `
      const script = ${JSON.stringify(join(projectRoot(), 'dist', 'extract.child.mjs'))};
      const child = require('node:child_process').fork(script, ['700'], { serialization: 'advanced', stdio: ['pipe', 'ignore', 'ignore', 'ipc'] });
      const bytes = Buffer.from(${JSON.stringify(Buffer.from(slow.bytes).toString('base64'))}, 'base64');
      child.send({ byteLength: bytes.length, kind: 'archive', maxCharacters: 1 });
      child.stdin.write(bytes);
      child.once('message', () => console.log(child.pid));`;
    const parent = spawn(process.execPath, ['-'], { stdio: ['pipe', 'pipe', 'ignore'] });
    // Too long for an argument.
    parent.stdin.end(service);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await gone(pid);
  });

  it('that cannot be started is an internal error', async () => {
    await expect(run(quick, { name: 'missing' })).rejects.toThrow('does not start');
  });
});

describe('many jobs', () => {
  it('wait for one another, and are all finished', async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => run(quick)));
    expect(outcomes.every((outcome) => 'answer' in outcome)).toBe(true);
  });

  it('of one account leave a slot for another, whose first job begins before their second ones', async () => {
    await run(quick);
    const begun = orderOfJobs();
    const others = Array.from({ length: 10 }, () => ['first', 'second']).flat();
    await Promise.all([...others, 'third'].map((as) => run(quick, {}, signal, as)));
    expect(begun).toHaveLength(21);
    // With two slots both are in use; with more, one is free for it.
    expect(begun.indexOf('third')).toBeLessThanOrEqual(3);
  });

  it('of one account never take the last slot', async () => {
    await run(quick);
    const begun = orderOfJobs();
    const jobs = Array.from({ length: 10 }, () => run(quick));
    const { running } = poolState().queue.status();
    jobs.push(run(quick, {}, signal, 'another'));
    expect(poolState().queue.status().running).toBe(running + 1);
    await Promise.all(jobs);
    expect(begun.indexOf('another')).toBe(running);
  });

  it('beyond the waiting limit are refused with 503; the others continue', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 230 }, () => run(quick).catch((error: { code: string; status: number }) => error)),
    );
    const refused = outcomes.filter((outcome) => 'code' in outcome);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.every((outcome) => outcome.code === 'MODEL_AT_CAPACITY' && outcome.status === 503)).toBe(true);
    expect(outcomes.filter((outcome) => 'answer' in outcome)).toHaveLength(230 - refused.length);
  });

  it('with too many bytes in total are refused with 503', async () => {
    const large: FileJob = { bytes: Buffer.alloc(120_000_000), kind: 'archive', maxCharacters };
    const all = Promise.allSettled(Array.from({ length: 9 }, () => run(large)));
    const { running, waiting } = poolState().queue.status();
    expect(waiting).toBe(4);
    const refused = (await all).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9 - running - waiting);
  });

  it('leave the queue when their callers disconnect', async () => {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const first = Array.from({ length: 8 }, () => run(quick));
    const waiting = Array.from({ length: 20 }, () => run(quick, {}, controller.signal));
    controller.abort(new Error('disconnected'));
    const outcomes = await Promise.allSettled(waiting);
    expect(
      outcomes.every((outcome) => outcome.status === 'rejected' && String(outcome.reason).includes('disconnected')),
    ).toBe(true);
    expect(await Promise.all(first)).toHaveLength(8);
  });

  it('do not leak memory: two hundred of them', { timeout: 120_000 }, async () => {
    const residentBytes = (pid = 0) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
    const heapAfter = async (jobs: number) => {
      for (let job = 0; job < jobs; job += 1) await run(quick);
      return process.memoryUsage().heapUsed;
    };
    const early = await heapAfter(30);
    const child = poolState().idle[0]?.process.pid;
    const earlyChild = residentBytes(child);
    const late = await heapAfter(60);
    if (poolState().idle[0]?.process.pid === child) expect(residentBytes(child) - earlyChild).toBeLessThan(80_000_000);
    const latest = await heapAfter(110);
    // A process is replaced eventually.
    expect(poolState().idle[0]?.process.pid).not.toBe(child);
    expect(Math.min(late, latest) - early).toBeLessThan(30_000_000);
  });
});
