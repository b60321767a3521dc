/** Reads one member out of a zip archive (a Python wheel is one) without unpacking the rest. */
import { createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

// Offsets and signatures: PKWARE APPNOTE 6.3.3, sections 4.3.7, 4.3.12, and 4.3.16. Zip64 is not read.
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 0xffff;
const MAX_DIRECTORY_BYTES = 16 << 20;
const STORED = 0;
const DEFLATED = 8;

type Member = { method: number; packedBytes: number; bytes: number; localOffset: number };

/**
 * Writes the member `name` of the archive `zipPath` to `target`.
 * @param maxBytes a larger member is refused, even if the archive lies about its size
 * @throws Error if the archive is broken, or the member is missing, too large, or compressed in another way
 */
export async function extractMember(zipPath: string, name: string, target: string, maxBytes: number): Promise<void> {
  const zip = await open(zipPath, 'r');
  try {
    const member = await findMember(zip, name);
    if (member.bytes > maxBytes) throw new Error(`${name} is ${member.bytes} bytes, more than ${maxBytes}`);
    const local = await readAt(zip, member.localOffset, LOCAL_BYTES);
    if (local.readUInt32LE(0) !== LOCAL_HEADER) throw new Error(`${name} has no local header`);
    const start = member.localOffset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28);
    if (member.packedBytes === 0) throw new Error(`${name} is empty`);
    const packed = zip.createReadStream({ start, end: start + member.packedBytes - 1, autoClose: false });
    const bound = boundedTo(member.bytes, name);
    if (member.method === STORED) await pipeline(packed, bound, createWriteStream(target));
    else if (member.method === DEFLATED) await pipeline(packed, createInflateRaw(), bound, createWriteStream(target));
    else throw new Error(`${name} is compressed with method ${member.method}`);
  } finally {
    await zip.close();
  }
}

async function findMember(zip: FileHandle, name: string): Promise<Member> {
  const { size } = await zip.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(zip, size - tailBytes, tailBytes);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error('not a zip archive');
  const directoryBytes = tail.readUInt32LE(end + 12);
  if (directoryBytes > MAX_DIRECTORY_BYTES) throw new Error('the directory of the archive is too large');
  const directory = await readAt(zip, tail.readUInt32LE(end + 16), directoryBytes);
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) break;
    const nameBytes = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes) === name) {
      return {
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
        bytes: directory.readUInt32LE(at + 24),
        localOffset: directory.readUInt32LE(at + 42),
      };
    }
    at += ENTRY_BYTES + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no member ${name}`);
}

async function readAt(zip: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await zip.read(Buffer.alloc(bytes), 0, bytes, position);
  if (bytesRead !== bytes) throw new Error('the archive is truncated');
  return buffer;
}

/** Passes at most `bytes`: a member that inflates beyond its stated size is an attack. */
function boundedTo(bytes: number, name: string): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > bytes) done(new Error(`${name} is larger than stated`));
      else done(null, chunk);
    },
  });
}
