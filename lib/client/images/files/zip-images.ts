import { Zip, ZipPassThrough } from 'fflate';
import type { StudioImage } from '../types';
import { imageFileName } from './file-name';

/** An image for the archive. */
export type ZipEntry = { image: StudioImage; file: Blob };

/**
 * An archive of images, with their settings in `settings.json`. Files of the same name are numbered.
 * @throws Error if the browser cannot read a file or has too little memory
 */
export async function zipImages(entries: readonly ZipEntry[]): Promise<Blob> {
  const names = uniqueNames(entries.map(({ image }) => imageFileName(image)));
  // As blobs, which browsers keep outside of the page's own memory.
  const pieces: Blob[] = [];
  let failed: Error | null = null;
  const archive = new Zip((failure, piece) => {
    failed ??= failure;
    pieces.push(new Blob([new Uint8Array(piece)]));
  });
  const add = (name: string, bytes: Uint8Array) => {
    // Images are compressed already.
    const entry = new ZipPassThrough(name);
    archive.add(entry);
    entry.push(bytes, true);
  };
  for (const [at, { file }] of entries.entries()) add(names[at] ?? '', new Uint8Array(await file.arrayBuffer()));
  const list = entries.map(({ image }, at) => ({ file: names[at], ...listed(image) }));
  add('settings.json', new TextEncoder().encode(`${JSON.stringify(list, null, 2)}\n`));
  archive.end();
  if (failed) throw failed;
  return new Blob(pieces, { type: 'application/zip' });
}

function listed({ settings, modelName, width, height, createdAt, receipt, kind }: StudioImage) {
  return { kind, modelName, width, height, createdAt: new Date(createdAt).toISOString(), settings, receipt };
}

/** Numbers names that occur before. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    let unique = name;
    for (let at = 2; taken.has(unique); at += 1) unique = `${name.slice(0, dot)}-${at}${name.slice(dot)}`;
    taken.add(unique);
    return unique;
  });
}
