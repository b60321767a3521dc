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

/** Connections whose parser was made to give up. */
const givenUp = new WeakSet<Socket>();

/**
 * Gives up the request that Node's parser is reading: the rest of the same read is only counted through, which is hundreds
 * of times cheaper, and at its end the server reports the error `HPE_PAUSED`, unless the body ended before. (A parser that
 * is paused goes on to the end of the read.)
 */
export function giveUpParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser || givenUp.has(socket)) return;
  givenUp.add(socket);
  const name = Number(Reflect.get(parser.constructor, 'kOnBody'));
  const onBody: unknown = Reflect.get(parser, name);
  Reflect.set(parser, name, null);
  // Before Node's own listener, which frees the parser: the next connection gets it.
  socket.prependOnceListener('close', () => Reflect.set(parser, name, onBody));
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

function parserOf(socket: Socket): object | null {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' ? parser : null;
}
