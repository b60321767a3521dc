import type { ReplyFacts } from '../core/reply-facts';
import { toWireNames } from '../core/service-name';
import { settings } from '../platform/env';
import { CORS_HEADERS } from './cors';
import { toWireError } from './errors';
import { replyHeaders } from './headers';
import { sseBody } from './sse';

/**
 * What a run returned as a `Response`: a plain object is JSON, an async iterable is a stream of server-sent events.
 * The first item is awaited, so that a failure before any output is a status and not a broken stream.
 */
export async function reply(result: object, requestId: string, facts: ReplyFacts): Promise<Response> {
  if (!isAsyncIterable(result))
    return json(200, toWireNames(result, settings().serviceId), replyHeaders(requestId, facts, false));
  const iterator = result[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new Response(sseBody(first, iterator, requestId), {
    headers: {
      ...CORS_HEADERS,
      ...replyHeaders(requestId, facts, false),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** A thrown value as a `Response`. The only place where an error becomes one. */
export function replyError(thrown: unknown, requestId: string, facts: ReplyFacts): Response {
  const { status, body, headers } = toWireError(thrown, requestId);
  return json(status, body, { ...replyHeaders(requestId, facts, true), ...headers });
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...CORS_HEADERS,
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}

function isAsyncIterable(value: object): value is AsyncIterable<object> {
  return Symbol.asyncIterator in value;
}
