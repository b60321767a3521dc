import { ROUTE_METHODS, type RouteTable } from '../http/route-table';
import { settings } from '../platform/env';
import { revision } from '../platform/revision';
import { headerComponents } from './headers';
import { makeSchemaStore } from './json-schema';
import { BEARER, type EndpointEntry, operationOf, tagOf, WALLET } from './operation';
import { OWN_PATH, ownDescription } from './own-description';
import { makeResponseStore } from './responses';

/** Base path of the API; every path of the document is relative to it (docs/api-rules.md, "Base and versions"). */
const BASE = '/api/v1';

const INTRODUCTION = [
  'An OpenAI-compatible inference API with prepaid credit.',
  'Send `Authorization: Bearer <API key>`. Every error has a message for people in `error` and a code for programs in `code`. On 429 and 503, wait `Retry-After` seconds, then retry.',
  'Every POST that spends credit accepts an `Idempotency-Key`: repeats with the same key and body are charged only once.',
].join('\n\n');

/** An OpenAPI 3.1 document. */
export type ApiDocument = { openapi: string; paths: Record<string, object>; [member: string]: unknown };

/**
 * The API description, generated from the declarations of all endpoints under `/api/v1`, including the description
 * itself. Identifiers follow the service's name. Source: docs/api-rules.md, "Base and versions"; OpenAPI 3.1.1.
 * @throws Error if two schemas share an id, or a header of the pipeline is not described
 */
export function makeDocument(routes: RouteTable): ApiDocument {
  const { publicOrigin, serviceId } = settings();
  const schemas = makeSchemaStore(serviceId);
  const errors = makeResponseStore();
  const paths: Record<string, Record<string, object>> = {};
  for (const entry of endpointsOf(routes)) {
    const item = (paths[entry.path] ??= {});
    item[entry.method.toLowerCase()] = operationOf(entry, schemas, errors);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Farebox', version: revision(), description: INTRODUCTION },
    servers: [{ url: publicOrigin + BASE }],
    tags: [...new Set(Object.keys(paths).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errors.components,
      headers: headerComponents(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, AcceptEncoding: ACCEPT_ENCODING },
      securitySchemes: {
        [BEARER]: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        [WALLET]: {
          ...{ type: 'apiKey', in: 'header', name: 'SIGN-IN-WITH-X' },
          description: 'A message signed by a wallet, JSON in base64.',
        },
      },
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A unique text of your choice, for example a UUID: repeats of the request within a day get its first answer.',
  required: false,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const ACCEPT_ENCODING = {
  name: 'Accept-Encoding',
  in: 'header',
  description: 'Compresses the answer with `br` or `gzip`, unless it is a stream.',
  required: false,
  schema: { type: 'string' },
  example: 'gzip',
};

/** Every described endpoint, sorted by path. */
function endpointsOf(routes: RouteTable): EndpointEntry[] {
  const own: EndpointEntry = {
    path: OWN_PATH,
    method: 'GET',
    declaration: { auth: 'public', describe: ownDescription },
  };
  const given = Object.entries(routes)
    .filter(([pattern]) => pattern.startsWith(`${BASE}/`) && pattern !== BASE + OWN_PATH)
    .flatMap(([pattern, route]) =>
      ROUTE_METHODS.flatMap((method): EndpointEntry[] => {
        const declaration = route[method]?.declaration;
        return declaration ? [{ path: pathOf(pattern), method, declaration }] : [];
      }),
    );
  return [own, ...given].sort((left, right) => (left.path < right.path ? -1 : left.path === right.path ? 0 : 1));
}

/** `/api/v1/models/[...id]` → `/models/{id}`. */
function pathOf(pattern: string): string {
  return pattern.slice(BASE.length).replace(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}');
}
