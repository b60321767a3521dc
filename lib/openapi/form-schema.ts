import type { z } from 'zod';
import type { FormRules } from '../http/body/form/form-rules';
import type { JsonSchema, SchemaStore } from './json-schema';

/** A file in a form (OpenAPI 3.1 needs no more; `format` is for the tools that still expect it). */
const FILE: JsonSchema = { type: 'string', format: 'binary' };

/**
 * The schema of a form: that of the JSON body, with files where the rules say so. It is written out, because a reference
 * could not change single members.
 */
export function formSchema(body: z.ZodType, { files }: FormRules, { schemaOf, components }: SchemaStore): JsonSchema {
  const schema = schemaOf(body, 'input');
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const { properties = {}, ...rest } = (name === undefined ? schema : (components[name] ?? {})) as {
    properties?: Record<string, JsonSchema>;
  };
  const fields = Object.entries(properties).map(([field, member]) => {
    const kind = Object.hasOwn(files, field) ? files[field] : undefined;
    return [field, kind === undefined ? member : fileMember(kind, member)] as const;
  });
  return { ...rest, properties: Object.fromEntries(fields) };
}

function fileMember(kind: 'one' | 'many', { description }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description };
  return kind === 'one' ? { ...FILE, ...described } : { type: 'array', items: FILE, minItems: 1, ...described };
}
