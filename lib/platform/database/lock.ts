import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomHex } from '../../core/ids';
import { clock } from '../clock';
import { log } from '../log';
import { processScope, processStart } from '../process-identity';

/** Who holds a folder. `scope`: the machine, its boot and its process namespace, within which `pid` means something. */
export type Holder = { pid: number; startedAt: string; scope: string };

/** A folder that is held by this process until `release`. */
export type FolderLock = { release(): void };

/** How often a holder says that it is alive, for those who cannot see its process. */
const HEARTBEAT_MS = 5_000;
/** After this silence a holder on another machine (or in another container) counts as dead. */
const SILENCE_MS = 20_000;
/** How long a folder is waited for that a living process holds: a restart overlaps. */
const PATIENCE_MS = 1_000;
/** How often a taken folder is looked at again. */
const LOOK_MS = 50;

/** Another's claim, the holder that it names, and when it was last touched (milliseconds since 1970). */
type Claim = { path: string; holder: Holder; touchedMs: number };

/**
 * Takes a folder for this process alone. Every contender writes a claim of its own (under a name of its own) and only
 * then looks at the others, and takes the folder only where it sees none: never two holders. Of contenders at the same
 * instant the later ones withdraw their claims and the earliest stays, so one of them gets it.
 * Claims of dead processes, also of those whose pid lives on in another program, are swept away. Whether a process of
 * another container lives is told by its heartbeat alone: it is waited for, up to `SILENCE_MS`.
 * @param folder where the claims are kept, made when absent; `held` names in words what is held
 * @throws Error named `DatabaseInUseError` that names the holder's pid and the folder
 */
export async function lockFolder(folder: string, held: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const judge = judgeOf(held);
  let own: string | null = null;
  for (;;) {
    // Without a claim nobody was seen a moment ago; with it in place the look counts.
    own ??= writeClaim(folder);
    const ownSinceMs = performance.now();
    let others = claimsOfOthers(folder, own, judge);
    while (others.length > 0) {
      const living = others.find((claim) => judge(claim) === 'living');
      // A claim that only waits has no heartbeat: it must be gone long before it looks dead.
      const long = performance.now() - ownSinceMs > PATIENCE_MS;
      if (own !== null && (living || long || !isFirst(own, others))) own = withdraw(own);
      if (living) throw inUse(living.holder, held);
      await sleep(LOOK_MS);
      others = claimsOfOthers(folder, own, judge);
    }
    if (own !== null) return keepClaim(own);
  }
}

/** The living process that holds a folder, or null. */
export function findHolder(folder: string): Holder | null {
  return livingClaims(folder, null)[0]?.holder ?? null;
}

/** Whether an error says that another process holds the embedded database. */
export function isDatabaseInUse(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'DatabaseInUseError';
}

type Verdict = 'living' | 'unsure' | 'silent';

/**
 * Judges claims by what is seen of them over a while: `living` after `PATIENCE_MS`. The claim of a process that cannot
 * be looked up from here must be touched again for that, and is `silent` once it was not for `SILENCE_MS`.
 */
function judgeOf(held: string): (claim: Claim) => Verdict {
  const firstSeen = new Map<string, { touchedMs: number; atMs: number }>();
  let reported = false;
  return ({ path, holder, touchedMs }) => {
    const first = firstSeen.get(path) ?? { touchedMs, atMs: performance.now() };
    firstSeen.set(path, first);
    const watchedMs = performance.now() - first.atMs;
    if (watchedMs < PATIENCE_MS) return 'unsure';
    if (holder.scope === processScope() || touchedMs !== first.touchedMs) return 'living';
    // Watched for so long, it is dead also where its clock runs ahead of ours and it looks fresh for ever.
    if (watchedMs > SILENCE_MS) return 'silent';
    if (!reported) log.warn({ holder, claim: path }, `${held} may be in use elsewhere: waiting for a sign of life`);
    reported = true;
    return 'unsure';
  };
}

function claimsOfOthers(folder: string, own: string | null, judge: (claim: Claim) => Verdict): Claim[] {
  return livingClaims(folder, own).filter((claim) => {
    const silent = judge(claim) === 'silent';
    if (silent) withdraw(claim.path);
    return !silent;
  });
}

/** The claims of living processes but for `own`; those of dead ones are swept away. */
function livingClaims(folder: string, own: string | null): Claim[] {
  return listClaims(folder).flatMap((name) => {
    const path = join(folder, name);
    if (path === own) return [];
    const holder = readClaim(path);
    const touchedMs = touchedAt(path);
    if (holder !== null && touchedMs !== null && isAlive(holder, path)) return [{ path, holder, touchedMs }];
    rmSync(path, { force: true });
    return [];
  });
}

/** Whether a claim came before all others: by its file's time, then by its name, which every contender sees alike. */
function isFirst(own: string, others: Claim[]): boolean {
  const ownMs = touchedAt(own) ?? Infinity;
  return others.every(({ path, touchedMs }) => (ownMs === touchedMs ? own < path : ownMs < touchedMs));
}

function withdraw(path: string): null {
  rmSync(path, { force: true });
  return null;
}

/** The claim appears whole and with its final time: two who see it must not judge it differently. */
function writeClaim(folder: string): string {
  const holder: Holder = { pid: process.pid, startedAt: processStart(process.pid) ?? '', scope: processScope() };
  const path = join(folder, `${process.pid}-${randomHex(4)}.json`);
  writeFileSync(`${path}.new`, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  renameSync(`${path}.new`, path);
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

/** Null for a claim that is gone or is cut short (a full disk); where it is fresh, its process may still live. */
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
  const touchedMs = touchedAt(path);
  return touchedMs !== null && clock.now() - touchedMs < SILENCE_MS;
}

/** When a claim was last touched; null where it is gone. */
function touchedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
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
