import type { JsonSchema } from '../json-schema';

/** A longer pattern is less helpful than the description. */
const MAX_PATTERN = 40;

/** The type of a schema in TypeScript notation, without its choices. */
export function typeOf(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): string {
  const own = resolve(schema);
  if ('const' in own) return JSON.stringify(own.const);
  const forms = (own.oneOf ?? own.anyOf) as JsonSchema[] | undefined;
  if (forms) return [...new Set(forms.map((form) => typeOf(form, resolve)))].join(' | ');
  if (Array.isArray(own.type)) return own.type.join(' | ');
  if (own.type === 'array') {
    const item = typeOf((own.items ?? {}) as JsonSchema, resolve);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  return typeof own.type === 'string' ? own.type : 'any';
}

/** Choices, limits and default of a schema, each as a phrase. */
export function notesOf(schema: JsonSchema): string[] {
  const { enum: choices, default: byDefault, pattern, items } = schema;
  return [
    ...(Array.isArray(choices) ? [`one of ${choices.map(code).join(', ')}`] : []),
    ...choicesOfItems(items),
    ...range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(typeof pattern === 'string' && pattern.length <= MAX_PATTERN ? [`matches ${code(pattern)}`] : []),
    ...(byDefault === undefined ? [] : [`default ${code(byDefault)}`]),
  ];
}

function choicesOfItems(items: unknown): string[] {
  const choices = typeof items === 'object' && items !== null && 'enum' in items ? items.enum : null;
  return Array.isArray(choices) ? [`of ${choices.map(code).join(', ')}`] : [];
}

const code = (value: unknown) => `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
const figure = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** `1 to 8`, `2 or more characters`; the limits of safe integers are not shown. */
function range(min: unknown, max: unknown, unit: string): string[] {
  const from = typeof min === 'number' && min > Number.MIN_SAFE_INTEGER ? figure.format(min) : null;
  const to = typeof max === 'number' && max < Number.MAX_SAFE_INTEGER ? figure.format(max) : null;
  if (from !== null && to !== null) return [`${from} to ${to}${unit}`];
  // That a text or list must not be empty goes without saying.
  if (from !== null) return unit !== '' && Number(min) <= 1 ? [] : [`${from} or more${unit}`];
  return to === null ? [] : [`at most ${to}${unit}`];
}
