import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type Header, readHeader, readLine, refusal, type Trailer } from './format';

/** Rows that are handed on together: few enough to be short work for the database. */
const PAGE_ROWS = 500;
const PAGE_CHARACTERS = 1_000_000;
/** No row is that long; whoever sends such a line wants to fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** A piece of a backup: its head, then rows of one table after another as JSON text, last how many there were. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'page'; table: string; rows: string[] }
  | { kind: 'end'; counts: Record<string, number> };

/**
 * Reads a backup piece by piece. Only who has got the `end` knows that all before it was right.
 * @throws ApiError with words where the file is missing, foreign, of a newer format, damaged or cut short
 */
export async function* readBackup(path: string): AsyncGenerator<Part> {
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let header: Header | null = null;
  let trailer: Trailer | null = null;
  let page = newPage('');
  for await (const bytes of linesOf(path)) {
    if (header === null) {
      header = headerOf(bytes, path);
      hash.update(bytes).update('\n');
      yield { kind: 'header', header };
      continue;
    }
    const line = readLine(bytes.toString());
    if (line === null || trailer !== null) throw damaged(path, 'it has lines that do not belong there');
    if (line.kind === 'row') {
      page.rows.push(line.text);
      page.characters += line.text.length;
    }
    if (page.rows.length > 0 && (line.kind !== 'row' || isFull(page))) {
      yield { kind: 'page', table: page.table, rows: page.rows };
      counts.set(page.table, (counts.get(page.table) ?? 0) + page.rows.length);
      page = newPage(page.table);
    }
    if (line.kind === 'trailer') {
      ({ trailer } = line);
      continue;
    }
    if (line.kind === 'table') {
      if (line.table !== header.tables[counts.size]?.name) throw damaged(path, 'its tables are in another order');
      counts.set(line.table, 0);
      page = newPage(line.table);
    }
    hash.update(bytes).update('\n');
  }
  if (header === null || trailer === null) throw damaged(path, 'it is cut short');
  assertWhole({ header, trailer, counts, sha256: hash.digest('hex') }, path);
  yield { kind: 'end', counts: Object.fromEntries(counts) };
}

/**
 * Reads a backup from its beginning to its end, for nothing but to know that it is whole.
 * @throws ApiError as `readBackup` does
 */
export async function checkBackup(path: string): Promise<{ header: Header; counts: Record<string, number> }> {
  let header: Header | null = null;
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') ({ header } = part);
    if (part.kind === 'end' && header !== null) return { header, counts: part.counts };
  }
  throw damaged(path, 'it is cut short');
}

type PageInMaking = { table: string; rows: string[]; characters: number };

function newPage(table: string): PageInMaking {
  return { table, rows: [], characters: 0 };
}

function isFull({ rows, characters }: PageInMaking): boolean {
  return rows.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS;
}

function headerOf(bytes: Buffer, path: string): Header {
  const header = readHeader(bytes.toString());
  if (header === null) throw refusal(`${path} is no backup of Farebox.`);
  if (typeof header !== 'number') return header;
  throw refusal(`${path} was written by a newer version (format ${header}). Update Farebox first.`);
}

type Whole = { header: Header; trailer: Trailer; counts: Map<string, number>; sha256: string };

function assertWhole({ header, trailer, counts, sha256 }: Whole, path: string): void {
  if (sha256 !== trailer.sha256) throw damaged(path, 'its SHA-256 is another one than its end says');
  const wrong = header.tables.find(({ name }) => counts.get(name) !== trailer.counts[name]);
  if (wrong) throw damaged(path, `it has not all rows of the table ${wrong.name}`);
}

/** Lines without their ends, as bytes: what the SHA-256 is made of. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  file.once('error', (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  let restBytes = 0;
  try {
    for await (const chunk of file.pipe(gunzip) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
        yield rest.length > 0 ? Buffer.concat([...rest, chunk.subarray(start, end)]) : chunk.subarray(start, end);
        start = end + 1;
        rest = [];
        restBytes = 0;
      }
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > MAX_LINE_BYTES) throw damaged(path, 'it has a line without an end');
    }
  } catch (error) {
    throw explain(error, path);
  } finally {
    file.destroy();
  }
  if (restBytes > 0) throw damaged(path, 'it is cut short');
}

const LINE_END = 0x0a;

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return damaged(path, 'it is cut short', error);
  if (code === 'Z_DATA_ERROR' && String(error).includes('header check')) {
    return refusal(`${path} is no backup of Farebox.`, error);
  }
  if (code.startsWith('Z_')) return damaged(path, 'it cannot be unpacked', error);
  if (code === 'ENOENT') return refusal(`There is no file ${path}.`, error);
  if (error instanceof Error && 'syscall' in error) return refusal(`${path} cannot be read: ${error.message}.`, error);
  return error;
}

function damaged(path: string, how: string, cause?: unknown) {
  return refusal(`${path} is damaged: ${how}. Take another copy of it.`, cause);
}
