import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { ApiError } from '../../core/errors';
import type { RendererLease } from '../../pages/renderer';
import { encodeVisitor, VISITOR_HEADER } from '../../pages/visitor';

/** Bytes of a page buffered for a slow reader: larger than any of our pages, so that a slow reader never blocks the renderer. */
const MAX_BUFFERED_BYTES = 1_048_576;
const RETRY_AFTER_SECONDS = 1;

/** Headers that concern one connection only (RFC 9110, 7.6.1), or a body, which pages do not take. */
const DROPPED_FROM_REQUEST = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'expect', 'content-length', 'content-type', 'content-encoding'],
  // No page reads a key.
  'authorization',
]);
const DROPPED_FROM_RESPONSE = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** The session's cookies stay in the API process. */
const SESSION_COOKIE = /^\s*(__Secure-|__Host-)?next-auth\./;

/** A page request and its visitor. */
export type PageRequest = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  visitor: Parameters<typeof encodeVisitor>[0];
};

/**
 * Passes a page request to the renderer and its response to the client.
 * @param onRendered called once the renderer has written the page; the client may still be reading it
 * @returns resolves when the response has ended, even if the client left
 * @throws ApiError NOT_READY or REQUEST_TIMEOUT if the renderer failed before the response began
 */
export function passPage(page: PageRequest, lease: RendererLease, onRendered: () => void): Promise<void> {
  const { incoming, outgoing } = page;
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    let isLate = false;
    const passed = request({
      socketPath: lease.socketPath,
      agent: lease.agent,
      method: incoming.method,
      path: incoming.url,
      headers: requestHeaders(page),
    });
    const timer = setTimeout(() => {
      isLate = true;
      // A page that has begun only waits for its reader; one that has not is stuck and blocks all pages behind it.
      if (!hasBegun) lease.kill();
      passed.destroy(new Error('The page took too long.'));
    }, lease.limitMs);
    const rendered = () => {
      clearTimeout(timer);
      lease.done();
      onRendered();
    };
    passed.once('close', rendered);
    passed.on('error', (cause) => {
      rendered();
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
      else reject(isLate ? tooLate(cause) : rendererLost(cause));
    });
    outgoing.once('close', () => {
      passed.destroy();
      resolve();
    });
    passed.once('response', (response) => {
      hasBegun = true;
      lease.answered();
      writeResponse(response, passed, outgoing, rendered);
    });
    passed.end();
  });
}

function writeResponse(
  response: IncomingMessage,
  passed: ClientRequest,
  outgoing: ServerResponse,
  rendered: () => void,
): void {
  outgoing.writeHead(response.statusCode ?? 500, responseHeaders(response));
  response.on('data', (chunk: Buffer) => {
    if (outgoing.write(chunk) || outgoing.writableLength < MAX_BUFFERED_BYTES) return;
    response.pause();
    outgoing.once('drain', () => response.resume());
  });
  response.once('end', () => {
    rendered();
    outgoing.end();
  });
  // The renderer crashed: the client must not mistake a partial page for a complete one.
  response.once('close', () => response.complete || outgoing.destroy());
  response.on('error', () => passed.destroy());
}

function requestHeaders({ incoming, visitor }: PageRequest): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || DROPPED_FROM_REQUEST.has(name)) continue;
    headers[name] = value;
  }
  if (incoming.headers.cookie !== undefined) headers.cookie = withoutSession(incoming.headers.cookie);
  // Replaces any value that the client sent under this name.
  headers[VISITOR_HEADER] = encodeVisitor(visitor);
  return headers;
}

function withoutSession(cookies: string): string {
  return cookies
    .split(';')
    .filter((cookie) => !SESSION_COOKIE.test(cookie))
    .join(';')
    .trim();
}

/** Repeated headers become lists, because Node keeps only the last of those set one by one. */
function responseHeaders({ rawHeaders }: IncomingMessage): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    const value = rawHeaders[at + 1] ?? '';
    const earlier = headers[name];
    if (!DROPPED_FROM_RESPONSE.has(name)) headers[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return headers;
}

function tooLate(cause: unknown): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The page took too long. Try again.', { cause });
}

function rendererLost(cause: unknown): ApiError {
  const options = { cause, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new ApiError('NOT_READY', 'The page could not be rendered. Try again.', options);
}
