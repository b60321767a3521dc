/** What the machine, or the container that it is for us, has. */
import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

/** All memory that this process could ever get, in bytes: the machine's, or its container's if that is less. */
export function machineMemory(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** The memory that can be allocated now without swapping, in bytes. */
export function freeMemory(): number {
  return process.availableMemory();
}

/** The free disk space for a folder that need not exist yet, in bytes; 0 if nobody can tell. */
export async function freeDisk(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    const parent = dirname(folder);
    return parent === folder ? 0 : freeDisk(parent);
  }
}
