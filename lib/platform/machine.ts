/** What the machine has, or the container that this process runs in. */
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

/** Where Linux reports the memory of a container (cgroup v2). */
const CGROUP = '/sys/fs/cgroup';

/** All memory that this process could ever get, in bytes: the machine's, or its container's if that is less. */
export function machineMemory(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** The memory that can be allocated now without swapping, in bytes. What caches of files take counts as free. */
export function freeMemory(): number {
  return freeMemoryOf(readText, process.availableMemory());
}

/**
 * The same from Linux's own figures.
 * @param read the text of a file, or null
 * @param otherwise what Node reports, where there are none
 */
export function freeMemoryOf(read: (path: string) => string | null, otherwise: number): number {
  const machine = kilobytes(read('/proc/meminfo'), /^MemAvailable:\s+(\d+) kB$/m);
  const limit = Number(read(`${CGROUP}/memory.max`) ?? Number.NaN);
  if (machine === null) return otherwise;
  if (!Number.isFinite(limit)) return machine;
  const used = Number(read(`${CGROUP}/memory.current`) ?? 0);
  const cached = Number(/^inactive_file (\d+)$/m.exec(read(`${CGROUP}/memory.stat`) ?? '')?.[1] ?? 0);
  return Math.max(0, Math.min(machine, limit - used + cached));
}

/** The free disk space for a folder that need not exist yet, in bytes; 0 if unknown. */
export async function freeDisk(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    const parent = dirname(folder);
    return parent === folder ? 0 : freeDisk(parent);
  }
}

function kilobytes(text: string | null, pattern: RegExp): number | null {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found) * 1_024;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
