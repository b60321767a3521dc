import type { ApiRequest } from '../request';

/** CSV files (RFC 4180) whose cells no spreadsheet evaluates as formulas. */

export type CsvRow = readonly (string | null)[];

/** A table to download. Numbers are exact decimal text, `null` is an empty field. */
export type CsvFile = {
  /** Letters, digits, `-`, and `.` only. */
  filename: string;
  columns: readonly string[];
  /** All rows, or batches of rows that are read while the file is sent. */
  rows: readonly CsvRow[] | AsyncGenerator<readonly CsvRow[]>;
  /** Further response headers, lowercase names. */
  headers: Record<string, string>;
};

/** Spreadsheets evaluate cells that start like this (full-width forms, too); a leading apostrophe keeps them text. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The text of the file: the header line first, every line ending with CRLF. */
export function csvText({ columns, rows }: { columns: readonly string[]; rows: readonly CsvRow[] }): string {
  return csvLines([columns, ...rows]);
}

/** The text of a long file, in pieces, as its rows are read; the header line comes with the first rows. */
export async function* csvPieces(
  columns: readonly string[],
  rows: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string, void, undefined> {
  let head = [columns];
  for await (const batch of rows) {
    yield csvLines([...head, ...batch]);
    head = [];
  }
  if (head.length > 0) yield csvLines(head);
}

function csvLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('');
}

/** Whether the `Accept` header lists `text/csv` and does not prefer JSON; at equal weights, the first listed wins. */
export function prefersCsv(request: ApiRequest): boolean {
  const ranges = (request.headers.get('accept') ?? '').split(',').map(readRange);
  const find = (type: string) => ranges.find((range) => range.type === type);
  const csv = find('text/csv');
  const exactJson = find('application/json');
  const json = exactJson ?? find('application/*') ?? find('*/*');
  if (!csv || csv.weight === 0) return false;
  if (!json || csv.weight !== json.weight) return csv.weight > (json?.weight ?? 0);
  return json !== exactJson || ranges.indexOf(csv) < ranges.indexOf(json);
}

function readRange(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

function toField(cell: string | null): string {
  if (cell === null) return '';
  const text = FORMULA_START.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
