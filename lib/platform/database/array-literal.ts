/** Needs no quotes within an array: ids, numbers, dates, words of ours. */
const PLAIN = /^[\w.:-]+$/;

/**
 * An array as PostgreSQL spells it, for a parameter of a hot statement. Most values need no quotes: the driver would look
 * through each of them twice for what to escape.
 */
export function arrayLiteral(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | bigint | boolean | null): string {
  if (typeof value !== 'string') return value === null ? 'NULL' : String(value);
  if (PLAIN.test(value) && value.toUpperCase() !== 'NULL') return value;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
