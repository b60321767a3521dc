import type { ApiRequest } from '../request';

/** Tables as CSV files (RFC 4180) that no spreadsheet takes for a program. */

/** A table to save. Numbers come as exact decimal text, `null` is an empty field. */
export type CsvFile = {
  /** Letters, digits, `-` and `.` only. */
  filename: string;
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
  /** Further response headers, lower-case names. */
  headers: Record<string, string>;
};

/** A spreadsheet computes what begins so (the full-width forms too); an apostrophe before it keeps it text. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** The text of the file: header line first, every line ended by CRLF. */
export function csvText({ columns, rows }: Pick<CsvFile, 'columns' | 'rows'>): string {
  return [columns, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('');
}

/** Whether the `Accept` header names `text/csv` and does not want JSON more; at the same weight the first one counts. */
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
