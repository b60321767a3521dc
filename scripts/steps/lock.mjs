import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, say } from './run.mjs';

/** Not in node_modules: `npm ci` empties that folder. */
const LOCK = join(ROOT, 'dist', '.prepare-lock');
const CHECK_AGAIN_MS = 300;
const WRITTEN_WITHIN_MS = 5_000;

/**
 * Runs work that writes `node_modules`, `.next`, or `dist` while none of our other programs does. Takes over the lock
 * of a dead holder.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [lock] the lock file
 * @returns {Promise<T>}
 */
export async function withLock(work, lock = LOCK) {
  await takeLock(lock);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
async function takeLock(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let reported = false; ;) {
    try {
      writeFileSync(lock, mine, { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readLock(lock);
    if (holder === null) continue;
    if (!isAlive(lock, holder)) {
      discard(lock, holder);
      continue;
    }
    if (!reported)
      say(`Another Farebox program (process ${holder.split(' ')[0]}) is installing or building here; waiting for it …`);
    reported = true;
    await sleep(CHECK_AGAIN_MS);
  }
}

/** @param {string} lock @returns {string | null} null if it was just removed */
function readLock(lock) {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Removes a dead holder's lock. Uses a rename, so that only one of two concurrent programs succeeds; a lock taken in
 * between is put back.
 * @param {string} lock
 * @param {string} holder
 */
function discard(lock, holder) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') === holder) rmSync(aside);
    else renameSync(aside, lock);
  } catch {
    // Another program was faster; the next check will show.
  }
}

/**
 * The same PID may belong to a later process: its start time distinguishes them.
 * @param {string} lock
 * @param {string} holder `pid start`
 */
function isAlive(lock, holder) {
  const [pid, ...start] = holder.split(' ');
  // Empty: the holder is between creating and writing it, or died there.
  if (!pid) return Date.now() - statSync(lock).mtimeMs < WRITTEN_WITHIN_MS;
  const now = startOf(Number(pid));
  return now !== '' && now === start.join(' ');
}

/**
 * When a process started, as text that only serves for comparison.
 * @param {number} pid
 * @returns {string} '' if there is no such process (a zombie counts as none)
 */
function startOf(pid) {
  for (const readStart of [startFromProc, startFromPs]) {
    try {
      return readStart(pid);
    } catch {
      // Not this platform, or no such process.
    }
  }
  return '';
}

/** Linux, also without `ps`. @param {number} pid */
function startFromProc(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields[0] === 'Z' ? '' : `${fields[19]}`;
}

/** macOS. @param {number} pid */
function startFromPs(pid) {
  const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
  return text.startsWith('Z')
    ? ''
    : text
        .trim()
        .replace(/^\S+\s+/, '')
        .replace(/\s+/g, ' ');
}
