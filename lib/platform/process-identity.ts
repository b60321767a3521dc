import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A process's start time as the system reports it, which distinguishes it from a later process with the same PID. Null:
 * no such process.
 */
export function processStart(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  return process.platform === 'linux' ? linuxStart(pid) : process.platform === 'win32' ? '' : portableStart(pid);
}

/** The machine, its boot, and its PID namespace, within which a PID is meaningful. */
export function processScope(): string {
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

/**
 * Fields 3 (state) and 22 (start, in ticks since the boot) of `/proc/PID/stat`; the name before them may contain
 * anything.
 */
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
