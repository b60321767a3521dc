/** One process fetches a file, the others wait: a lock file whose holder renews it every few seconds. */
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';

const BEAT_MS = 2_000;
/** A lock not renewed for this long belonged to a process that died. Stores may be shared, so pids are not checked. */
const STALE_MS = 15_000;
const POLL_MS = 250;

/**
 * Runs `work` while holding the lock file `path`; waits for the current holder first.
 * @throws what `work` throws; the signal's reason if it is aborted while waiting
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const token = newId();
  while (!(await tryTake(path, token))) {
    await removeIfStale(path);
    await sleep(POLL_MS, undefined, { signal });
  }
  const beat = setInterval(() => {
    const now = clock.now() / 1_000;
    utimes(path, now, now).catch(() => undefined);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await readToken(path)) === token) await unlink(path).catch(() => undefined);
  }
}

async function tryTake(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}

async function removeIfStale(path: string): Promise<void> {
  const seen = await readToken(path);
  const file = await stat(path).catch(() => null);
  if (!file || clock.now() - file.mtimeMs < STALE_MS) return;
  // Moved aside by rename, which only one process can do; a lock that was renewed meanwhile is put back.
  const aside = `${path}.${newId()}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readToken(aside)) !== seen) await link(aside, path).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

async function readToken(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
