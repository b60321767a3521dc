import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { setHeader } from '../answer/header-list';
import { refuse } from '../answer/reply';

/** How long a refused client may take to read why, before its connection is cut. */
const LINGER_MS = SECOND_MS;

/** What Node's parser and clocks call the failures that have a status of their own. */
const BY_CODE: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError('PAYLOAD_TOO_LARGE', 'The extensions of the body’s chunks are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('REQUEST_BODY_TIMEOUT', 'The request did not arrive in time.'),
};

/** 431: more headers, or longer ones, than are read. */
export function headTooLarge(): ApiError {
  return new ApiError('REQUEST_HEADER_FIELDS_TOO_LARGE', 'The headers of the request are too large or too many.');
}

/** What Node's HTTP parser makes of a connection, as an error of ours; null where the other end is just gone. */
export function refusalOf(failure: NodeJS.ErrnoException): ApiError | null {
  const known = BY_CODE[failure.code ?? ''];
  if (known) return known();
  // The client's own way of leaving; nobody reads an answer.
  if (failure.code === 'ECONNRESET' || failure.code === 'EPIPE') return null;
  return new ApiError('INVALID_REQUEST', 'This is not a readable HTTP request.', { cause: failure });
}

/** CONNECT asks for a tunnel: refused on the connection itself, for Node gives no response object for it. */
export function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  writeRefusal(socket, new ApiError('METHOD_NOT_ALLOWED', 'The method CONNECT is not answered here.'));
}

/**
 * Answers on the bare connection where Node has no response object to answer with: our JSON, our headers, and the end
 * of the connection.
 * @param isFree whether no other answer has begun on the connection; asked just before the refusal is written
 */
export function writeRefusal(socket: Duplex, problem: ApiError, isFree = () => true): void {
  const { status, headers, body } = refuse(problem, { method: undefined });
  const text = typeof body === 'string' ? body : '';
  setHeader(headers, 'content-length', String(Buffer.byteLength(text)));
  setHeader(headers, 'connection', 'close');
  setHeader(headers, 'date', new Date(clock.now()).toUTCString());
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  if (!socket.writable || !isFree()) {
    socket.destroy();
    return;
  }
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(text)]));
  // Cut at once, bytes that the client still sends would make the system throw the answer away.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}
