/**
 * The service's own name inside identifiers. Schemas and types are written with `svc`; if an operator chose another
 * name, a fixed list of known identifiers is renamed at the boundary. Never inside message text or tool arguments.
 * Source: docs/api-rules.md, "Service name".
 */

/** The name used in schemas and types. */
const SCHEMA_SERVICE_ID = 'svc';

/** Members of bodies that contain the name, as the schemas spell them. */
const BODY_MEMBERS = ['svc_parameters', 'include_svc_system_prompt'];

const rename = (identifier: string, from: string, to: string) =>
  identifier.startsWith(`${from}_`)
    ? `${to}${identifier.slice(from.length)}`
    : identifier.replace(`_${from}_`, `_${to}_`);

/** A header's name in the API: `x-svc-version` → `x-acme-version`. */
export function headerName(name: string, serviceId: string): string {
  return serviceId === SCHEMA_SERVICE_ID ? name : name.replace(/^x-svc-/, `x-${serviceId}-`);
}

/** A body member's name in the API: `svc_parameters` → `acme_parameters`; all other names stay. */
export function memberName(name: string, serviceId: string): string {
  return BODY_MEMBERS.includes(name) ? rename(name, SCHEMA_SERVICE_ID, serviceId) : name;
}

/** Several body members' names in the API. */
export function memberNames(names: ReadonlySet<string>, serviceId: string): ReadonlySet<string> {
  return serviceId === SCHEMA_SERVICE_ID ? names : new Set([...names].map((name) => memberName(name, serviceId)));
}

/**
 * A parsed request body with the operator's identifiers renamed to those of the schemas. Known members only, two levels
 * deep.
 */
export function toSchemaNames(body: unknown, serviceId: string): unknown {
  return serviceId === SCHEMA_SERVICE_ID ? body : renameMembers(body, serviceId, SCHEMA_SERVICE_ID, 2);
}

/**
 * A response or a chunk with the schemas' identifiers renamed to the operator's. Known members only, two levels deep.
 */
export function toWireNames<T>(body: T, serviceId: string): T {
  return serviceId === SCHEMA_SERVICE_ID ? body : (renameMembers(body, SCHEMA_SERVICE_ID, serviceId, 2) as T);
}

/**
 * A model suffix (docs/api-rules.md, "Model suffixes") with the operator's identifiers renamed to those of the schemas.
 */
export function suffixKeyToSchemaName(key: string, serviceId: string): string {
  return BODY_MEMBERS.find((member) => rename(member, SCHEMA_SERVICE_ID, serviceId) === key) ?? key;
}

function renameMembers(value: unknown, from: string, to: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const known = new Map(
    BODY_MEMBERS.map((member) => [rename(member, SCHEMA_SERVICE_ID, from), rename(member, SCHEMA_SERVICE_ID, to)]),
  );
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const renamed = known.get(key);
      return renamed === undefined
        ? [key, child]
        : [renamed, depth > 1 ? renameMembers(child, from, to, depth - 1) : child];
    }),
  );
}
