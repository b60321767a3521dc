import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type Header, readHeader, readLine, refusal, type Trailer } from './format';

/** Rows per part: few enough to be quick work for the database. */
const PAGE_ROWS = 500;
const PAGE_CHARACTERS = 1_000_000;
/** No row is that long; such a line can only be meant to fill the memory. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** A part of a backup: its header, then rows of one table after another as JSON text, last the row counts. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'page'; table: string; rows: string[] }
  | { kind: 'end'; counts: Record<string, number> };

/**
 * Reads a backup part by part. Only after `end` is everything before it known to be correct.
 * @throws ApiError with a message if the file is missing, not a backup, of a newer format, damaged, or truncated
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
    if (line === null || trailer !== null) throw damaged(path, 'it has unexpected lines');
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
  if (header === null || trailer === null) throw damaged(path, 'it is truncated');
  assertComplete({ header, trailer, counts, sha256: hash.digest('hex') }, path);
  yield { kind: 'end', counts: Object.fromEntries(counts) };
}

/**
 * Reads a whole backup only to verify it.
 * @throws ApiError like `readBackup`
 */
export async function checkBackup(path: string): Promise<{ header: Header; counts: Record<string, number> }> {
  let header: Header | null = null;
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') ({ header } = part);
    if (part.kind === 'end' && header !== null) return { header, counts: part.counts };
  }
  throw damaged(path, 'it is truncated');
}

type PageDraft = { table: string; rows: string[]; characters: number };

function newPage(table: string): PageDraft {
  return { table, rows: [], characters: 0 };
}

function isFull({ rows, characters }: PageDraft): boolean {
  return rows.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS;
}

function headerOf(bytes: Buffer, path: string): Header {
  const header = readHeader(bytes.toString());
  if (header === null) throw refusal(`${path} is not a Farebox backup.`);
  if (typeof header !== 'number') return header;
  throw refusal(`${path} was written by a newer version (format ${header}). Update Farebox first.`);
}

type Whole = { header: Header; trailer: Trailer; counts: Map<string, number>; sha256: string };

function assertComplete({ header, trailer, counts, sha256 }: Whole, path: string): void {
  if (sha256 !== trailer.sha256) throw damaged(path, 'its SHA-256 does not match');
  const wrong = header.tables.find(({ name }) => counts.get(name) !== trailer.counts[name]);
  if (wrong) throw damaged(path, `rows of the table ${wrong.name} are missing`);
}

/** Lines without line ends, as bytes, for the SHA-256. */
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
  if (restBytes > 0) throw damaged(path, 'it is truncated');
}

const LINE_END = 0x0a;

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return damaged(path, 'it is truncated', error);
  if (code === 'Z_DATA_ERROR' && String(error).includes('header check')) {
    return refusal(`${path} is not a Farebox backup.`, error);
  }
  if (code.startsWith('Z_')) return damaged(path, 'it cannot be decompressed', error);
  if (code === 'ENOENT') return refusal(`The file ${path} does not exist.`, error);
  if (error instanceof Error && 'syscall' in error) return refusal(`${path} cannot be read: ${error.message}.`, error);
  return error;
}

function damaged(path: string, how: string, cause?: unknown) {
  return refusal(`${path} is damaged: ${how}. Use another copy.`, cause);
}
