import type { Field } from '../contract';
import type { JsonSchema } from '../json-schema';
import { notesOf, typeOf } from './describe-schema';

type Components = Record<string, JsonSchema>;

/** Deeper than any body; recursive schemas end here. */
const MAX_DEPTH = 10;

/**
 * The members of an object schema as a tree; for a list those of its entries, for several forms one entry each.
 * @param components the targets of `$ref`
 */
export function fieldsOf(schema: JsonSchema, components: Components, depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
  const own = resolved(schema, components);
  if (own.properties) {
    const required = (own.required ?? []) as string[];
    const members = Object.entries(own.properties as Record<string, JsonSchema>);
    return members.map(([name, part]) => fieldOf(name, part, required.includes(name), components, depth));
  }
  if (own.items) return fieldsOf(own.items as JsonSchema, components, depth);
  const forms = formsOf(own, components).filter((form) => fieldsOf(form, components, depth + 1).length > 0);
  const [only] = forms;
  if (forms.length === 1 && only) return fieldsOf(only, components, depth);
  return forms.map((form) => ({
    ...fieldOf(nameOfForm(form, components), form, false, components, depth),
    isForm: true,
  }));
}

/** One member, parameter or form, with everything inside it. */
export function fieldOf(name: string, schema: JsonSchema, required: boolean, components: Components, depth = 0): Field {
  const own = resolved(schema, components);
  const forms = formsOf(own, components);
  return {
    name,
    type: typeOf(own, (part) => resolved(part, components)),
    required,
    deprecated: own.deprecated === true,
    description: typeof own.description === 'string' ? own.description : '',
    notes: [...notesOf(own), ...forms.flatMap(notesOf)],
    fields: fieldsOf(own, components, depth + 1),
    isForm: false,
  };
}

/** A schema merged with the target of its `$ref`; members beside the reference override it. */
function resolved(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return schema;
  const target = components[$ref.split('/').at(-1) ?? ''] ?? {};
  return { ...resolved(target, components), ...beside };
}

/** The forms that a value may have, not counting null. */
function formsOf(schema: JsonSchema, components: Components): JsonSchema[] {
  const forms = (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[];
  return forms
    .map((form) => resolved(form, components))
    .flatMap((form) => (form.anyOf || form.oneOf ? formsOf(form, components) : [form]))
    .filter((form) => form.type !== 'null');
}

/** `role: "user"`: the member that distinguishes the form from the others. */
function nameOfForm(schema: JsonSchema, components: Components): string {
  const own = resolved(schema, components);
  const members = Object.entries((own.properties ?? {}) as Record<string, JsonSchema>);
  const [name, part] = members.find(([, member]) => 'const' in member) ?? [];
  if (name !== undefined) return `${name}: ${JSON.stringify(part?.const)}`;
  return own.type === 'array' ? 'a list of' : 'an object';
}
