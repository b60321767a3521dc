import { z } from 'zod';
import { ROUTE_METHODS, type RouteTable } from '@/lib/http/route-table';

/** A parameter of a request that can identify an object, named like `PATCH /api/v1/api_keys body id`. */
export type IdParameter = {
  name: string;
  method: (typeof ROUTE_METHODS)[number];
  path: string;
  part: Part;
  field: string;
};
type Part = 'path' | 'query' | 'body';

/** The names of parameters that contain or stand for an ID. */
const ID_NAME =
  /^(id|slug|cursor|after|before|key|model|token|wallet|email|reference)$|(_id|_ids|_slug|_key|Id|Ids|Key)$/;
const MAX_DEPTH = 12;

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema | JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  prefixItems?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** Every such parameter of every route: all path parameters, and query and body members with such a name. */
export function idParametersOf(routes: RouteTable): IdParameter[] {
  return Object.entries(routes).flatMap(([path, route]) =>
    ROUTE_METHODS.flatMap((method) => {
      const declaration = route[method]?.declaration;
      if (!declaration) return [];
      const parameter = (part: Part, field: string) => ({
        name: `${method} ${path} ${part} ${field}`,
        method,
        path,
        part,
        field,
      });
      const parameters = [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, field = '']) => parameter('path', field));
      const members = (part: Part, schema: z.ZodType | undefined) =>
        idMembers(schema).map((field) => parameter(part, field));
      return [...parameters, ...members('query', declaration.query), ...members('body', declaration.body)];
    }),
  );
}

/** The members of a schema with such a name, as `outer.inner`. */
function idMembers(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  const found = new Set<string>();
  collect(root, root, '', 0, found);
  return [...found];
}

function collect(schema: JsonSchema, root: JsonSchema, at: string, depth: number, found: Set<string>): void {
  if (depth > MAX_DEPTH) return;
  const target = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice('#/$defs/'.length)] : undefined;
  const same = [target, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inside = [...same, schema.items, schema.prefixItems].flat().filter((part) => part !== undefined);
  for (const part of inside) collect(part, root, at, depth + 1, found);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`;
    if (ID_NAME.test(name)) found.add(path);
    collect(member, root, path, depth + 1, found);
  }
}
