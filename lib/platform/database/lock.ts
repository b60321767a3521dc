import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomHex } from '../../core/ids';
import { clock } from '../clock';
import { log } from '../log';
import { processScope, processStart } from '../process-identity';

/**
 * The process that holds a folder. `scope`: the machine, its boot, and its PID namespace, within which `pid` is
 * meaningful.
 */
export type Holder = { pid: number; startedAt: string; scope: string };

/** A folder that this process holds until `release`. */
export type FolderLock = { release(): void };

/** How often a holder touches its lock file, for processes that cannot look up its PID. */
const HEARTBEAT_MS = 5_000;
/** After this time without a heartbeat, a holder on another machine (or in another container) counts as dead. */
const HEARTBEAT_TIMEOUT_MS = 20_000;
/** How long to wait for a folder held by a live process, because restarts overlap. */
const WAIT_MS = 1_000;
/** How often a held folder is checked again. */
const CHECK_EVERY_MS = 50;

/** Another process's lock file, the holder it names, and when it was last touched (milliseconds since 1970). */
type LockFile = { path: string; holder: Holder; touchedMs: number };

/**
 * Locks a folder for this process alone. Every contender first writes its own lock file, then looks for others, and
 * takes the folder only if it finds none, so there are never two holders. Of simultaneous contenders, the later ones
 * withdraw their lock files and the earliest stays, so one of them gets the folder. Lock files of dead processes are
 * removed, also if another program now has the PID. For a process in another container only the heartbeat shows whether
 * it is alive: this waits for it, up to `HEARTBEAT_TIMEOUT_MS`.
 * @param folder where the lock files are; created if missing
 * @param resource what the lock protects, for error messages
 * @throws Error named `DatabaseInUseError` with the holder's PID and the folder
 */
export async function lockFolder(folder: string, resource: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const classify = makeClassifier(resource);
  let own: string | null = null;
  for (;;) {
    // Without a lock file of ours, seeing no others proves nothing: only a look with it in place counts.
    own ??= writeLockFile(folder);
    const ownSinceMs = performance.now();
    let others = findOthers(folder, own, classify);
    while (others.length > 0) {
      const live = others.find((file) => classify(file) === 'live');
      // A waiting lock file has no heartbeat, so it must be withdrawn long before it looks dead.
      const waitedLong = performance.now() - ownSinceMs > WAIT_MS;
      if (own !== null && (live || waitedLong || !isFirst(own, others))) own = removeLockFile(own);
      if (live) throw inUse(live.holder, resource);
      await sleep(CHECK_EVERY_MS);
      others = findOthers(folder, own, classify);
    }
    if (own !== null) return startHeartbeat(own);
  }
}

/** The live process that holds a folder, or null. */
export function findHolder(folder: string): Holder | null {
  return findLive(folder, null)[0]?.holder ?? null;
}

/** Whether an error says that another process holds the embedded database. */
export function isDatabaseInUse(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'DatabaseInUseError';
}

type Liveness = 'live' | 'unsure' | 'dead';

/**
 * Classifies lock files by watching them: `live` after `WAIT_MS`. The lock file of a process that cannot be looked up
 * from here must also be touched again to be `live`, and is `dead` after `HEARTBEAT_TIMEOUT_MS` without that.
 */
function makeClassifier(resource: string): (file: LockFile) => Liveness {
  const firstSeen = new Map<string, { touchedMs: number; atMs: number }>();
  let reported = false;
  return ({ path, holder, touchedMs }) => {
    const first = firstSeen.get(path) ?? { touchedMs, atMs: performance.now() };
    firstSeen.set(path, first);
    const watchedMs = performance.now() - first.atMs;
    if (watchedMs < WAIT_MS) return 'unsure';
    if (holder.scope === processScope() || touchedMs !== first.touchedMs) return 'live';
    // After this long it is dead even if its clock is ahead of ours and it would look fresh forever.
    if (watchedMs > HEARTBEAT_TIMEOUT_MS) return 'dead';
    if (!reported) log.warn({ holder, lockFile: path }, `${resource} may be in use elsewhere: waiting for a heartbeat`);
    reported = true;
    return 'unsure';
  };
}

function findOthers(folder: string, own: string | null, classify: (file: LockFile) => Liveness): LockFile[] {
  return findLive(folder, own).filter((file) => {
    const dead = classify(file) === 'dead';
    if (dead) removeLockFile(file.path);
    return !dead;
  });
}

/** The lock files of live processes except `own`; lock files of dead ones are removed. */
function findLive(folder: string, own: string | null): LockFile[] {
  return listLockFiles(folder).flatMap((name) => {
    const path = join(folder, name);
    if (path === own) return [];
    const holder = readLockFile(path);
    const touchedMs = touchedAt(path);
    if (holder !== null && touchedMs !== null && isAlive(holder, path)) return [{ path, holder, touchedMs }];
    rmSync(path, { force: true });
    return [];
  });
}

/** Whether a lock file came before all others: by modification time, then by name, so that all contenders agree. */
function isFirst(own: string, others: LockFile[]): boolean {
  const ownMs = touchedAt(own) ?? Infinity;
  return others.every(({ path, touchedMs }) => (ownMs === touchedMs ? own < path : ownMs < touchedMs));
}

function removeLockFile(path: string): null {
  rmSync(path, { force: true });
  return null;
}

/** The rename makes the lock file appear complete and with its final time, so that all contenders see the same. */
function writeLockFile(folder: string): string {
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? '', scope: processScope() };
  const path = join(folder, `${process.pid}-${randomHex(4)}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  renameSync(`${path}.new`, path);
  return path;
}

function startHeartbeat(path: string): FolderLock {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, clock.now() / 1000, clock.now() / 1000);
    } catch (error) {
      // Another process took this one for dead (it was suspended for a long time) and may hold the folder now: stop
      // writing.
      log.fatal({ error, lockFile: path }, 'the lock of the embedded database was lost: exiting');
      process.exit(1);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: () => {
      clearInterval(heartbeat);
      rmSync(path, { force: true });
    },
  };
}

function listLockFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Null for a lock file that is gone or truncated (full disk). If it is fresh, its process may still be alive. */
function readLockFile(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return isFresh(path) ? { pid: 0, startedAt: '', scope: 'unknown' } : null;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  // Another container or machine: its PIDs mean nothing here, but its heartbeat does.
  if (holder.scope !== processScope()) return isFresh(path);
  const start = processStart(holder.pid);
  return start !== null && (start === '' || holder.startedAt === '' || start === holder.startedAt);
}

function isFresh(path: string): boolean {
  const touchedMs = touchedAt(path);
  return touchedMs !== null && clock.now() - touchedMs < HEARTBEAT_TIMEOUT_MS;
}

/** When a lock file was last touched; null if it is gone. */
function touchedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

function inUse(holder: Holder, resource: string): Error {
  const who = holder.pid === 0 ? 'another process' : `process ${holder.pid}`;
  const where = holder.scope === processScope() ? '' : ` on ${holder.scope.split(' ')[0] || 'another machine'}`;
  const error = new Error(
    `${resource} is in use by ${who}${where}. Only one process at a time can use it: ` +
      'stop that process, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server.',
  );
  error.name = 'DatabaseInUseError';
  return error;
}
