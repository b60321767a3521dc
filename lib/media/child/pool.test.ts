import { spawn } from 'node:child_process';
import { once, setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root';
import { processState } from '../../platform/process-state';
import { docxFile, xlsxFile } from '../test-files';
import type { Child, ChildPlan } from './child-process';
import type { FileAnswer, FileJob } from './jobs';
import { runInChild } from './pool';

const PLAN: ChildPlan = { name: 'extract', jobMs: 20_000, heapMegabytes: 256, roofMegabytes: 700 };
const signal = new AbortController().signal;
const maxCharacters = 1_000;
// Hundreds wait with this one signal.
setMaxListeners(0, signal);

const quick: FileJob = { bytes: docxFile(), kind: 'archive', maxCharacters };
/** Some seconds of work: the parser itself has no limit of time. */
const slow: FileJob = {
  bytes: xlsxFile(Array.from({ length: 60_000 }, (_, row) => [`name ${row}`, row, row * 1.5])),
  kind: 'archive',
  maxCharacters,
};

const run = (job: FileJob, plan: Partial<ChildPlan> = {}, by = signal) =>
  runInChild<FileJob, FileAnswer>({ ...PLAN, ...plan }, job, { bytes: job.bytes.byteLength, signal: by });
const answered = { answer: { text: expect.stringContaining('Yearly report'), isCut: false } };

/** What the pool holds; only this test looks into it. */
type Held = { working: number; idle: Child[]; waiting: unknown[] };
const held = () => processState<Held>('media.pool.extract', () => ({ working: 0, idle: [], waiting: [] }));
const isAlive = (pid = 0) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid = 0) => expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
afterEach(() => expect(held()).toMatchObject({ working: 0, waiting: [] }));

describe('a process', () => {
  it('is kept for the next job', async () => {
    expect(await run(quick)).toEqual(answered);
    const pid = held().idle[0]?.process.pid;
    expect(await run(quick)).toEqual(answered);
    expect(held().idle.map((child) => child.process.pid)).toEqual([pid]);
  });

  it('is killed when its time is up, and the next job has another one', async () => {
    await run(quick);
    const pid = held().idle[0]?.process.pid;
    expect(await run(slow, { jobMs: 200 })).toEqual({ lost: 'time' });
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
  });

  it('is killed when its caller leaves', async () => {
    await run(quick);
    const pid = held().idle[0]?.process.pid;
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('left')), 100);
    await expect(run(slow, {}, controller.signal)).rejects.toThrow('left');
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
  });

  it('is lost to its heap, and the service goes on', async () => {
    const child = held().idle.pop();
    child?.process.kill('SIGKILL');
    expect(await run(slow, { heapMegabytes: 24 })).toEqual({ lost: 'memory' });
    expect(await run(quick)).toEqual(answered);
  });

  it('is lost to its memory as a whole', async () => {
    held().idle.pop()?.process.kill('SIGKILL');
    expect(await run(slow, { roofMegabytes: 90 })).toEqual({ lost: 'memory' });
    expect(await run(quick)).toEqual(answered);
  });

  it('that died while it was idle is not asked', async () => {
    await run(quick);
    const { pid } = held().idle[0]?.process ?? {};
    process.kill(pid ?? 0, 'SIGKILL');
    await gone(pid);
    expect(await run(quick)).toEqual(answered);
    // Nor where its end is not known yet.
    process.kill(held().idle[0]?.process.pid ?? 0, 'SIGKILL');
    expect(await run(quick)).toEqual(answered);
  });

  it('has nothing of our environment', async () => {
    await run(quick);
    const environment = readFileSync(`/proc/${held().idle[0]?.process.pid}/environ`, 'utf8').split('\0');
    const names = environment.filter(Boolean).map((line) => line.split('=')[0]);
    expect(names.filter((name) => !/^(NODE_(ENV|CHANNEL_\w+|UNIQUE_ID))$/.test(name ?? ''))).toEqual([]);
  });

  it('ends with the service, even amid a loop', async () => {
    // Stands for a service that is killed: it gives a process work without end, and tells its number.
    const service = `
      const script = ${JSON.stringify(join(projectRoot(), 'dist', 'extract.child.mjs'))};
      const child = require('node:child_process').fork(script, ['700'], { serialization: 'advanced' });
      child.send({ bytes: Buffer.from('<p>' + '<'.repeat(8_000_000)), kind: 'html', maxCharacters: 1 });
      child.once('message', () => console.log(child.pid));`;
    const parent = spawn(process.execPath, ['-e', service], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await gone(pid);
  });

  it('that cannot be started is our fault', async () => {
    await expect(run(quick, { name: 'missing' })).rejects.toThrow('does not start');
  });
});

describe('many jobs', () => {
  it('wait for one another, and all are done', async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => run(quick)));
    expect(outcomes.every((outcome) => 'answer' in outcome)).toBe(true);
  });

  it('beyond the places that wait are refused with 503; the others go on', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 230 }, () => run(quick).catch((error: { code: string; status: number }) => error)),
    );
    const refused = outcomes.filter((outcome) => 'code' in outcome);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.every((outcome) => outcome.code === 'MODEL_AT_CAPACITY' && outcome.status === 503)).toBe(true);
    expect(outcomes.filter((outcome) => 'answer' in outcome)).toHaveLength(230 - refused.length);
  });

  it('of too many bytes are refused with 503', async () => {
    const large = () => runInChild<FileJob, FileAnswer>(PLAN, quick, { bytes: 200_000_000, signal });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, large));
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(2);
  });

  it('leave the line when their callers do', async () => {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const first = Array.from({ length: 8 }, () => run(quick));
    const waiting = Array.from({ length: 20 }, () => run(quick, {}, controller.signal));
    controller.abort(new Error('left'));
    const left = await Promise.allSettled(waiting);
    expect(left.every((outcome) => outcome.status === 'rejected' && String(outcome.reason).includes('left'))).toBe(
      true,
    );
    expect(await Promise.all(first)).toHaveLength(8);
  });

  it('leave the memory as it was: two hundred of them', { timeout: 120_000 }, async () => {
    const residentBytes = (pid = 0) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
    const heapAfter = async (jobs: number) => {
      for (let job = 0; job < jobs; job += 1) await run(quick);
      return process.memoryUsage().heapUsed;
    };
    const early = await heapAfter(30);
    const child = held().idle[0]?.process.pid;
    const earlyChild = residentBytes(child);
    const late = await heapAfter(60);
    if (held().idle[0]?.process.pid === child) expect(residentBytes(child) - earlyChild).toBeLessThan(80_000_000);
    const latest = await heapAfter(110);
    // A process is not for ever.
    expect(held().idle[0]?.process.pid).not.toBe(child);
    expect(Math.min(late, latest) - early).toBeLessThan(30_000_000);
  });
});
