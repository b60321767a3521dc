import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { ApiError } from '../core/errors';
import { toWrittenNames } from '../core/service-name';
import { settings } from '../platform/env';
import type { Door } from './door/door';
import { fromZodError } from './answer/errors';
import type { ApiRequest } from './request';
import { withoutMark } from '../core/byte-order-mark';

/** Largest JSON body (contract 1.2). */
const MAX_JSON_BYTES = 35_000_000;
/** Largest body of the console's own routes, some of which take strangers. */
const MAX_CONSOLE_BYTES = 64_000;

/**
 * Reads and parses a JSON body, at most 35 MB, or 64 KB where it is to be small.
 * @returns what the schema made of it, and the bytes as they came
 * @throws ApiError INVALID_CONTENT_TYPE, PAYLOAD_TOO_LARGE, INVALID_REQUEST (malformed JSON, schema violations)
 */
export async function readBody<S extends z.ZodType>(
  request: ApiRequest,
  door: Door,
  schema: S,
  small: boolean,
): Promise<{ value: z.output<S>; bytes: Uint8Array }> {
  const bytes = await readBytes(request, door, small ? MAX_CONSOLE_BYTES : MAX_JSON_BYTES);
  // Some clients name a content type on a DELETE without a body (contract 1.5a 8); the query then says it all.
  const input = bytes.byteLength === 0 ? emptyBody(request) : parseJson(bytes);
  return { value: parse(schema, toWrittenNames(input, settings().serviceId)), bytes };
}

/**
 * Parses the query string; a repeated name keeps its last value, or all of them where its schema takes a list. Unknown
 * names are dropped by the schema.
 */
export function readQuery<S extends z.ZodType>(request: ApiRequest, schema: S): z.output<S> {
  const { searchParams } = new URL(request.url);
  const input: Record<string, unknown> = Object.fromEntries(searchParams);
  const fields: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {};
  for (const name of Object.keys(fields)) {
    if (searchParams.has(name) && fields[name]?.safeParse([]).success) input[name] = searchParams.getAll(name);
  }
  return parse(schema, input);
}

async function readBytes(request: ApiRequest, door: Door, limit: number): Promise<Uint8Array> {
  const type = request.headers.get('content-type');
  if (request.method !== 'DELETE' && !isJson(type)) {
    throw new ApiError('INVALID_CONTENT_TYPE', 'The content type must be application/json.');
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('INVALID_CONTENT_TYPE', `The request body must not be encoded (Content-Encoding: ${encoding}).`);
  }
  return door.read(limit);
}

function isJson(type: string | null): boolean {
  return type !== null && /^application\/json\s*(;|$)/i.test(type.trim());
}

function emptyBody(request: ApiRequest): unknown {
  if (request.method === 'DELETE') return {};
  throw new ApiError('INVALID_REQUEST', 'The request body is empty; it must be a JSON object.');
}

/** Deeper than any schema of a tool; far below what a walk through all levels can bear. */
const MAX_DEPTH = 200;

function parseJson(bytes: Uint8Array): unknown {
  const value = decodeJson(bytes);
  if (!isDeeper(value, MAX_DEPTH)) return value;
  throw new ApiError('INVALID_REQUEST', `The request body is nested too deeply: at most ${MAX_DEPTH} levels`);
}

/** Whether a value has more levels of arrays and objects than this. The parser takes any number, a walk does not. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // By index: a loop over names would make a text of each of a million indexes.
  if (Array.isArray(value)) return value.some((child) => isDeeper(child, levels - 1));
  for (const name in value) {
    if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}

function decodeJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message.slice(0, MAX_REASON_CHARACTERS)}` : '';
    throw new ApiError('INVALID_REQUEST', `${NO_JSON}${reason}`, { cause, noted: NO_JSON });
  }
}

/** @throws TypeError where the bytes are no UTF-8 */
function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new TypeError('The body is not UTF-8');
  return withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}

const NO_JSON = 'The request body is not valid JSON';
const MAX_REASON_CHARACTERS = 120;

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw fromZodError(result.error, input);
  return result.data;
}
