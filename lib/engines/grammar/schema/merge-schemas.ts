import type { Refuse } from './form';

/** How schemas are merged. */
export type Merging = {
  refuse: Refuse;
  /** Counts steps before they are taken. @throws ApiError INVALID_REQUEST if there are too many */
  spend: (steps: number) => void;
};

/** A JSON Schema that is an object. */
export type Schema = Record<string, unknown>;

/** Whether a value is an object of JSON. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const LOWER_BOUNDS = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
const UPPER_BOUNDS = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
/** Writing this much JSON takes about as long as merging a member, characters. */
const CHARACTERS_PER_STEP = 20;
const COMBINATIONS = new Set(['anyOf', 'oneOf', '$ref', 'not']);

/**
 * A schema for what both schemas allow. Members of objects are merged: an object has those of both, even if one of the
 * schemas allows no additional ones.
 */
export function mergeSchemas(one: Schema, other: Schema, merging: Merging): Schema {
  merging.spend(sizeOf(one) + sizeOf(other));
  // A map, because a caller's key may be "__proto__".
  const merged = new Map<string, unknown>(Object.entries(one));
  const both: Schema[] = [];
  for (const [key, value] of Object.entries(other)) {
    const before = merged.get(key);
    if (before === undefined) merged.set(key, value);
    else if (COMBINATIONS.has(key)) both.push({ [key]: value });
    else merged.set(key, mergeKeyword(key, before, value, merging));
  }
  const all = merged.get('allOf');
  if (both.length > 0) merged.set('allOf', [...(Array.isArray(all) ? all : []), ...both]);
  return Object.fromEntries(merged);
}

function mergeKeyword(key: string, one: unknown, other: unknown, merging: Merging): unknown {
  if (key === 'allOf' || key === 'required') return [one, other].flat();
  if (key === 'properties' && isSchema(one) && isSchema(other)) return mergeMembers(one, other);
  if (key === 'items' || key === 'additionalProperties') return mergeInner(one, other);
  if (key === 'type') return commonTypes(one, other, merging);
  if (key === 'enum' && Array.isArray(one) && Array.isArray(other)) return commonValues(one, other, merging);
  if (typeof one === 'number' && typeof other === 'number') {
    if (LOWER_BOUNDS.has(key)) return Math.max(one, other);
    if (UPPER_BOUNDS.has(key)) return Math.min(one, other);
  }
  return one;
}

/** What is copied when a schema is merged: its keywords, the members of its objects and the entries of its lists. */
function sizeOf(schema: Schema): number {
  let size = 0;
  for (const value of Object.values(schema)) {
    size += 1;
    if (Array.isArray(value)) size += value.length;
    else if (isSchema(value)) size += Object.keys(value).length;
  }
  return size;
}

function mergeMembers(one: Schema, other: Schema): Schema {
  const members = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    members.set(name, members.has(name) ? { allOf: [members.get(name), value] } : value);
  }
  return Object.fromEntries(members);
}

function mergeInner(one: unknown, other: unknown): unknown {
  if (one === false || other === false) return false;
  if (one === true) return other;
  return other === true ? one : { allOf: [one, other] };
}

function commonTypes(one: unknown, other: unknown, { refuse, spend }: Merging): unknown {
  const [ones, others] = [[one].flat(), [other].flat()];
  spend(ones.length * others.length);
  const common = ones.flatMap((type) => {
    if (others.includes(type)) return [type];
    // A whole number is a number.
    if (type === 'integer' && others.includes('number')) return ['integer'];
    return type === 'number' && others.includes('integer') ? ['integer'] : [];
  });
  if (common.length === 0)
    return refuse(`combines the types ${ones.join(', ')} and ${others.join(', ')}: no value has both`);
  return common;
}

function commonValues(one: unknown[], other: unknown[], { refuse, spend }: Merging): unknown[] {
  const textOf = (value: unknown): string => {
    const text = JSON.stringify(value);
    spend(Math.ceil(text.length / CHARACTERS_PER_STEP));
    return text;
  };
  const texts = new Set(other.map(textOf));
  const common = one.filter((value) => texts.has(textOf(value)));
  if (common.length === 0) return refuse('combines enums that have no value in common');
  return common;
}
