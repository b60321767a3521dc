/** Reads a JSON Schema into forms, within limits. */
import { MAX_DEPTH } from './bounds';
import { eitherOf, type Form } from './form';
import { isSchema, mergeSchemas, type Schema } from './merge-schemas';
import { readArray, readMap, readNumber, readObject, readString } from './read-types';
import { count, countOf, listOf, literals, mergingOf, type Reading, type Spot } from './reading';
import { binds, flatten, resolved, targetOf } from './references';

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

function readAll(reading: Reading, schema: Schema, spot: Spot): Form {
  const { allOf, ...rest } = schema;
  const all = listOf(reading, allOf, 'allOf');
  // Often it only wraps a single reference, which stays a definition and may contain itself.
  if (all.length === 1 && !binds(rest)) return readSchema(reading, all[0], spot);
  const merging = mergingOf(reading);
  const united = flatten(reading, schema).reduce((one, other) => mergeSchemas(one, other, merging), {});
  return readSchema(reading, united, spot);
}

function readChoice(reading: Reading, schema: Schema, keyword: 'anyOf' | 'oneOf', spot: Spot): Form {
  const { [keyword]: choices, ...rest } = schema;
  const together = binds(rest);
  const forms = listOf(reading, choices, keyword).map((choice) => {
    if (!together || choice === true) return readSchema(reading, together ? rest : choice, spot);
    if (!isSchema(choice)) return reading.refuse(`has ${keyword} with entries that are not schemas`);
    return readSchema(reading, mergeSchemas(rest, resolved(reading, choice), mergingOf(reading)), spot);
  });
  return eitherOf(forms);
}
