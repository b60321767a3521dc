import type { Socket } from 'node:net';

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

/**
 * Abandons the request that Node's parser is reading. A paused parser still parses to the end of the read; without its
 * callback that is hundreds of times cheaper. At the end of the read the server reports the error `HPE_PAUSED`.
 */
export function giveUpParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser) return;
  const name = Number(Reflect.get(parser.constructor, 'kOnBody'));
  const onBody: unknown = Reflect.get(parser, name);
  Reflect.set(parser, name, null);
  // Restored before Node reuses the parser for another connection.
  socket.prependOnceListener('close', () => Reflect.set(parser, name, onBody));
  const pause: unknown = Reflect.get(parser, 'pause');
  if (typeof pause === 'function') pause.call(parser);
}

function parserOf(socket: Socket): object | null {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' ? parser : null;
}
