import type { Socket } from 'node:net';

/** What the parser's callback returns to skip a request. */
const SKIP_BODY_AND_UPGRADE = 2;

/**
 * Makes Node's parser skip all further requests of a connection. After the connection is destroyed it would go on parsing
 * the rest of the same read, perhaps a thousand requests, and create a response for each.
 */
export function skipRequests(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser) Reflect.set(parser, 'onIncoming', () => SKIP_BODY_AND_UPGRADE);
}

/**
 * Gives up the request that Node's parser is reading: the rest of the same read is only counted through, which is hundreds
 * of times cheaper, and at its end the server reports the error `HPE_PAUSED`. (A parser that is paused goes on to the end
 * of the read.)
 */
export function giveUpParsing(socket: Socket): void {
  const parser = parserOf(socket);
  if (!parser) return;
  const name = Number(Reflect.get(parser.constructor, 'kOnBody'));
  const onBody: unknown = Reflect.get(parser, name);
  Reflect.set(parser, name, null);
  // Before Node frees the parser, to use it for another connection.
  socket.prependOnceListener('close', () => Reflect.set(parser, name, onBody));
  const pause: unknown = Reflect.get(parser, 'pause');
  if (typeof pause === 'function') pause.call(parser);
}

function parserOf(socket: Socket): object | null {
  const parser: unknown = Reflect.get(socket, 'parser');
  return typeof parser === 'object' ? parser : null;
}
