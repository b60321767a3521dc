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

const claims = () => readdirSync(folder);
/** The claim that this process writes, changed, under another name. */
async function leaveClaim(change: Partial<Holder>): Promise<string> {
  const lock = await lockFolder(folder, 'It');
  const own = JSON.parse(readFileSync(join(folder, claims()[0] ?? ''), 'utf8')) as Holder;
  lock.release();
  const path = join(folder, 'left.json');
  writeFileSync(path, JSON.stringify({ ...own, ...change }));
  return path;
}
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => child.once('exit', done));
  return child.pid ?? 0;
}

it('refuses a second holder, naming process and place, until the first releases', async () => {
  const lock = await lockFolder(folder, 'The database in /d');
  const second = await lockFolder(folder, 'The database in /d').catch((error: unknown) => error);
  expect(isDatabaseInUse(second)).toBe(true);
  expect(String(second)).toContain(`The database in /d is in use by process ${process.pid}.`);
  expect(findHolder(folder)).toMatchObject({ pid: process.pid });
  lock.release();
  expect(claims()).toEqual([]);
  (await lockFolder(folder, 'The database in /d')).release();
});

it('never lets two of many contenders in', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder, 'It')));
  const winners = tries.filter((one) => one.status === 'fulfilled');
  expect(winners.length).toBeLessThanOrEqual(1);
  expect(claims()).toHaveLength(winners.length);
  for (const winner of winners) winner.value.release();
});

it('takes over from a dead process', async () => {
  await leaveClaim({ pid: await deadPid() });
  const lock = await lockFolder(folder, 'It');
  expect(claims()).toHaveLength(1);
  lock.release();
});

it('takes over where the pid now belongs to another program', async () => {
  await leaveClaim({ startedAt: '1' });
  (await lockFolder(folder, 'It')).release();
});

it('does not take a zombie for a living process', async () => {
  // The shell becomes a `sleep`, which never waits for the child: killed after that, the child stays a zombie.
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
    if (tries > 200) throw new Error('It never came to be.');
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Makes a claim look as if it had been touched so many seconds from now. */
const touch = (path: string, seconds: number) =>
  utimesSync(path, Date.now() / 1000 + seconds, Date.now() / 1000 + seconds);

it('believes a holder in another container as long as its heart beats', async () => {
  const path = await leaveClaim({ scope: 'other-host', pid: 1 });
  const heart = setInterval(() => touch(path, 0), 100);
  const refused = await lockFolder(folder, 'It').catch((error: unknown) => error);
  clearInterval(heart);
  expect(String(refused)).toContain('in use by process 1 on other-host');
  touch(path, -60);
  (await lockFolder(folder, 'It')).release();
});

it('waits for the silence of a holder in another container that was killed a moment ago', async () => {
  const path = await leaveClaim({ scope: 'other-host', pid: 1 });
  touch(path, -17);
  const lock = await lockFolder(folder, 'It');
  expect(claims()).toHaveLength(1);
  expect(claims()).not.toContain('left.json');
  lock.release();
});

it('takes over from a killed holder whose clock ran ahead', async () => {
  touch(await leaveClaim({ scope: 'other-host', pid: 1 }), 3_600);
  const taking = lockFolder(folder, 'It');
  const laterMs = performance.now() + 20_500;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => laterMs);
  (await taking).release();
  watch.mockRestore();
});

it('of two contenders the one with the older claim stays and gets it', async () => {
  const younger = await leaveClaim({});
  touch(younger, 5);
  const taking = lockFolder(folder, 'It');
  await sleep(200);
  expect(claims()).toHaveLength(2);
  rmSync(younger);
  (await taking).release();
});

it('of two contenders the one with the younger claim withdraws, and comes back when the other has gone', async () => {
  const older = await leaveClaim({});
  touch(older, -5);
  const taking = lockFolder(folder, 'It');
  expect(claims()).toEqual(['left.json']);
  await sleep(200);
  expect(claims()).toEqual(['left.json']);
  rmSync(older);
  (await taking).release();
});

it('of two who wait for the same silence one gets it, the other is refused', async () => {
  touch(await leaveClaim({ scope: 'other-host', pid: 1 }), -17);
  const tries = await Promise.allSettled([lockFolder(folder, 'It'), lockFolder(folder, 'It')]);
  const winners = tries.filter((one) => one.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  for (const winner of winners) winner.value.release();
});

it('sweeps a claim away that a crash cut short, once it is silent', async () => {
  const path = join(folder, 'cut.json');
  writeFileSync(path, '{"pid":');
  touch(path, -18);
  const startedMs = performance.now();
  (await lockFolder(folder, 'It')).release();
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
});
