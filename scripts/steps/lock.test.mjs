import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

/** @type {string} */
let folder;
/** @type {string} */
let lock;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-lock-'));
  lock = join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

const later = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

it('runs one job at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, (inside += 1));
    await later(50);
    inside -= 1;
  };
  await Promise.all([withLock(work, lock), withLock(work, lock), withLock(work, lock)]);
  expect(most).toBe(1);
  expect(existsSync(lock)).toBe(false);
});

it('is released when the work fails, and passes its error on', async () => {
  await expect(withLock(() => Promise.reject(new Error('no disk')), lock)).rejects.toThrow('no disk');
  expect(existsSync(lock)).toBe(false);
});

it('takes over the lock of a process that was killed', async () => {
  const url = JSON.stringify(new URL('./lock.mjs', import.meta.url).href);
  const program = `import(${url}).then((m) => m.withLock(() => new Promise(() => setInterval(() => {}, 1e6)), ${JSON.stringify(lock)}))`;
  const holder = spawn(process.execPath, ['--eval', program]);
  while (!existsSync(lock) || !readFileSync(lock, 'utf8')) await later(20);
  const waiting = withLock(() => Promise.resolve('mine'), lock);
  await later(400);
  expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${holder.pid} `));
  holder.kill('SIGKILL');
  await expect(waiting).resolves.toBe('mine');
});

it.each(['1 a start that no process has', '999999999 12', `${process.pid} 0`])(
  'does not trust a PID that now belongs to another process: %s',
  async (claim) => {
    writeFileSync(lock, claim);
    await expect(withLock(() => Promise.resolve('mine'), lock)).resolves.toBe('mine');
  },
);

it('does not wait forever for a lock that was never completely written', async () => {
  writeFileSync(lock, '');
  utimesSync(lock, 0, 0);
  await expect(withLock(() => Promise.resolve('mine'), lock)).resolves.toBe('mine');
});
