/** Checks a file of weights without hashing it at every start. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WeightsFile } from '../manifest';

/** The state of a file when its hash was last computed. */
type Stamp = { bytes: number; modifiedMs: number; sha256: string };

const GGUF_MAGIC = 'GGUF';

/**
 * Whether `path` holds the entry's file. The hash is computed once and stored beside the file (`<file>.verified`: size,
 * modification time, SHA-256); a changed file is hashed again. If the manifest has no hash, any file of the right
 * format is accepted: somebody put it there.
 */
export async function verifyOnce(path: string, entry: WeightsFile): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) return false;
  if (entry.bytes !== undefined && file.size !== entry.bytes) return false;
  if (entry.sha256 === undefined) return startsWithMagic(path);
  const stamp = await readStamp(path);
  if (stamp && stamp.bytes === file.size && stamp.modifiedMs === file.mtimeMs) return stamp.sha256 === entry.sha256;
  const sha256 = await sha256Of(path);
  await stampAs(path, sha256);
  return sha256 === entry.sha256;
}

/** The SHA-256 of a file, lower-case hex. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal });
  return hash.digest('hex');
}

/** Stores the hash of the file at `path` in its current state. A read-only store is not an error. */
export async function stampAs(path: string, sha256: string): Promise<void> {
  const { size, mtimeMs } = await stat(path);
  const stamp: Stamp = { bytes: size, modifiedMs: mtimeMs, sha256 };
  await writeFile(`${path}.verified`, JSON.stringify(stamp)).catch(() => undefined);
}

async function readStamp(path: string): Promise<Stamp | null> {
  try {
    return JSON.parse(await readFile(`${path}.verified`, 'utf8')) as Stamp;
  } catch {
    return null;
  }
}

async function startsWithMagic(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === GGUF_MAGIC;
  } finally {
    await file.close();
  }
}
