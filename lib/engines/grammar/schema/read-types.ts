/** The forms of single types of JSON Schema. */
import { eitherOf, type Form, type Member, type Refuse, type StringFormat } from './form';
import { isSchema, type Schema } from './merge-schemas';

/** Reads a schema nested in another one. */
type ReadInside = (schema: unknown) => Form;

/** A keyword's whole number ≥ 0 within its limit, or null if it is absent. */
type ReadCount = (keyword: string) => number | null;

const FORMATS: ReadonlySet<unknown> = new Set<StringFormat>(['date', 'time', 'date-time', 'uuid']);

/** Maximum whole numbers between `minimum` and `maximum` that are written out one by one. */
const MAX_WHOLE_NUMBERS = 256;

/** An object that names its members, in order. */
export function readObject(schema: Schema, inside: ReadInside, refuse: Refuse): Form {
  const properties = schema.properties ?? {};
  const required = schema.required ?? [];
  if (!isSchema(properties)) return refuse('must have an object as "properties"');
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    return refuse('must have a list of names as "required"');
  }
  const wanted = new Set<unknown>(required);
  const members: Member[] = Object.entries(properties).map(([name, value]) => {
    return { name, form: inside(value), required: wanted.has(name) };
  });
  const declared = new Set(Object.keys(properties));
  for (const name of wanted) {
    if (typeof name !== 'string' || declared.has(name)) continue;
    // Required, but not described: it is what additional members may be.
    if (schema.additionalProperties === false) refuse(`requires "${name.slice(0, 80)}", which it does not allow`);
    members.push({ name, form: inside(schema.additionalProperties), required: true });
  }
  return { kind: 'object', members };
}

/** An object whose members have any names. */
export function readMap(schema: Schema, inside: ReadInside, count: ReadCount, refuse: Refuse): Form {
  if (schema.additionalProperties === false) return { kind: 'object', members: [] };
  const [min, max] = rangeOf('Properties', count, refuse);
  return { kind: 'map', value: inside(schema.additionalProperties), min, max };
}

/** An array; `prefixItems`, or a list as `items`, come first and are always present. */
export function readArray(schema: Schema, inside: ReadInside, count: ReadCount, refuse: Refuse): Form {
  const [min, max] = rangeOf('Items', count, refuse);
  const tuple = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
  if (!Array.isArray(tuple)) return refuse('must have a list as "prefixItems"');
  const following = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const first = tuple.slice(0, max ?? tuple.length).map(inside);
  // After a tuple nothing need follow; a list without `items` may contain anything.
  const closed = following === false || (following === undefined && first.length > 0 && min <= first.length);
  if (following === false && min > first.length) refuse(`requires ${min} items, but allows ${first.length}`);
  return {
    kind: 'array',
    first,
    rest: closed || max === first.length ? null : inside(following),
    min: Math.max(0, min - first.length),
    max: max === null ? null : max - first.length,
  };
}

/** A string, with its format if a grammar can enforce it. */
export function readString(schema: Schema, count: ReadCount, refuse: Refuse): Form {
  const [min, max] = rangeOf('Length', count, refuse);
  if (FORMATS.has(schema.format)) return { kind: 'format', format: schema.format as StringFormat };
  return { kind: 'string', min, max };
}

/** A number; a few whole numbers are written out, for others a grammar can only enforce the sign. */
export function readNumber(schema: Schema, whole: boolean, refuse: Refuse): Form {
  const bound = (keyword: string, none: number): number => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : none;
  };
  const lowest = Math.max(bound('minimum', -Infinity), bound('exclusiveMinimum', -Infinity));
  const highest = Math.min(bound('maximum', Infinity), bound('exclusiveMaximum', Infinity));
  if (lowest > highest) return refuse('has a minimum above its maximum');
  if (!whole) return { kind: 'number', whole, signed: lowest < 0, zero: true };
  const min = Math.ceil(lowest) + (Math.ceil(lowest) === bound('exclusiveMinimum', NaN) ? 1 : 0);
  const max = Math.floor(highest) - (Math.floor(highest) === bound('exclusiveMaximum', NaN) ? 1 : 0);
  if (min > max) return refuse('has no whole number between its minimum and its maximum');
  if (max - min >= MAX_WHOLE_NUMBERS) {
    return { kind: 'number', whole, signed: min < 0, zero: min <= 0 };
  }
  const step = bound('multipleOf', 1);
  const numbers = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  const fitting = numbers.filter((number) => step <= 0 || number % step === 0);
  if (fitting.length === 0) return refuse('has no multiple of its "multipleOf" between its minimum and its maximum');
  return eitherOf([{ kind: 'literals', texts: fitting.map(String) }]);
}

function rangeOf(what: 'Length' | 'Items' | 'Properties', count: ReadCount, refuse: Refuse): [number, number | null] {
  const [min, max] = [count(`min${what}`) ?? 0, count(`max${what}`)];
  if (max !== null && min > max) refuse(`has a min${what} above its max${what}`);
  return [min, max];
}
