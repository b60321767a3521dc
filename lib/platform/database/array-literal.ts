/** Needs no quotes within an array: IDs, numbers, dates, enum values. */
const PLAIN = /^[\w.:-]+$/;

/**
 * A PostgreSQL array literal, as a parameter of a hot statement. Most values need no quotes, but the driver would scan
 * each of them twice for characters to escape.
 */
export function arrayLiteral(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | bigint | boolean | null): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value);
  if (PLAIN.test(value) && value.toUpperCase() !== 'NULL') return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
