import { newMetadata, type ReplyMetadata } from '../../core/reply-metadata';
import { isApiError } from '../../core/errors';
import { log } from '../../platform/log';
import { countRequest } from '../../platform/metrics/metrics';
import type { BinaryDocument } from './binary';
import { compress, wantedEncoding } from './compress';
import { corsHeaders } from './cors';
import type { CsvFile } from './csv';
import type { Download } from './download';
import { toWireError } from './errors';
import { type HeaderList, setHeaders } from './header-list';
import { newRequestId, replyHeaders } from './headers';
import { sse, type StreamBody, type StreamWatch } from './sse';
import type { TextDocument } from './text';

/** A response before it is written to a socket (server/node-adapter.ts) or becomes a web `Response` (web-response.ts). */
export type Reply = {
  status: number;
  headers: HeaderList;
  body: string | Uint8Array | StreamBody | null;
};

/** What the headers of a reply are built from. */
type Head = {
  requestId: string;
  metadata: ReplyMetadata;
  /** The CORS headers; empty for the console's own routes. */
  origins: Readonly<HeaderList>;
};

const NO_STORE = ['cache-control', 'no-store'] as const;

/** The status of an answer: 202 while the outcome of a payment is unknown. */
export function statusOf({ payment }: ReplyMetadata): number {
  return payment?.pendingSeconds === undefined ? 200 : 202;
}

/**
 * A JSON document as a reply.
 * @param compressible the request's `Accept-Encoding` if the response may be compressed
 *   (docs/api-rules.md, "Compression"), else null
 */
export async function replyJson(
  text: string,
  head: Head,
  compressible: { acceptEncoding: string | null } | null,
  further: Record<string, string> = {},
): Promise<Reply> {
  const headers = headersOf(head, false);
  setHeaders(headers, further);
  if (compressible !== null) headers.push('vary', 'accept-encoding');
  const status = statusOf(head.metadata);
  const pendingSeconds = head.metadata.payment?.pendingSeconds;
  if (pendingSeconds !== undefined) headers.push('retry-after', String(pendingSeconds));
  const encoding = compressible === null ? null : wantedEncoding(compressible.acceptEncoding);
  if (encoding === null) return json(status, text, headers);
  headers.push('content-encoding', encoding);
  return json(status, await compress(text, encoding), headers);
}

/**
 * An iterator of lists of objects as a reply of server-sent events.
 * @param first the item that was awaited before the response began, so that a failure before it becomes an error status
 */
export function replyStream(
  first: IteratorResult<readonly object[]>,
  iterator: AsyncIterator<readonly object[]>,
  head: Head,
  watch: StreamWatch,
): Reply {
  return { status: 200, headers: streamHeaders(head), body: sse(first, iterator, head.requestId, watch) };
}

/** The events of an earlier stream as a reply; `body` writes them. */
export function replyFrames(body: StreamBody, head: Head, further: Record<string, string>): Reply {
  const headers = streamHeaders(head);
  setHeaders(headers, further);
  return { status: 200, headers, body };
}

/** A table as a file download: its text, or a function that writes it. */
export function replyCsv(file: CsvFile, head: Head, body: string | StreamBody): Reply {
  const headers = headersOf(head, false);
  setHeaders(headers, file.headers);
  headers.push('content-type', 'text/csv; charset=utf-8', ...NO_STORE);
  headers.push('content-disposition', `attachment; filename=${file.filename}`);
  return { status: 200, headers, body };
}

/** A file of any length as a download; `body` writes its pieces. */
export function replyDownload(
  { filename, contentType }: Omit<Download, 'pieces'>,
  head: Head,
  body: StreamBody,
): Reply {
  const headers = headersOf(head, false);
  headers.push('content-type', contentType, ...NO_STORE, 'x-accel-buffering', 'no');
  headers.push('content-disposition', `attachment; filename=${filename}`);
  return { status: 200, headers, body };
}

/** Bytes as a reply. */
export function replyBinary(
  { bytes, contentType }: BinaryDocument,
  head: Head,
  further: Record<string, string> = {},
): Reply {
  const headers = headersOf(head, false);
  setHeaders(headers, further);
  headers.push('content-type', contentType, ...NO_STORE);
  return { status: 200, headers, body: bytes };
}

/** Plain text as a reply. */
export function replyText({ text, bytes, contentType }: TextDocument, head: Head): Reply {
  const headers = headersOf(head, false);
  headers.push('content-type', contentType, ...NO_STORE);
  return { status: 200, headers, body: bytes ?? text };
}

/**
 * A thrown value as a reply. The only function that turns an error into one.
 * @param left whether the caller has left
 */
export function replyError(thrown: unknown, head: Head, left = false): Reply {
  const { status, body, headers } = toWireError(thrown, head.requestId, left);
  if (isApiError(thrown)) head.metadata.balanceBefore ??= thrown.options.balanceBefore;
  const all = headersOf(head, true);
  setHeaders(all, headers);
  return json(status, JSON.stringify(body), all);
}

/** What is known about a request that no endpoint answers. */
export type Refused = {
  method: string | undefined;
  /** The request's `Origin` header. */
  origin?: string | null | undefined;
  /** Whether it is one of the console's own routes, which send no CORS headers. */
  isOwn?: boolean;
};

/** A refusal outside of any endpoint: an unknown path, a wrong method, an unreadable request. */
export function refuse(thrown: unknown, { method = 'other', origin, isOwn }: Refused): Reply {
  const requestId = newRequestId();
  const reply = replyError(thrown, { requestId, metadata: newMetadata(), origins: isOwn ? [] : corsHeaders(origin) });
  const { status } = reply;
  countRequest({ route: 'other', method, status, seconds: 0 });
  log.info(
    { requestId, method, status, ending: 'failed', ...(isApiError(thrown) && { code: thrown.code }) },
    'request',
  );
  return reply;
}

/** A reply without a body, e.g. to a preflight. */
export function replyEmpty(headers: HeaderList): Reply {
  const head: Head = { requestId: newRequestId(), metadata: newMetadata(), origins: [] };
  return { status: 204, headers: [...headersOf(head, false), ...headers], body: null };
}

function headersOf({ requestId, metadata, origins }: Head, failed: boolean): HeaderList {
  return replyHeaders(requestId, metadata, failed, origins);
}

function streamHeaders(head: Head): HeaderList {
  const headers = headersOf(head, false);
  headers.push('content-type', 'text/event-stream; charset=utf-8');
  headers.push('cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no');
  return headers;
}

function json(status: number, body: string | Uint8Array, headers: HeaderList): Reply {
  headers.push('content-type', 'application/json; charset=utf-8', ...NO_STORE);
  return { status, headers, body };
}
