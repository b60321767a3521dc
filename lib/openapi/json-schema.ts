import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { memberName, toWireNames } from '../core/service-name';

/** A JSON schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown };

/** The schemas of one document. */
export type SchemaStore = {
  /**
   * A schema as written in the document; a reference if it has an `id` (`.meta({ id })`).
   * @param io `input`: what a caller sends; `output`: what we answer, without undescribed members
   * @throws Error if two different schemas have the same id
   */
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** The targets of references, by id. */
  components: Record<string, JsonSchema>;
};

/** An empty store; identifiers with `svc` are renamed to the service's name. */
export function makeSchemaStore(serviceId: string): SchemaStore {
  const components: Record<string, JsonSchema> = {};
  const add = (id: string, schema: JsonSchema) => {
    if (components[id] && !isDeepStrictEqual(components[id], schema)) {
      throw new Error(`Two different schemas of the API description have the id ${id}.`);
    }
    components[id] = schema;
  };
  const make = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const made = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => rewrite(jsonSchema, serviceId),
    });
    const { $schema: _dialect, $defs = {}, ...root } = toComponents(made);
    for (const [id, part] of Object.entries($defs)) add(id, part);
    return root;
  };
  // Every operation uses the schemas of errors.
  const known = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() };
  const schemaOf: SchemaStore['schemaOf'] = (schema, io) => {
    const found = known[io].get(schema) ?? make(schema, io);
    known[io].set(schema, found);
    return found;
  };
  return { components, schemaOf };
}

/** Rewrites one schema object in place: members by their wire names, examples as the dialect's list. */
function rewrite(schema: z.core.JSONSchema.BaseSchema, serviceId: string): void {
  if (schema.properties) {
    const renamed = Object.entries(schema.properties).map(([name, part]) => [memberName(name, serviceId), part]);
    schema.properties = Object.fromEntries(renamed);
    if (schema.required) schema.required = schema.required.map((name) => memberName(name, serviceId));
  }
  if ('example' in schema) {
    schema.examples = [toWireNames(schema.example, serviceId)];
    delete schema.example;
  }
  // Says nothing: member names are always strings.
  if (isDeepStrictEqual(schema.propertyNames, { type: 'string' })) delete schema.propertyNames;
}

/** Zod refers to `$defs` of the schema itself; in a document they belong to its components. */
function toComponents(schema: object): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/');
  return JSON.parse(text) as JsonSchema;
}
