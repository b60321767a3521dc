/** Resolves what a schema refers to and combines, before its form is read. */
import { isSchema, mergeSchemas, type Schema } from './merge-schemas';
import { count, listOf, mergingOf, type Reading } from './reading';

/** Keywords that only describe. */
const REMARKS = new Set(
  '$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly strict'.split(
    ' ',
  ),
);

/** The target of a JSON pointer within the schema. */
export function targetOf({ whole, refuse }: Reading, pointer: string): unknown {
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

/** A schema and all that it combines, each without its `allOf`. */
export function flatten(reading: Reading, { allOf, ...own }: Schema): Schema[] {
  if (allOf === undefined) return [own];
  const parts = listOf(reading, allOf, 'allOf').flatMap((part) => {
    count(reading);
    if (part === true) return [];
    if (!isSchema(part)) return reading.refuse('has allOf with entries that are not schemas');
    return flatten(reading, resolved(reading, part));
  });
  return [own, ...parts];
}

/** Whether a schema constrains the value. */
export function binds(schema: Schema): boolean {
  return Object.keys(schema).some((keyword) => !REMARKS.has(keyword));
}

/** A schema with its reference replaced by the target, repeatedly if that is a reference again. */
export function resolved(reading: Reading, schema: Schema): Schema {
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
