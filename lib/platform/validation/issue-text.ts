/** What is wrong with a value of a request, in words for the caller. */
import { z } from 'zod';
import { memberName } from '../../core/service-name';
import { nearestName } from '../../core/text/nearest-name';
import { settings } from '../env';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];
type OfCode<Code extends string> = Extract<RawIssue, { code: Code }>;

/** What a value must be, by the validator's names of types. */
const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
  date: 'a date',
};

const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00',
  base64: 'base64',
  base64url: 'base64url',
  json_string: 'JSON',
};

const COUNTED: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  object: ['member', 'members'],
  record: ['member', 'members'],
  file: ['byte', 'bytes'],
};

/** Of values or names in one text. */
const MAX_LISTED = 30;

/**
 * The text of an issue that the schema itself does not word, without the path: `Must be between 1 and 4`. For
 * `safeParse(value, { error: issueText })`.
 */
export function issueText(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue);
    case 'too_small':
      return boundText(issue, 'least');
    case 'too_big':
      return boundText(issue, 'most');
    case 'not_multiple_of':
      return `Must be a multiple of ${grouped(issue.divisor)}`;
    case 'invalid_format':
      return formatText(issue);
    case 'invalid_value':
      return valuesText(issue.values, issue.input);
    case 'unrecognized_keys':
      return unknownText(issue);
    case 'invalid_union':
      return unionText(issue);
    default:
      return 'Is not valid';
  }
}

function typeText({ expected, input, schema }: OfCode<'invalid_type'>): string {
  if (input === undefined) return 'Required';
  const range = expected === 'int' && schema instanceof z.ZodNumber ? rangeOf(schema) : undefined;
  if (range !== undefined) return `Must be a whole number ${range}`;
  return `Must be ${NOUNS[expected] ?? expected}${typeof input === 'object' ? `, not ${kindOf(input)}` : ''}`;
}

function boundText(issue: OfCode<'too_small'> | OfCode<'too_big'>, side: 'least' | 'most'): string {
  const { origin, inclusive = true, schema } = issue;
  const bound = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const counted = COUNTED[origin];
  if (counted) {
    const [one, many] = counted;
    if (side === 'least' && bound === 1 && origin === 'string') return 'Must not be empty';
    return `Must have ${issue.exact ? 'exactly' : `at ${side}`} ${grouped(bound)} ${bound === 1 ? one : many}`;
  }
  const range = schema instanceof z.ZodNumber ? rangeOf(schema) : undefined;
  if (range !== undefined) return `Must be ${range}`;
  if (!inclusive) return `Must be ${side === 'least' ? 'more' : 'less'} than ${grouped(bound)}`;
  return `Must be ${grouped(bound)} or ${side === 'least' ? 'more' : 'less'}`;
}

/** `between 1 and 4`; undefined if the schema does not bound a number at both ends, or excludes an end. */
function rangeOf({ minValue, maxValue, def }: z.ZodNumber): string | undefined {
  const isOpen = (def.checks ?? []).some(
    ({ _zod: { def: check } }) => 'inclusive' in check && check.inclusive === false,
  );
  if (isOpen || minValue === null || maxValue === null || !isOwnBound(minValue) || !isOwnBound(maxValue))
    return undefined;
  return `between ${grouped(minValue)} and ${grouped(maxValue)}`;
}

/** Whether a bound was chosen, and is not that of all whole numbers in JSON. */
function isOwnBound(bound: number): boolean {
  return Number.isFinite(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

function formatText({ format, origin: _, ...issue }: OfCode<'invalid_format'>): string {
  const known = FORMATS[format];
  if (known !== undefined) return `Must be ${known}`;
  if (format === 'starts_with' && 'prefix' in issue) return `Must start with ${JSON.stringify(issue.prefix)}`;
  if (format === 'ends_with' && 'suffix' in issue) return `Must end with ${JSON.stringify(issue.suffix)}`;
  return 'pattern' in issue && issue.pattern ? `Must match ${issue.pattern}` : 'Is not valid';
}

function valuesText(values: readonly unknown[], input: unknown): string {
  if (input === undefined) return 'Required';
  const isMeant = (value: unknown) => typeof input === 'string' && lower(value) === lower(input.trim());
  const near = values.find(isMeant);
  if (near !== undefined) return `Must be ${quoted(near)}, in exactly these letters`;
  return values.length === 1 ? `Must be ${quoted(values[0])}` : `Must be one of ${listed(values.map(quoted))}`;
}

function unknownText({ keys, inst }: OfCode<'unrecognized_keys'>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const { serviceId } = settings();
  const near =
    keys.length === 1
      ? nearestName(
          String(keys[0]),
          known.map((name) => memberName(name, serviceId)),
        )
      : undefined;
  const names = listed(keys.map(quoted));
  return `Unknown ${keys.length === 1 ? 'field' : 'fields'}: ${names}${near === undefined ? '' : `. Did you mean "${near}"?`}`;
}

/** For a value that no member of a union resembles: what each of them would be. */
function unionText({ errors, input, ...issue }: OfCode<'invalid_union'>): string {
  if (input === undefined) return 'Required';
  if ('options' in issue && Array.isArray(issue.options)) return valuesText(issue.options, input);
  const first = errors.flatMap((issues) => issues.filter(({ path }) => path.length === 0).slice(0, 1));
  const wanted = first.flatMap((inner) => {
    if (inner.code === 'invalid_type') return NOUNS[inner.expected] ?? inner.expected;
    return inner.code === 'invalid_value' ? inner.values.map(quoted) : [];
  });
  const names = [...new Set(wanted)];
  if (names.length === 0) return first[0]?.message ?? 'Is not valid';
  return `Must be ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(', ') + (rest > 0 ? `, and ${grouped(rest)} more` : '');
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : 'an object';
}

function grouped(number: number | bigint): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 12 });
}
