/**
 * Reads an untrusted ZIP archive. Only its directory decides what is in it; sizes are limited before and during
 * unpacking; nested archives stay bytes. Source: PKWARE APPNOTE 6.3.
 */
import { inflateRawSync } from 'node:zlib';

/** Unpacked files by their names. */
export type Archive = Map<string, Uint8Array>;

/** Why an archive is not read. */
type ArchiveProblem = 'damaged' | 'protected' | 'too_large';

type Entry = { name: string; isEncrypted: boolean; method: number; packed: number; unpacked: number; offset: number };

const MAX_ENTRIES = 10_000;
/** Maximum total of the wanted files: a workbook of 25 MB unpacks to this much. */
const MAX_UNPACKED_BYTES = 256_000_000;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks the wanted files.
 * @param isWanted other files are never unpacked (pictures, fonts)
 */
export function readArchive(bytes: Uint8Array, isWanted: (name: string) => boolean): Archive | ArchiveProblem {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(archive);
  if (typeof entries === 'string') return entries;
  const wanted = entries.filter(({ name }) => isWanted(name));
  if (wanted.some(({ isEncrypted }) => isEncrypted)) return 'protected';
  if (wanted.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_UNPACKED_BYTES) return 'too_large';
  const files: Archive = new Map();
  for (const entry of wanted) {
    const content = unpack(archive, entry);
    if (content === null) return 'damaged';
    if (!files.has(entry.name)) files.set(entry.name, content);
  }
  return files;
}

function listEntries(archive: Buffer): Entry[] | ArchiveProblem {
  const searched = archive.subarray(Math.max(0, archive.length - END_BYTES - MAX_COMMENT_BYTES));
  const end = searched.lastIndexOf('PK\x05\x06', searched.length - END_BYTES, 'latin1');
  if (end < 0) return 'damaged';
  const count = searched.readUInt16LE(end + 10);
  // The marker of ZIP64, for archives above 4 GB or 65,535 files, is above this too.
  if (count > MAX_ENTRIES) return 'too_large';
  const entries: Entry[] = [];
  for (let at = searched.readUInt32LE(end + 16); entries.length < count;) {
    const entry = readEntry(archive, at);
    if (entry === null) return 'damaged';
    entries.push(entry.entry);
    at = entry.next;
  }
  return entries;
}

function readEntry(archive: Buffer, at: number): { entry: Entry; next: number } | null {
  if (at + ENTRY_BYTES > archive.length || archive.toString('latin1', at, at + 4) !== 'PK\x01\x02') return null;
  const nameBytes = archive.readUInt16LE(at + 28);
  const entry = {
    name: archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
    isEncrypted: (archive.readUInt16LE(at + 8) & 1) === 1,
    method: archive.readUInt16LE(at + 10),
    packed: archive.readUInt32LE(at + 20),
    unpacked: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
  };
  const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  return { entry, next: at + ENTRY_BYTES + nameBytes + rest };
}

/** One file; null if it does not match the directory, above all if it is larger. */
function unpack(archive: Buffer, { method, packed, unpacked, offset }: Entry): Uint8Array | null {
  if (offset + LOCAL_BYTES > archive.length || archive.toString('latin1', offset, offset + 4) !== 'PK\x03\x04') {
    return null;
  }
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (start + packed > archive.length) return null;
  const content = archive.subarray(start, start + packed);
  if (method === STORED) return packed === unpacked ? content : null;
  if (method !== DEFLATED) return null;
  try {
    // One byte more than stated, so that an empty file can be unpacked too.
    const inflated = inflateRawSync(content, { maxOutputLength: unpacked + 1 });
    return inflated.length === unpacked ? inflated : null;
  } catch {
    return null;
  }
}
