import type { JsonSchema } from './json-schema';

/** The placeholder for a string without an example; a test makes sure that no example contains it. */
export const STOPGAP = '…';

/** Deeper than any answer; recursive schemas end here. */
const MAX_DEPTH = 12;

/**
 * An example of a schema, made from the examples of its parts: its own if it has one, else every required member, and
 * the first of several forms.
 * @param components the targets of `$ref`
 */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, depth = 0): unknown {
  const { $ref, examples, default: byDefault, enum: choices } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('const' in schema) return schema.const;
  if (depth > MAX_DEPTH) return null;
  const of = (part: unknown) => exampleOf((part ?? {}) as JsonSchema, components, depth + 1);
  if (typeof $ref === 'string') return of(components[$ref.split('/').at(-1) ?? '']);
  if (byDefault !== undefined) return byDefault;
  if (Array.isArray(choices)) return choices[0];
  const forms = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(forms)) return of(forms[0]);
  return ofType(schema, of);
}

function ofType(schema: JsonSchema, of: (part: unknown) => unknown): unknown {
  const type = Array.isArray(schema.type) ? (schema.type as unknown[])[0] : schema.type;
  switch (type) {
    case 'object': {
      const properties = (schema.properties ?? {}) as Record<string, unknown>;
      const required = (schema.required ?? []) as string[];
      return Object.fromEntries(required.map((name) => [name, of(properties[name])]));
    }
    case 'array':
      return schema.items === undefined ? [] : [of(schema.items)];
    case 'string':
      return STOPGAP;
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 0);
    case 'boolean':
      return false;
    default:
      return null;
  }
}
