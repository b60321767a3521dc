import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Peer } from '../../accounts/caller';
import { processState } from '../../platform/process-state';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { setDoor } from './door';
import { DOOR_TIMES } from './times';
import { payloadTooLarge } from '../answer/errors';

/** How long the rest of a refused body is taken in. */
const DISCARD_MS = 2_000;

/**
 * A `node:http` request as a web `Request`. The body stays on the socket until the pipeline asks for it; the
 * signal fires when the client leaves before the answer's end.
 * @param bodyIdleMs how long the next byte of the body may be awaited
 */
export function toWebRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  peer: Peer,
  bodyIdleMs: number = DOOR_TIMES.bodyIdleMs,
): Request {
  // A Host header may be anything; whoever needs it reads the header itself.
  const request = new Request(`http://localhost${incoming.url ?? '/'}`, {
    method: incoming.method,
    headers: headersOf(incoming),
  });
  const left = new AbortController();
  const atWork = requestsAtWork();
  atWork.add(left);
  outgoing.once('close', () => {
    atWork.delete(left);
    if (!outgoing.writableFinished) left.abort(callerLeft());
  });
  setDoor(request, { peer, signal: left.signal, read: (limit) => readIncoming(incoming, limit, bodyIdleMs) });
  return request;
}

/** Ends every request that is still at work: its caller is told the reason, or as much of it as fits behind what has come. */
export function endRequests(reason: ApiError): void {
  for (const controller of requestsAtWork()) controller.abort(reason);
}

function requestsAtWork(): Set<AbortController> {
  return processState('http.at-work', () => new Set<AbortController>());
}

/**
 * Writes a web `Response` to a `node:http` response: one chunk of a stream in one write, waiting where the client
 * takes slowly, cancelling the stream where the client leaves.
 */
export async function writeWebResponse(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const streamed = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (response.body === null || incoming.method === 'HEAD' || !streamed) {
    const body = response.body === null ? null : Buffer.from(await response.arrayBuffer());
    if (body !== null) headers['content-length'] = String(body.byteLength);
    const unread = !incoming.complete && hasBody(incoming);
    if (unread) headers.connection = 'close';
    outgoing.writeHead(response.status, headers);
    outgoing.end(incoming.method === 'HEAD' ? undefined : (body ?? undefined));
    if (unread) discard(incoming);
    return;
  }
  outgoing.writeHead(response.status, headers);
  await pump(response.body.getReader(), outgoing);
}

/**
 * Takes in, for a moment, what an early refusal left unread: a client that is still writing would otherwise lose the
 * answer. Then the connection ends, for the rest would be taken for the next request.
 */
function discard(incoming: IncomingMessage): void {
  const end = setTimeout(() => incoming.socket.destroy(), DISCARD_MS);
  incoming.once('close', () => clearTimeout(end));
  incoming.once('end', () => clearTimeout(end));
  incoming.resume();
}

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const stop = () => void reader.cancel().catch(() => undefined);
  // One who left while the first part was awaited has told so already.
  if (outgoing.destroyed) return stop();
  outgoing.once('close', stop);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  outgoing.off('close', stop);
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle);
      outgoing.off('close', settle);
      resolve();
    };
    outgoing.once('drain', settle);
    outgoing.once('close', settle);
    if (outgoing.destroyed) settle();
  });
}

function readIncoming(incoming: IncomingMessage, limit: number, idleMs: number): Promise<Uint8Array> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(payloadTooLarge(limit));
  // Its sender has gone before anybody asked for it: no event will come any more.
  if (incoming.destroyed && !incoming.readableEnded) return Promise.reject(callerLeft());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const giveUp = (problem: ApiError) => {
      clearTimeout(idle);
      chunks.length = 0;
      incoming.removeAllListeners('data');
      incoming.pause();
      reject(problem);
    };
    const idle = setTimeout(() => giveUp(bodyTooSlow(idleMs)), idleMs);
    incoming.on('data', (chunk: Buffer) => {
      idle.refresh();
      size += chunk.byteLength;
      if (size > limit) giveUp(payloadTooLarge(limit));
      else chunks.push(chunk);
    });
    incoming.once('end', () => {
      clearTimeout(idle);
      resolve(chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : Buffer.concat(chunks));
    });
    const leave = () => {
      clearTimeout(idle);
      reject(callerLeft());
    };
    incoming.once('error', leave);
    incoming.once('close', leave);
  });
}

function callerLeft(): DOMException {
  return new DOMException('The client left.', 'AbortError');
}

function bodyTooSlow(idleMs: number): ApiError {
  return new ApiError('REQUEST_BODY_TIMEOUT', `Nothing of the request body came for ${idleMs / SECOND_MS} seconds.`);
}

function hasBody(incoming: IncomingMessage): boolean {
  return incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length'] ?? 0) > 0;
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  }
  return headers;
}
