import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { processStart } from '../process-identity';
import { findHolder, isDatabaseInUse, lockFolder, type Holder } from './lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFiles = () => readdirSync(folder);
/** Writes the lock file of this process with changes, under another name. */
async function writeLockFileOfAnother(change: Partial<Holder>): Promise<string> {
  const lock = await lockFolder(folder, 'It');
  const own = JSON.parse(readFileSync(join(folder, lockFiles()[0] ?? ''), 'utf8')) as Holder;
  lock.release();
  const path = join(folder, 'other.json');
  writeFileSync(path, JSON.stringify({ ...own, ...change }));
  return path;
}
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => child.once('exit', done));
  return child.pid ?? 0;
}

it('refuses a second holder, naming the process and folder, until the first one releases', async () => {
  const lock = await lockFolder(folder, 'The database in /d');
  const second = await lockFolder(folder, 'The database in /d').catch((error: unknown) => error);
  expect(isDatabaseInUse(second)).toBe(true);
  expect(String(second)).toContain(`The database in /d is in use by process ${process.pid}.`);
  expect(findHolder(folder)).toMatchObject({ pid: process.pid });
  lock.release();
  expect(lockFiles()).toEqual([]);
  (await lockFolder(folder, 'The database in /d')).release();
});

it('never lets more than one of many contenders in', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder, 'It')));
  const winners = tries.filter((one) => one.status === 'fulfilled');
  expect(winners.length).toBeLessThanOrEqual(1);
  expect(lockFiles()).toHaveLength(winners.length);
  for (const winner of winners) winner.value.release();
});

it('takes over from a dead process', async () => {
  await writeLockFileOfAnother({ pid: await deadPid() });
  const lock = await lockFolder(folder, 'It');
  expect(lockFiles()).toHaveLength(1);
  lock.release();
});

it('takes over where the pid now belongs to another program', async () => {
  await writeLockFileOfAnother({ startedAt: '1' });
  (await lockFolder(folder, 'It')).release();
});

it('does not treat a zombie as a running process', async () => {
  // The shell becomes a `sleep`, which never waits for the child. If the child is killed after that, it stays a zombie.
  const shell = spawn('sh', ['-c', 'sleep 30 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const programOf = (pid: number) => spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    const pid = await new Promise<number>((done) => shell.stdout.once('data', (text: Buffer) => done(Number(text))));
    await until(() => programOf(shell.pid ?? 0).includes('sleep'));
    expect(processStart(pid)).not.toBeNull();
    process.kill(pid, 'SIGKILL');
    await until(() => processStart(pid) === null);
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    shell.kill('SIGKILL');
  }
});

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 200) throw new Error('The condition was never met.');
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Sets the modification time of a lock file, in seconds from now. */
const touch = (path: string, seconds: number) =>
  utimesSync(path, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);

it('respects a holder in another container while its heartbeat continues', async () => {
  const path = await writeLockFileOfAnother({ scope: 'other-host', pid: 1 });
  const heart = setInterval(() => touch(path, 0), 100);
  const refused = await lockFolder(folder, 'It').catch((error: unknown) => error);
  clearInterval(heart);
  expect(String(refused)).toContain('in use by process 1 on other-host');
  touch(path, -60);
  (await lockFolder(folder, 'It')).release();
});

it('waits for the timeout of a holder in another container that was just killed', async () => {
  const path = await writeLockFileOfAnother({ scope: 'other-host', pid: 1 });
  touch(path, -17);
  const lock = await lockFolder(folder, 'It');
  expect(lockFiles()).toHaveLength(1);
  expect(lockFiles()).not.toContain('other.json');
  lock.release();
});

it('takes over from a killed holder whose clock was ahead', async () => {
  touch(await writeLockFileOfAnother({ scope: 'other-host', pid: 1 }), 3_600);
  const taking = lockFolder(folder, 'It');
  const laterMs = performance.now() + 20_500;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => laterMs);
  (await taking).release();
  watch.mockRestore();
});

it('of two contenders, the one with the older lock file stays and gets the lock', async () => {
  const younger = await writeLockFileOfAnother({});
  touch(younger, 5);
  const taking = lockFolder(folder, 'It');
  await sleep(200);
  expect(lockFiles()).toHaveLength(2);
  rmSync(younger);
  (await taking).release();
});

it('of two contenders, the one with the newer lock file withdraws and retries when the other is gone', async () => {
  const older = await writeLockFileOfAnother({});
  touch(older, -5);
  const taking = lockFolder(folder, 'It');
  expect(lockFiles()).toEqual(['other.json']);
  await sleep(200);
  expect(lockFiles()).toEqual(['other.json']);
  rmSync(older);
  (await taking).release();
});

it('of two contenders that wait for the same timeout, one gets the lock and the other is refused', async () => {
  touch(await writeLockFileOfAnother({ scope: 'other-host', pid: 1 }), -17);
  const tries = await Promise.allSettled([lockFolder(folder, 'It'), lockFolder(folder, 'It')]);
  const winners = tries.filter((one) => one.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const winner of winners) winner.value.release();
});

it('removes a lock file truncated by a crash, once it has timed out', async () => {
  const path = join(folder, 'cut.json');
  writeFileSync(path, '{"pid":');
  touch(path, -18);
  const startedMs = performance.now();
  (await lockFolder(folder, 'It')).release();
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
});
