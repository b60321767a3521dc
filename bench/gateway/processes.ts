import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/*
 * What processes use, read from Linux's /proc. Elsewhere there is nothing to read, and everything is NaN.
 */

/** Positions in /proc/PID/stat, counted after the program name. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

/**
 * Processor time of processes and their children, user and system, in seconds since each began: including children that
 * have exited and were waited for. Accurate to a tick, usually 10 ms.
 * @returns NaN if there is no /proc; 0 for processes that are gone
 */
export function cpuSeconds(pids: number[]): number {
  if (!isLinux()) return Number.NaN;
  const ticks = treeOf(pids)
    .map(readStat)
    .flatMap((fields) => TIMES.map((place) => Number(fields[place] ?? 0)))
    .reduce((sum, one) => sum + one, 0);
  return ticks / ticksPerSecond();
}

/**
 * Resident memory of processes and their children together, megabytes of 1,048,576 bytes. Shared memory (PostgreSQL's
 * buffers) counts once, mapped program files count in each.
 * @returns NaN if there is no /proc; 0 for processes that are gone
 */
export function residentMb(pids: number[]): number {
  if (!isLinux()) return Number.NaN;
  let [ownKb, sharedKb] = [0, 0];
  for (const pid of treeOf(pids)) {
    const status = read(`/proc/${pid}/status`);
    ownKb += kilobytes(status, 'RssAnon') + kilobytes(status, 'RssFile');
    sharedKb = Math.max(sharedKb, kilobytes(status, 'RssShmem'));
  }
  return (ownKb + sharedKb) / 1_024;
}

/** The process that started this one. @returns null if it has exited */
export function parentOf(pid: number): number | null {
  const parent = Number(readStat(pid)[PARENT]);
  return Number.isInteger(parent) && parent > 0 ? parent : null;
}

/** The processes and all their running descendants, each once. */
function treeOf(pids: number[]): number[] {
  const children = new Map<number, number[]>();
  for (const entry of pids.length > 0 ? readdirSync('/proc') : []) {
    const pid = Number(entry);
    const parent = Number.isInteger(pid) ? parentOf(pid) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set<number>();
  const waiting = [...pids];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (!found.has(pid)) waiting.push(...(children.get(pid) ?? []));
    found.add(pid);
  }
  return [...found];
}

/** The fields after the program name, which may contain spaces. */
function readStat(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}

/** A process may end at any time. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isLinux(): boolean {
  return process.platform === 'linux';
}

let ticks: number | null = null;

function ticksPerSecond(): number {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return ticks;
}
