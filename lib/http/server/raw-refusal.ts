import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { setHeader } from '../answer/header-list';
import { refuse } from '../answer/reply';
import { pauseBeforeRefusal } from './bound-chunks';
import { stopReading } from './node-parser';

/** How long a refused client has to read the response before its connection is cut. */
const LINGER_MS = SECOND_MS;

/** Error codes of Node's parser and timeouts that have a status of their own. */
const BY_CODE: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: headTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError('PAYLOAD_TOO_LARGE', 'The chunk extensions of the request body are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('REQUEST_BODY_TIMEOUT', 'The request did not arrive in time.'),
};

/** 431: too many or too long headers. */
export function headTooLarge(): ApiError {
  return new ApiError('REQUEST_HEADER_FIELDS_TOO_LARGE', 'The request has too many headers, or they are too large.');
}

/** A failure of Node's HTTP parser as one of our errors; null if the client has left, because nobody would read it. */
export function refusalOf(failure: NodeJS.ErrnoException): ApiError | null {
  const known = BY_CODE[failure.code ?? ''];
  if (known) return known();
  if (failure.code === 'ECONNRESET' || failure.code === 'EPIPE') return null;
  return new ApiError('INVALID_REQUEST', 'This is not a readable HTTP request.', { cause: failure });
}

/** CONNECT asks for a tunnel. It is refused on the connection itself, because Node provides no response object for it. */
export function refuseTunnel(_incoming: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  writeRefusal(socket, new ApiError('METHOD_NOT_ALLOWED', 'The method CONNECT is not supported.'));
}

/**
 * Writes our JSON and headers to the bare connection, for cases in which Node provides no response object; then closes it.
 * @param isFree whether no other response has begun on the connection; checked just before the refusal is written
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
  // If the connection were cut at once, bytes that the client is still sending would make the system drop the response.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(cut));
}

/** The same for an abandoned body: reads nothing more, and writes the refusal after a pause that its address has earned. */
export function writeRefusalLater(socket: Duplex, problem: ApiError, isFree: () => boolean): void {
  stopReading(socket);
  const { remoteAddress } = socket as Socket;
  const later = setTimeout(() => writeRefusal(socket, problem, isFree), pauseBeforeRefusal(remoteAddress ?? ''));
  socket.once('close', () => clearTimeout(later));
}
