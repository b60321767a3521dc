import fc from 'fast-check';
import type { JsonSchema } from './json-schema';

/** Maximum length of generated lists and texts; the schemas' higher limits are tested beside the schemas. */
const MAX_ITEMS = 3;
const MAX_CHARACTERS = 40;
/** How many times more often an optional member is left out than included. */
const OFTEN = 11;

/**
 * For tests: values for members of these names, derived from what the schema would generate, so that some requests get
 * past the first lookup.
 */
export type Hints = Record<string, (values: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>>;

/**
 * For tests: values that a JSON schema allows, as far as it can be interpreted; rules that only code knows (a date in a
 * text) are sometimes violated. Optional members are mostly left out.
 * @param components the targets of `$ref`
 */
export function valuesOf(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  hints: Hints,
): fc.Arbitrary<unknown> {
  const of = (part: unknown) => valuesOf(part as JsonSchema, components, hints);
  const { $ref, anyOf, oneOf, type, enum: choices, examples } = schema;
  if ('const' in schema) return fc.constant(schema.const);
  if (typeof $ref === 'string') return of(components[$ref.split('/').at(-1) ?? '']);
  const forms = anyOf ?? oneOf;
  if (Array.isArray(forms)) return fc.oneof(...forms.map(of));
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => of({ ...schema, type: one })));
  const made = ofType(schema, of, hints);
  return Array.isArray(examples)
    ? fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...examples) }, { weight: 2, arbitrary: made })
    : made;
}

/** For tests: any JSON, sometimes one of the given values with a member replaced, removed or added. */
export function mutationsOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changed = fc
    .tuple(values, fc.nat(), fc.jsonValue(), fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, index, other, change]) => {
      if (typeof value !== 'object' || value === null) return other;
      const names = Object.keys(value);
      const name = names[index % Math.max(1, names.length)] ?? 'x';
      if (change === 'add') return { ...value, [`x${index}`]: other };
      const { [name]: _gone, ...rest } = value as Record<string, unknown>;
      return change === 'remove' ? rest : { ...rest, [name]: other };
    });
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: fc.jsonValue() });
}

function ofType(schema: JsonSchema, of: (part: unknown) => fc.Arbitrary<unknown>, hints: Hints): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return objects(schema, of, hints);
    case 'array': {
      const min = Number(schema.minItems ?? 0);
      const max = Math.min(Number(schema.maxItems ?? MAX_ITEMS), Math.max(min, MAX_ITEMS));
      return fc.array(of(schema.items ?? {}), { minLength: min, maxLength: max });
    }
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(
  schema: JsonSchema,
  of: (part: unknown) => fc.Arbitrary<unknown>,
  hints: Hints,
): fc.Arbitrary<unknown> {
  const required = (schema.required ?? []) as string[];
  const members = Object.entries((schema.properties ?? {}) as Record<string, unknown>).map(([name, part]) => {
    const values = hints[name]?.(of(part)) ?? of(part);
    const mostlyAbsent = fc.oneof(
      { weight: OFTEN, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: values },
    );
    return [name, required.includes(name) ? values : mostlyAbsent] as const;
  });
  return fc.record(Object.fromEntries(members)).map((value) => {
    const present = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(present);
  });
}

function texts({ pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const free = fc.string({
    unit: 'binary',
    minLength: Number(minLength),
    maxLength: Math.min(Number(maxLength ?? MAX_CHARACTERS), MAX_CHARACTERS),
  });
  // Patterns with lookaheads cannot be turned into generators.
  if (typeof pattern !== 'string' || pattern.includes('(?')) return free;
  return fc.oneof({ weight: 3, arbitrary: fc.stringMatching(new RegExp(pattern)) }, { weight: 1, arbitrary: free });
}

function numbers({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const bounds = { min: Number(minimum ?? -1e9), max: Number(maximum ?? 1e9) };
  if (type === 'integer')
    return fc.oneof(
      fc.integer({ min: bounds.min, max: Math.min(bounds.max, bounds.min + 300) }),
      fc.maxSafeInteger().filter((value) => value >= bounds.min && value <= bounds.max),
    );
  return fc.double({ ...bounds, noNaN: true });
}
