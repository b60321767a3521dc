import type { z } from 'zod';
import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../core/errors';
import { PAYMENT_CODES } from '../core/payment-codes';
import type { Endpoint } from '../http/endpoint';
import { codesByStatus } from './codes';
import { exampleOf } from './example-of';
import {
  CreditTooLow,
  DetailedError,
  OpenAiError,
  PaymentError,
  PaymentRequired,
  StandardError,
  WaysToPay,
} from './error-bodies';
import { type HeaderGroup, headersOf } from './headers';
import type { JsonSchema, SchemaStore } from './json-schema';

type Declaration = Endpoint['declaration'];

/** The error responses of one document. Responses that several operations share are written once. */
export type ResponseStore = {
  /** A reference to a response of a status. */
  refTo: (status: number, response: object) => { $ref: string };
  /** The targets of references, by name. */
  components: Record<string, object>;
};

/** An empty store. */
export function makeResponseStore(): ResponseStore {
  const components: Record<string, object> = {};
  return {
    components,
    refTo: (status, response) => {
      for (let number = 1; ; number += 1) {
        const name = `Error${status}${number === 1 ? '' : `_${number}`}`;
        components[name] ??= response;
        if (isDeepStrictEqual(components[name], response)) return { $ref: `#/components/responses/${name}` };
      }
    },
  };
}

/** Every response of an endpoint by its status, the successful one (if any) first. */
export function responsesOf(
  declaration: Declaration,
  schemas: SchemaStore,
  errors: ResponseStore,
): Record<string, object> {
  const { describe, auth } = declaration;
  const failures = [...codesByStatus(declaration)].map(([status, codes]) => [
    status,
    errors.refTo(status, {
      description: `${STATUS_CODES[status] ?? ''}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
      headers: headersOf([
        'errors',
        ...(isRefusedByServer(codes) ? ['always' as const] : groupsOf(auth)),
        ...(GROUPS[status] ?? []),
      ]),
      content: { 'application/json': { schema: errorSchema(codes, schemas) } },
    }),
  ]);
  const responses = Object.fromEntries(failures) as Record<string, object>;
  if (describe?.answer === undefined && describe?.binary === undefined) return responses;
  const good = goodResponse(declaration, schemas);
  // While the outcome is unknown, the same layout is sent with another status.
  const pending = { ...good, description: 'Accepted: the outcome is not known yet.' };
  return { 200: good, ...(describe.pending && { 202: pending }), ...responses };
}

/** Whether the server itself refuses with these codes, before an account is known. */
function isRefusedByServer(codes: ErrorCode[]): boolean {
  return codes.every((code) => REFUSED_BY_SERVER.has(code));
}

const REFUSED_BY_SERVER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REQUEST_BODY_TIMEOUT',
  'EXPECTATION_FAILED',
  'REQUEST_HEADER_FIELDS_TOO_LARGE',
]);

const GROUPS: Record<number, HeaderGroup[]> = {
  402: ['discovery'],
  409: ['waits'],
  429: ['refusals', 'waits'],
  503: ['waits'],
};

function goodResponse({ auth, describe, csv }: Declaration, schemas: SchemaStore): object {
  const { answer, chunk, binary = [] } = describe ?? {};
  return {
    description: 'OK',
    headers: headersOf([
      ...groupsOf(auth),
      ...(auth === 'inference' ? (['repeats', 'compressed'] as const) : []),
      ...(csv ? (['tables'] as const) : []),
      ...(describe?.headers ? [describe.headers] : []),
    ]),
    content: {
      ...(answer && { 'application/json': withExample(schemas.schemaOf(answer, 'output'), schemas) }),
      ...(chunk && { 'text/event-stream': { schema: eventSchema(chunk, schemas) } }),
      // Raw bytes have no schema of their own in OpenAPI 3.1.
      ...Object.fromEntries(binary.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      ...(csv ? { 'text/csv': { schema: { type: 'string' } } } : {}),
    },
  };
}

/** One event of a stream, in OpenAPI 3.2's notation: its data is JSON in a string. */
function eventSchema(chunk: z.ZodType, { schemaOf }: SchemaStore): object {
  const contentSchema = { oneOf: [schemaOf(chunk, 'output'), schemaOf(OpenAiError, 'output')] };
  const event = (data: object) => ({ type: 'object', properties: { data }, required: ['data'] });
  return {
    description: 'One stream event. The data of the last one is `[DONE]`.',
    anyOf: [event({ type: 'string', contentMediaType: 'application/json', contentSchema }), event({ const: '[DONE]' })],
  };
}

function withExample(schema: JsonSchema, { components }: SchemaStore): object {
  return { schema, example: exampleOf(schema, components) };
}

function groupsOf(auth: Declaration['auth']): HeaderGroup[] {
  if (auth === 'public') return ['always'];
  if (auth === 'payment') return ['always', 'payments'];
  return auth === 'inference' ? ['always', 'accounts', 'inference', 'wallets'] : ['always', 'accounts'];
}

/** The error layouts that these codes use (docs/api-rules.md, "Errors"). */
function errorSchema(codes: ErrorCode[], { schemaOf }: SchemaStore): JsonSchema {
  const isOfPayments = (code: ErrorCode) => PAYMENT_CODES.some((one) => one === code);
  const plain = codes.filter(
    (code) => code !== 'TOO_MANY_TOKENS' && code !== 'PAYMENT_REQUIRED' && !isOfPayments(code),
  );
  const layout = plain.includes('INVALID_REQUEST') ? DetailedError : StandardError;
  const plainError = { allOf: [schemaOf(layout, 'output'), { properties: { code: { enum: plain } } }] };
  const ofPayments = codes.filter(isOfPayments);
  const paymentError = {
    allOf: [schemaOf(PaymentError, 'output'), { properties: { error: { enum: ofPayments } } }],
  };
  const layouts = [
    ...(plain.length > 0 ? [plainError] : []),
    ...(codes.includes('TOO_MANY_TOKENS') ? [schemaOf(OpenAiError, 'output')] : []),
    ...(codes.includes('PAYMENT_REQUIRED') ? paymentLayouts(codes).map((one) => schemaOf(one, 'output')) : []),
    ...(ofPayments.length > 0 ? [paymentError] : []),
  ];
  return layouts.length === 1 ? (layouts[0] ?? {}) : { oneOf: layouts };
}

/** The layouts of a 402: for a top-up the ways to pay, elsewhere where to get a credential, or how to add credit. */
function paymentLayouts(codes: ErrorCode[]) {
  return codes.includes('SETTLEMENT_FAILED') ? [WaysToPay] : [PaymentRequired, CreditTooLow];
}
