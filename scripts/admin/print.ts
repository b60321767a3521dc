import type { Command } from 'commander';
import { isApiError } from '../../lib/core/errors';

/** The result of a command, as JSON. */
export type Answer = Record<string, unknown>;

/** The options of a call, as parsed by commander. */
export type Options = Record<string, string | boolean | undefined>;

/** A command of `parent`, with `--json`. @param name with its arguments, e.g. `backup <file>` */
export function verb(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json', 'print JSON and nothing else');
}

/** Prints the result to standard output: only JSON, or the text of `format`. */
export function print(given: Options, answer: Answer, format: (answer: Answer) => string): void {
  process.stdout.write(`${given.json ? JSON.stringify(answer, null, 2) : format(answer)}\n`);
}

/** Only the given options: absent ones are omitted. */
export function pick(given: Options, ...names: string[]): Answer {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/** The error message for standard error. Server-side errors include their cause, because the user is the operator. */
export function messageOf(error: unknown): string {
  if (!isApiError(error)) return error instanceof Error ? error.message : String(error);
  const { cause } = error;
  const reason = error.status >= 500 && cause instanceof Error ? ` (${cause.message || cause.name})` : '';
  return [`${error.message}${reason}`, ...(error.options.issues ?? []).map(({ message }) => message)].join('\n');
}

/** `1 row`, `2,000 rows`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`;
}

/** Rows as aligned columns; the first one has the names. */
export function formatRows(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const padded = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return padded.map((line) => line.trimEnd()).join('\n');
}
