import type { ReplyFacts } from '../../core/reply-facts';
import { toWireNames } from '../../core/service-name';
import { isApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { countRequest } from '../../platform/metrics';
import { compress, wantedEncoding } from './compress';
import { corsHeaders } from './cors';
import { csvText, type CsvFile } from './csv';
import { toWireError } from './errors';
import { newRequestId, replyHeaders } from './headers';
import { sseBody, type StreamWatch } from './sse';
import type { TextDocument } from './text';

/** One answer, as far as its headers tell. */
type Head = {
  requestId: string;
  facts: ReplyFacts;
  /** The headers that let other origins read the answer; empty for the console's own routes. */
  origins: Record<string, string>;
};

/** A JSON document as it goes out, before it is compressed. */
export function jsonText(result: object): string {
  return JSON.stringify(toWireNames(result, settings().serviceId));
}

/**
 * A JSON document as a `Response`.
 * @param compressible the request's `Accept-Encoding` where the answer may be compressed (contract 1.2), else null
 */
export async function replyJson(
  text: string,
  head: Head,
  compressible: { acceptEncoding: string | null } | null,
  further: Record<string, string> = {},
): Promise<Response> {
  const vary: Record<string, string> = compressible === null ? {} : { vary: 'accept-encoding' };
  const headers = { ...headersOf(head, false), ...further, ...vary };
  const encoding = compressible === null ? null : wantedEncoding(compressible.acceptEncoding);
  if (encoding === null) return json(200, text, headers);
  return json(200, await compress(text, encoding), { ...headers, 'content-encoding': encoding });
}

/**
 * An iterator of objects as a `Response` of server-sent events.
 * @param first the item that was awaited before the answer began, so that a failure before it is a status
 */
export function replyStream(
  first: IteratorResult<object>,
  iterator: AsyncIterator<object>,
  head: Head,
  watch: StreamWatch,
): Response {
  return new Response(sseBody(first, iterator, head.requestId, watch), { headers: streamHeaders(head) });
}

/** The frames of an earlier stream as a `Response`, one frame in one chunk as they were. */
export function replyFrames(text: string, head: Head, further: Record<string, string>): Response {
  const frames = text.split(/(?<=\n\n)/);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const frame = frames.shift();
        if (frame === undefined || frame === '') controller.close();
        else controller.enqueue(encoder.encode(frame));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...streamHeaders(head), ...further } });
}

/** A table as a `Response` that a browser saves as a file. */
export function replyCsv(file: CsvFile, head: Head): Response {
  return new Response(csvText(file), {
    headers: {
      ...headersOf(head, false),
      ...file.headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${file.filename}`,
      'cache-control': 'no-store',
    },
  });
}

/** Plain text as a `Response`. */
export function replyText({ text, contentType }: TextDocument, head: Head): Response {
  return new Response(text, {
    headers: { ...headersOf(head, false), 'content-type': contentType, 'cache-control': 'no-store' },
  });
}

/**
 * A thrown value as a `Response`. The only place where an error becomes one.
 * @param left whether the caller has left
 */
export function replyError(thrown: unknown, head: Head, left = false): Response {
  const { status, body, headers } = toWireError(thrown, head.requestId, left);
  if (isApiError(thrown)) head.facts.balanceBefore ??= thrown.options.balanceBefore;
  return json(status, JSON.stringify(body), { ...headersOf(head, true), ...headers });
}

/** What is known of a request that no endpoint answers. */
export type Refused = {
  method: string | undefined;
  /** Of the request's header. */
  origin?: string | null | undefined;
  /** The console's own routes grant other origins nothing. */
  isOwn?: boolean;
};

/** A refusal that no endpoint gave: an unknown path, a wrong method, a request that cannot be read. */
export function refuse(thrown: unknown, { method = 'other', origin, isOwn }: Refused): Response {
  const requestId = newRequestId();
  const response = replyError(thrown, { requestId, facts: {}, origins: isOwn ? {} : corsHeaders(origin) });
  const { status } = response;
  countRequest({ route: 'other', method, status, seconds: 0 });
  log.info(
    { requestId, method, status, ending: 'failed', ...(isApiError(thrown) && { code: thrown.code }) },
    'request',
  );
  return response;
}

/** An answer without a body, e.g. to a preflight. */
export function replyEmpty(headers: Record<string, string>): Response {
  const head: Head = { requestId: newRequestId(), facts: {}, origins: {} };
  return new Response(null, { status: 204, headers: { ...headersOf(head, false), ...headers } });
}

function headersOf({ requestId, facts, origins }: Head, failed: boolean): Record<string, string> {
  return { ...origins, ...replyHeaders(requestId, facts, failed) };
}

function streamHeaders(head: Head): Record<string, string> {
  return {
    ...headersOf(head, false),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  };
}

function json(status: number, body: BodyInit, headers: Record<string, string>): Response {
  return new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}
