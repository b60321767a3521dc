import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The return value of the parser's callback that skips a request. */
const SKIP_BODY_AND_UPGRADE = 2;

/**
 * Makes Node's parser skip all further requests of a connection. Even after the connection is destroyed, it would
 * parse the rest of the same read, perhaps a thousand requests, and create a response for each.
 */
export function skipRequests(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser) Reflect.set(parser, 'onIncoming', () => SKIP_BODY_AND_UPGRADE);
}

/** What makes the parsers of given-up requests usable again, by connection. */
const restorers = new WeakMap<Duplex, () => void>();

/**
 * Gives up the request that Node's parser is reading: the rest of the same read is only counted through, which is hundreds
 * of times cheaper, and at its end the server reports the error `HPE_PAUSED`. (A parser that is paused goes on to the end
 * of the read.)
 */
export function giveUpParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser || restorers.has(socket)) return;
  const name = Number(Reflect.get(parser.constructor, 'kOnBody'));
  const onBody: unknown = Reflect.get(parser, name);
  Reflect.set(parser, name, null);
  restorers.set(socket, () => void Reflect.set(parser, name, onBody));
  // Before Node's own listener, which frees the parser.
  socket.prependOnceListener('close', () => restoreParser(socket));
  const pause: unknown = Reflect.get(parser, 'pause');
  if (typeof pause === 'function') pause.call(parser);
}

/**
 * Leaves what a connection sends in the system's buffer, so that its client cannot send on. `socket.pause()` does not
 * do that, because the parser reads from the handle itself.
 */
export function stopReading(socket: Duplex): void {
  const handle: unknown = Reflect.get(socket, '_handle');
  const readStop: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'readStop') : null;
  if (typeof readStop === 'function') readStop.call(handle);
}

/**
 * Makes the parser of a given-up request usable again. To be called whenever Node frees a parser, because the next
 * connection gets it: when a connection closes, and at a CONNECT.
 */
export function restoreParser(socket: Duplex): void {
  restorers.get(socket)?.();
  restorers.delete(socket);
}

function parserOf(socket: Socket): object | null {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' ? parser : null;
}
