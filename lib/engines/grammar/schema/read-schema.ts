/** Reads a JSON Schema into forms, within limits. */
import {
  MAX_DEPTH,
  MAX_ITEMS,
  MAX_LENGTH,
  MAX_LITERAL_CHARACTERS,
  MAX_LITERALS,
  MAX_MERGED,
  MAX_SCHEMAS,
} from './bounds';
import { eitherOf, type Form, type NamedForms, type Refuse } from './form';
import { isSchema, mergeSchemas, type Merging, type Schema } from './merge-schemas';
import { readArray, readMap, readNumber, readObject, readString } from './read-types';

/** What has been read so far; all schemas of one call share it. */
export type Spent = { schemas: number; merged: number; literals: number; literalCharacters: number };

/** Nothing read yet. */
export function nothingSpent(): Spent {
  return { schemas: 0, merged: 0, literals: 0, literalCharacters: 0 };
}

/** A schema that is being read. */
export type Reading = {
  /** The whole schema: the target of `#`. */
  whole: unknown;
  named: NamedForms;
  spent: Spent;
  refuse: Refuse;
};

/** The reader's position: how deep, and in which definitions since the answer's last character. */
export type Spot = { depth: number; within: readonly string[] };

/** The start position. */
export const ROOT: Spot = { depth: 0, within: [] };

/** Keywords that constrain a value in ways that a grammar cannot enforce. */
const NOT_TAKEN = [
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$dynamicRef',
  '$recursiveRef',
];

/** Keywords that only describe. */
const REMARKS = new Set(
  '$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly strict'.split(
    ' ',
  ),
);

/**
 * The form of a schema and of everything in it. Supported are `type`, `properties`, `required`, `additionalProperties`,
 * `items`, `prefixItems`, `enum`, `const`, `anyOf`, `oneOf` (as `anyOf`), `allOf`, `$ref` within the schema,
 * `nullable`, limits of lengths and counts, limits of whole numbers as far as a grammar can express them, and the
 * formats `date`, `time`, `date-time` and `uuid`. If an object names its members, no others are written. Not enforced,
 * only shown to the model: `pattern`, `multipleOf`, `uniqueItems`, other formats, limits of fractions, and
 * `minProperties` beside `properties`.
 * @throws ApiError INVALID_REQUEST, through `refuse`, for unsupported keywords and exceeded limits
 */
export function readSchema(reading: Reading, value: unknown, at: Spot): Form {
  const { refuse } = reading;
  count(reading);
  if (at.depth > MAX_DEPTH) refuse(`must be at most ${MAX_DEPTH} levels deep`);
  const spot = { ...at, depth: at.depth + 1 };
  if (value === true || value === undefined) return { kind: 'any' };
  if (!isSchema(value)) return refuse(value === false ? 'allows no value at all' : 'must be made of objects');
  const unknown = NOT_TAKEN.find((keyword) => keyword in value);
  if (unknown) refuse(`must not use "${unknown}": this model cannot enforce it`);
  if (value.$ref !== undefined) return readReference(reading, value, spot);
  // Choices before combinations: each way of one choice is combined with each way of the other.
  if (value.anyOf !== undefined) return readChoice(reading, value, 'anyOf', spot);
  if (value.oneOf !== undefined) return readChoice(reading, value, 'oneOf', spot);
  if (value.allOf !== undefined) return readAll(reading, value, spot);
  if (value.const !== undefined) return literals(reading, [value.const]);
  if (value.enum !== undefined) return literals(reading, listOf(reading, value.enum, 'enum'));
  const types = typesOf(value);
  if (types.length === 0) refuse('must name at least one type');
  return eitherOf(types.map((type) => readType(reading, value, type, spot)));
}

function readType(reading: Reading, schema: Schema, type: unknown, { depth }: Spot): Form {
  const inside = (value: unknown): Form => readSchema(reading, value, { depth, within: [] });
  const bound = (keyword: string): number | null => countOf(reading, schema[keyword], keyword);
  switch (type) {
    case undefined:
      return { kind: 'any' };
    case 'object':
      return isSchema(schema.properties) || Array.isArray(schema.required)
        ? readObject(schema, inside, reading.refuse)
        : readMap(schema, inside, bound, reading.refuse);
    case 'array':
      return readArray(schema, inside, bound, reading.refuse);
    case 'string':
      return readString(schema, bound, reading.refuse);
    case 'integer':
    case 'number':
      return readNumber(schema, type === 'integer', reading.refuse);
    case 'boolean':
      return { kind: 'literals', texts: ['true', 'false'] };
    case 'null':
      return { kind: 'literals', texts: ['null'] };
    default:
      return reading.refuse(`has the unknown type ${JSON.stringify(type).slice(0, 40)}`);
  }
}

/** The types that a schema names, else the one that its keywords imply. */
function typesOf(schema: Schema): unknown[] {
  const named = schema.type === undefined ? [impliedType(schema)] : [schema.type].flat();
  return schema.nullable === true ? [...named, 'null'] : named;
}

function impliedType(schema: Schema): string | undefined {
  const has = (...keywords: string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined);
  if (has('properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties')) return 'object';
  if (has('items', 'prefixItems', 'minItems', 'maxItems')) return 'array';
  if (has('minLength', 'maxLength', 'pattern', 'format')) return 'string';
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? 'number' : undefined;
}

function readReference(reading: Reading, schema: Schema, spot: Spot): Form {
  const { $ref: pointer, ...rest } = schema;
  if (typeof pointer !== 'string') return reading.refuse('has a $ref that is not a string');
  if (spot.within.includes(pointer))
    reading.refuse(`refers to itself without anything in between: ${pointer.slice(0, 80)}`);
  const entered = { ...spot, within: [...spot.within, pointer] };
  const target = targetOf(reading, pointer);
  if (binds(rest)) {
    return readSchema(reading, isSchema(target) ? mergeSchemas(target, rest, mergingOf(reading)) : rest, entered);
  }
  if (!reading.named.has(pointer)) {
    // Registered before it is read, so that recursion ends here.
    reading.named.set(pointer, { kind: 'named', name: pointer });
    reading.named.set(pointer, readSchema(reading, target, entered));
  }
  return { kind: 'named', name: pointer };
}

/** The target of a JSON pointer within the schema. */
function targetOf({ whole, refuse }: Reading, pointer: string): unknown {
  const shown = pointer.slice(0, 80);
  if (pointer !== '#' && !pointer.startsWith('#/')) refuse(`has the $ref "${shown}": it must begin with "#/"`);
  let target = whole;
  for (const step of pointer.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) {
      return refuse(`has the $ref "${shown}", which leads nowhere`);
    }
    // Its own member, also if it is named "__proto__".
    target = (target as Schema)[key];
  }
  return target;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function readAll(reading: Reading, schema: Schema, spot: Spot): Form {
  const { allOf, ...rest } = schema;
  const all = listOf(reading, allOf, 'allOf');
  // Often it only wraps a single reference, which stays a definition and may contain itself.
  if (all.length === 1 && !binds(rest)) return readSchema(reading, all[0], spot);
  const merging = mergingOf(reading);
  const united = flatten(reading, schema).reduce((one, other) => mergeSchemas(one, other, merging), {});
  return readSchema(reading, united, spot);
}

/** A schema and all that it combines, each without its `allOf`. */
function flatten(reading: Reading, { allOf, ...own }: Schema): Schema[] {
  if (allOf === undefined) return [own];
  const parts = listOf(reading, allOf, 'allOf').flatMap((part) => {
    count(reading);
    if (part === true) return [];
    if (!isSchema(part)) return reading.refuse('has an allOf that is not made of schemas');
    return flatten(reading, resolved(reading, part));
  });
  return [own, ...parts];
}

/** Whether a schema constrains the value. */
function binds(schema: Schema): boolean {
  return Object.keys(schema).some((keyword) => !REMARKS.has(keyword));
}

/** A schema with its reference replaced by the target, repeatedly if that is a reference again. */
function resolved(reading: Reading, schema: Schema): Schema {
  let current = schema;
  while (current.$ref !== undefined) {
    const { $ref: pointer, ...rest } = current;
    count(reading);
    const target = typeof pointer === 'string' ? targetOf(reading, pointer) : undefined;
    if (!isSchema(target)) return reading.refuse('has an allOf with a $ref to something that is not a schema');
    current = mergeSchemas(target, rest, mergingOf(reading));
  }
  return current;
}

function readChoice(reading: Reading, schema: Schema, keyword: 'anyOf' | 'oneOf', spot: Spot): Form {
  const { [keyword]: choices, ...rest } = schema;
  const together = binds(rest);
  const forms = listOf(reading, choices, keyword).map((choice) => {
    if (!together || choice === true) return readSchema(reading, together ? rest : choice, spot);
    if (!isSchema(choice)) return reading.refuse(`has an ${keyword} that is not made of schemas`);
    return readSchema(reading, mergeSchemas(rest, resolved(reading, choice), mergingOf(reading)), spot);
  });
  return eitherOf(forms);
}

function mergingOf({ spent, refuse }: Reading): Merging {
  return {
    refuse,
    spend: (steps) => {
      spent.merged += steps;
      if (spent.merged > MAX_MERGED) refuse(`combines too much: merging its parts takes more than ${MAX_MERGED} steps`);
    },
  };
}

function count({ spent, refuse }: Reading): void {
  spent.schemas += 1;
  if (spent.schemas > MAX_SCHEMAS) refuse(`must have at most ${MAX_SCHEMAS} schemas in all`);
}

function listOf({ refuse }: Reading, value: unknown, keyword: string): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  return refuse(`must have a non-empty list as "${keyword}"`);
}

function literals({ spent, refuse }: Reading, values: unknown[]): Form {
  const texts = values.map((value) => JSON.stringify(value));
  spent.literals += texts.length;
  spent.literalCharacters += texts.reduce((sum, text) => sum + text.length, 0);
  if (spent.literals > MAX_LITERALS) refuse(`must have at most ${MAX_LITERALS} values of enum and const in all`);
  if (spent.literalCharacters > MAX_LITERAL_CHARACTERS) {
    refuse(`must have at most ${MAX_LITERAL_CHARACTERS} characters in the values of enum and const`);
  }
  return { kind: 'literals', texts: [...new Set(texts)] };
}

function countOf({ refuse }: Reading, value: unknown, keyword: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    return refuse(`must have a whole number of 0 or more as "${keyword}"`);
  }
  const most = keyword.endsWith('Length') ? MAX_LENGTH : MAX_ITEMS;
  if (value > most) return refuse(`must have a "${keyword}" of at most ${most}`);
  return value;
}
