import { z } from 'zod';
import { ApiError } from '../../core/errors';

/**
 * The format of a backup: gzipped lines of JSON. First `{"header":…}`, then for every table `{"table":"name"}` and a
 * line `{"row":…}` per row as the database writes it, last `{"trailer":…}`. Rows are never parsed here, because a
 * JavaScript number would lose digits of amounts beyond 2^53.
 */

/** Incremented with every change that an older version would not understand. */
const FORMAT_VERSION = 1;

const FORMAT = 'farebox-backup';

/**
 * Tables that are not backed up. Holds belong to requests in flight on this database; elsewhere they would reserve
 * credit for nothing.
 */
export const EXCLUDED_TABLES: readonly string[] = ['ledger_hold'];

const AnyVersion = z.object({ format: z.literal(FORMAT), version: z.number().int() });

const Header = AnyVersion.extend({
  /** The program that wrote it. */
  revision: z.string(),
  createdAt: z.string(),
  database: z.enum(['pglite', 'postgres']),
  /** The tags of the migrations that created its tables, in order. */
  migrations: z.array(z.string()),
  /** In the order of their foreign keys. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
/** The header of a backup. */
export type Header = z.output<typeof Header>;

const Trailer = z.object({
  /** Rows per table. */
  counts: z.record(z.string(), z.number().int()),
  /** Of every line before this one, including line ends. */
  sha256: z.string(),
});
/** The trailer of a backup. */
export type Trailer = z.output<typeof Trailer>;

/** A parsed line of a backup after the first one. */
export type Line =
  { kind: 'table'; table: string } | { kind: 'row'; text: string } | { kind: 'trailer'; trailer: Trailer };

/** The first line, with its line end. */
export function headerLine(header: Omit<Header, 'format' | 'version'>): string {
  return `${JSON.stringify({ header: { format: FORMAT, version: FORMAT_VERSION, ...header } })}\n`;
}

/** The line before a table's rows, with its line end. */
export function tableLine(table: string): string {
  return `${JSON.stringify({ table })}\n`;
}

/** @param text a row as the database writes it, a JSON object on one line */
export function rowLine(text: string): string {
  return `${ROW_START}${text}}\n`;
}

/** The last line, with its line end. */
export function trailerLine(trailer: Trailer): string {
  return `${JSON.stringify({ trailer })}\n`;
}

const ROW_START = '{"row":';
const Short = z.union([
  z.object({ table: z.string() }).transform(({ table }): Line => ({ kind: 'table', table })),
  z.object({ trailer: Trailer }).transform(({ trailer }): Line => ({ kind: 'trailer', trailer })),
]);

/** Parses the first line; null if this is not a backup, the version number if it has another format version. */
export function readHeader(text: string): Header | number | null {
  const parsed = parse(text);
  const { data: whole } = z.object({ header: Header }).safeParse(parsed);
  if (whole?.header.version === FORMAT_VERSION) return whole.header;
  const { data: other } = z.object({ header: AnyVersion }).safeParse(parsed);
  return other && other.header.version !== FORMAT_VERSION ? other.header.version : null;
}

/** Parses any other line, without its line end; null if it does not belong to a backup. */
export function readLine(text: string): Line | null {
  if (text.startsWith(ROW_START) && text.endsWith('}')) return { kind: 'row', text: text.slice(ROW_START.length, -1) };
  return Short.safeParse(parse(text)).data ?? null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal with a message for the operator. */
export function refusal(message: string, cause?: unknown): ApiError {
  return new ApiError('INVALID_REQUEST', message, { cause });
}
