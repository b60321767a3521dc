/** Checks a file of weights without hashing it at every start. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { processState } from '../../platform/process-state';
import type { WeightsFile } from './weights-file';

/** The state of a file when its hash was last computed. `byHub`: it is the hub's own build, whose hash the hub reported. */
type Stamp = { bytes: number; modifiedMs: number; sha256: string; byHub?: true };

const GGUF_MAGIC = 'GGUF';

/**
 * Whether `path` holds the entry's file. The hash is computed once and stored beside the file (`<file>.verified`: size,
 * modification time, SHA-256); a changed file is hashed again. If the manifest has no hash, any file of the right
 * format is accepted: somebody put it there.
 */
export async function verifyOnce(path: string, entry: WeightsFile): Promise<boolean> {
  if (await isStamped(path, entry)) return true;
  const file = await stat(path).catch(() => null);
  if (!file?.isFile() || entry.sha256 === undefined) return false;
  if (entry.bytes !== undefined && file.size !== entry.bytes) return false;
  if (await readStamp(path, file)) return false;
  const sha256 = await sha256Of(path);
  const after = await stat(path).catch(() => null);
  // Another process may have put the right file in its place meanwhile: the next check sees.
  if (after?.size !== file.size || after.mtimeMs !== file.mtimeMs) return isStamped(path, entry);
  await stampAs(path, sha256);
  return sha256 === entry.sha256;
}

/** Whether `path` holds the entry's file, as far as that was computed before: without a stored hash, false. */
export async function isStamped(path: string, entry: WeightsFile): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) return false;
  const stamp = await readStamp(path, file);
  if (stamp?.byHub) return entry.sources.some((source) => source.kind === 'hub' && source.ownHash);
  if (entry.sha256 === undefined) return startsWithMagic(path);
  return stamp?.sha256 === entry.sha256 && (entry.bytes === undefined || entry.bytes === file.size);
}

/** The SHA-256 of a file, lowercase hex. */
export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, { signal });
  return hash.digest('hex');
}

/**
 * Stores the hash of the file at `path` in its current state. In a read-only store, this process remembers it.
 * @param byHub the file is the hub's own build, not the one of the manifest's hash
 */
export async function stampAs(path: string, sha256: string, { byHub = false } = {}): Promise<void> {
  const { size, mtimeMs } = await stat(path);
  const stamp: Stamp = { bytes: size, modifiedMs: mtimeMs, sha256, ...(byHub && { byHub }) };
  remembered().set(path, stamp);
  await writeFile(`${path}.verified`, JSON.stringify(stamp)).catch(() => undefined);
}

/** The stored hash of a file; null if there is none, or the file has changed since. */
async function readStamp(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<Stamp | null> {
  const isCurrent = (stamp: Stamp | undefined) => stamp?.bytes === size && stamp.modifiedMs === mtimeMs;
  const known = remembered().get(path);
  if (known && isCurrent(known)) return known;
  try {
    const stamp = JSON.parse(await readFile(`${path}.verified`, 'utf8')) as Stamp;
    return isCurrent(stamp) ? stamp : null;
  } catch {
    return null;
  }
}

const remembered = () => processState<Map<string, Stamp>>('engines.verified', () => new Map());

async function startsWithMagic(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === GGUF_MAGIC;
  } finally {
    await file.close();
  }
}
