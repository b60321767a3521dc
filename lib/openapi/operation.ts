import type { z } from 'zod';
import { toWireNames } from '../core/service-name';
import type { RequestExample } from '../http/description';
import type { FormRules } from '../http/body/form/form-rules';
import type { Endpoint } from '../http/endpoint';
import { settings } from '../platform/env';
import { formSchema, isFormOnly } from './form-schema';
import type { JsonSchema, SchemaStore } from './json-schema';
import { type ResponseStore, responsesOf } from './responses';

type Declaration = Endpoint['declaration'];

/** The source of an operation. `path` is spelled as in the document, `/models/{id}`. */
export type EndpointEntry = { method: string; path: string; declaration: Declaration };

const VERBS: Record<string, string> = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' };

/** The content type of forms. */
export const FORM = 'multipart/form-data';

/** Name of the scheme in the document's `securitySchemes`. */
export const BEARER = 'bearer';
export const WALLET = 'wallet';

/** One endpoint as an operation of the document (OpenAPI 3.1, 4.8.10). */
export function operationOf(source: EndpointEntry, schemas: SchemaStore, errors: ResponseStore): object {
  const { method, path, declaration } = source;
  const { describe, body, form } = declaration;
  const parameters = [...pathParameters(source), ...queryParameters(declaration, schemas), ...headerParameters(source)];
  const retired = describe?.answer === undefined && describe?.codes?.includes('GONE');
  return {
    operationId: operationId(method, path),
    summary: describe?.summary ?? '',
    ...(describe?.detail !== undefined && { description: describe.detail }),
    tags: [tagOf(path)],
    ...(retired && { deprecated: true }),
    security: securityOf(declaration.auth),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(method, { body, form }, schemas, describe?.examples) }),
    responses: responsesOf(declaration, schemas, errors),
  };
}

/** The first segment of a path, by which operations are grouped. */
export function tagOf(path: string): string {
  return /[^/.]+/.exec(path)?.[0] ?? '';
}

/** Verb and noun: `getModels`, `getModel`, `createChatCompletion`. */
function operationId(method: string, path: string): string {
  const fixed = path.split('/').filter((step) => step !== '' && !step.startsWith('{'));
  const plural = method === 'GET' && !path.endsWith('}');
  const parts = fixed.flatMap((step) => step.split(/[^A-Za-z0-9]+/));
  const noun = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return `${VERBS[method] ?? method.toLowerCase()}${plural ? noun : noun.replace(/s$/, '')}`;
}

function securityOf(auth: Declaration['auth']): object[] {
  if (auth === 'public' || auth === 'payment') return [];
  const wallet = { [WALLET]: [] };
  if (auth === 'wallet') return [wallet];
  if (auth === 'optional') return [{}, { [BEARER]: [] }, wallet];
  if (auth === 'inference') return [{ [BEARER]: [] }, wallet];
  // Required roles: OpenAPI 3.1 allows them for schemes other than OAuth too.
  return [{ [BEARER]: auth === 'admin' ? ['ADMIN'] : [] }];
}

function pathParameters({ path, declaration }: EndpointEntry): object[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  // Names may contain slashes, as those of some models do; clients may also encode them.
  return names.map((name) => ({
    name,
    in: 'path',
    ...declaration.describe?.params?.[name],
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query, describe }: Declaration, { schemaOf }: SchemaStore): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const examples = examplesOf(describe?.examples, ({ query: values }) => values?.[name]);
    return {
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      required: required.includes(name),
      schema,
      ...(examples && { examples }),
    };
  });
}

function headerParameters({ method, declaration }: EndpointEntry): object[] {
  if (declaration.auth !== 'inference' || method !== 'POST') return [];
  return ['IdempotencyKey', 'AcceptEncoding'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody(
  method: string,
  { body, form }: { body: z.ZodType; form?: FormRules | undefined },
  schemas: SchemaStore,
  requests: Record<string, RequestExample> | undefined,
): object {
  const examples = examplesOf(requests, (request) => request.body && toWireNames(request.body, settings().serviceId));
  const media = { schema: schemas.schemaOf(body, 'input'), ...(examples && { examples }) };
  const forms = examplesOf(requests, (request) => request.form);
  const formMedia = form && { schema: formSchema(body, form, schemas), ...(forms && { examples: forms }) };
  // A DELETE may have everything in its query.
  return {
    required: method !== 'DELETE',
    content: {
      ...(!(form && isFormOnly(body, form, schemas)) && { 'application/json': media }),
      ...(formMedia && { [FORM]: formMedia }),
    },
  };
}

/** The documented requests that have a value for this, as Example Objects (OpenAPI 3.1, 4.8.19). */
function examplesOf(
  requests: Record<string, RequestExample> = {},
  valueOf: (request: RequestExample) => unknown,
): Record<string, object> | undefined {
  const examples = Object.entries(requests).flatMap(([name, request]) => {
    const value = valueOf(request);
    return value === undefined ? [] : [[name, { summary: request.summary, value }] as const];
  });
  return examples.length > 0 ? Object.fromEntries(examples) : undefined;
}
