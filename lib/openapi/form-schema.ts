import type { z } from 'zod';
import type { FormRules } from '../http/body/form/form-rules';
import type { JsonSchema, SchemaStore } from './json-schema';

/** A file in a form (OpenAPI 3.1 needs no more; `format` is for the tools that still expect it). */
const FILE: JsonSchema = { type: 'string', format: 'binary' };

/**
 * The schema of a form: that of the JSON body, with files where the rules say so. It is written out, because a reference
 * could not change single members.
 */
export function formSchema(body: z.ZodType, { files }: FormRules, schemas: SchemaStore): JsonSchema {
  const { properties = {}, ...rest } = bodySchema(body, schemas);
  const fields = Object.entries(properties).map(([field, member]) => {
    const kind = Object.hasOwn(files, field) ? files[field] : undefined;
    return [field, kind === undefined ? member : fileMember(kind, member)] as const;
  });
  return { ...rest, properties: Object.fromEntries(fields) };
}

/** Whether a body has a file that JSON cannot carry, so that it can only be sent as a form. */
export function isFormOnly(body: z.ZodType, { files }: FormRules, schemas: SchemaStore): boolean {
  const { properties = {} } = bodySchema(body, schemas);
  return Object.keys(files).some((field) => properties[field]?.format === FILE.format);
}

/** The schema of a body itself, in place of a reference to it. */
function bodySchema(
  body: z.ZodType,
  { schemaOf, components }: SchemaStore,
): JsonSchema & { properties?: Record<string, JsonSchema> } {
  const schema = schemaOf(body, 'input');
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  return name === undefined ? schema : (components[name] ?? {});
}

function fileMember(kind: 'one' | 'many', { description }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description };
  return kind === 'one' ? { ...FILE, ...described } : { type: 'array', items: FILE, minItems: 1, ...described };
}
