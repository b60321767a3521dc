import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomHex } from '../../core/ids';
import { clock } from '../clock';
import { log } from '../log';

/** Who holds a folder. `scope`: the machine, its boot and its process namespace, within which `pid` means something. */
export type Holder = { pid: number; startedAt: string; scope: string };

/** A folder that is held by this process until `release`. */
export type FolderLock = { release(): void };

/** How often a holder says that it is alive, for those who cannot see its process. */
const HEARTBEAT_MS = 5_000;
/** After this silence a holder on another machine (or in another container) counts as dead. */
const SILENCE_MS = 20_000;
/** How often a taken lock is tried again: two that start at once must not both give up, and a restart overlaps. */
const ATTEMPTS = 5;

/**
 * Takes a folder for this process alone. Every contender writes a claim of its own (O_EXCL, a name of its own) and
 * only then looks at the others, so of two at the same instant at least one sees the other: never two holders.
 * Claims of dead processes, also of those whose pid lives on in another program, are swept away.
 * @param folder where the claims are kept, made when absent; `held` names in words what is held
 * @throws Error named `DatabaseInUseError` that names the holder's pid and the folder
 */
export async function lockFolder(folder: string, held: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const claim = writeClaim(folder);
    const other = findHolder(folder, claim);
    if (other === null) return keepClaim(claim);
    rmSync(claim, { force: true });
    if (attempt === ATTEMPTS) throw inUse(other, held);
    await sleep(40 + Math.random() * 80 * attempt);
  }
}

/** The living process that holds a folder, or null. `own` is passed over. */
export function findHolder(folder: string, own?: string): Holder | null {
  for (const name of listClaims(folder)) {
    const path = join(folder, name);
    if (path === own) continue;
    const holder = readClaim(path);
    if (holder !== null && isAlive(holder, path)) return holder;
    rmSync(path, { force: true });
  }
  return null;
}

/** Whether an error says that another process holds the embedded database. */
export function isDatabaseInUse(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'DatabaseInUseError';
}

/** A process's start time as the system tells it: tells it from a later one with the same pid. Null: no such process. */
export function processStart(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  return process.platform === 'linux' ? linuxStart(pid) : process.platform === 'win32' ? '' : portableStart(pid);
}

function writeClaim(folder: string): string {
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? '', scope: processScope() };
  const path = join(folder, `${process.pid}-${randomHex(4)}.json`);
  writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  return path;
}

function keepClaim(path: string): FolderLock {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, clock.now() / 1000, clock.now() / 1000);
    } catch (error) {
      // Somebody took this process for dead (it was asleep for long) and may have the folder now: write no more.
      log.fatal({ error, claim: path }, 'the lock of the embedded database was lost: this process ends');
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

function listClaims(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Null for a claim that is gone or was cut short by a crash. A half-written one is given the time to become whole. */
function readClaim(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return isFresh(path) ? { pid: 0, startedAt: '', scope: 'unknown' } : null;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  // Another container or machine: its pids mean nothing here, but its heartbeat does.
  if (holder.scope !== processScope()) return isFresh(path);
  const start = processStart(holder.pid);
  return start !== null && (start === '' || holder.startedAt === '' || start === holder.startedAt);
}

function isFresh(path: string): boolean {
  try {
    return clock.now() - statSync(path).mtimeMs < SILENCE_MS;
  } catch {
    return false;
  }
}

function processScope(): string {
  return [hostname(), tryRead(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), namespace()].join(
    ' ',
  );
}

function namespace(): string {
  return tryRead(() => readlinkSync('/proc/self/ns/pid'));
}

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Fields 3 (state) and 22 (start, in ticks since the boot) of `/proc/PID/stat`; the name before them may hold anything. */
function linuxStart(pid: number): string | null {
  const stat = tryRead(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  if (stat === '') return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const dead = fields[0] === 'Z' || fields[0] === 'X';
  return dead ? null : (fields[19] ?? '');
}

function portableStart(pid: number): string | null {
  const line = tryRead(() =>
    execFileSync('env', ['LC_ALL=C', 'ps', '-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
  );
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
}

function inUse(holder: Holder, held: string): Error {
  const who = holder.pid === 0 ? 'another process' : `process ${holder.pid}`;
  const where = holder.scope === processScope() ? '' : ` on ${holder.scope.split(' ')[0] || 'another machine'}`;
  const error = new Error(
    `${held} is in use by ${who}${where}. One process at a time can use it: ` +
      'stop that one, choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL.',
  );
  error.name = 'DatabaseInUseError';
  return error;
}
