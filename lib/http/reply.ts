import { isApiError } from '../core/errors';
import type { ReplyFacts } from '../core/reply-facts';
import { toWireNames } from '../core/service-name';
import { settings } from '../platform/env';
import { toWireError } from './errors';
import { CORS_HEADERS } from './cors';
import { csvText, type CsvFile } from './csv';
import { newRequestId, replyHeaders } from './headers';
import { sseBody } from './sse';

/** One request and its answer, as far as headers tell. */
export type Exchange = {
  requestId: string;
  facts: ReplyFacts;
  /** The headers that let other origins read the answer; empty for the console's own routes. */
  origins: Record<string, string>;
};

/**
 * What a run returned as a `Response`: a plain object is JSON, an async iterable is a stream of server-sent events.
 * The first item is awaited, so that a failure before any output is a status and not a broken stream.
 */
export async function reply(result: object, exchange: Exchange): Promise<Response> {
  if (!isAsyncIterable(result)) return json(200, toWireNames(result, settings().serviceId), headersOf(exchange, false));
  const iterator = result[Symbol.asyncIterator]();
  const first = await iterator.next();
  const headers = {
    ...headersOf(exchange, false),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
  return new Response(sseBody(first, iterator, exchange.requestId), { headers });
}

/** A table as a `Response` that a browser saves as a file. */
export function replyCsv(file: CsvFile, exchange: Exchange): Response {
  return new Response(csvText(file), {
    headers: {
      ...headersOf(exchange, false),
      ...file.headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${file.filename}`,
      'cache-control': 'no-store',
    },
  });
}

/** A thrown value as a `Response`. The only place where an error becomes one. */
export function replyError(thrown: unknown, exchange: Exchange): Response {
  const { status, body, headers } = toWireError(thrown, exchange.requestId);
  if (isApiError(thrown)) exchange.facts.balanceBefore ??= thrown.options.balanceBefore;
  return json(status, body, { ...headersOf(exchange, true), ...headers });
}

/** A refusal that no endpoint gave: an unknown path, a wrong method, a request that cannot be read. */
export function refuse(thrown: unknown): Response {
  return replyError(thrown, { requestId: newRequestId(), facts: {}, origins: CORS_HEADERS });
}

function headersOf({ requestId, facts, origins }: Exchange, failed: boolean): Record<string, string> {
  return { ...origins, ...replyHeaders(requestId, facts, failed) };
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}

function isAsyncIterable(value: object): value is AsyncIterable<object> {
  return Symbol.asyncIterator in value;
}
