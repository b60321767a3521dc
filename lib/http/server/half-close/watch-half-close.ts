import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SECOND_MS } from '../../../core/time';
import type { HeaderList } from '../../answer/header-list';

/**
 * A client that has sent its request may shut down its writing side and still wait for the response. A client that has
 * closed its connection looks the same: both send only a FIN. They differ in how they react to a packet: the first
 * accepts it; the second's machine answers with RST, which makes the next write fail and closes the response.
 *
 * So something harmless is written periodically: `100 Continue` before the response's head, which a client must accept
 * any number of times (RFC 9110 15.2; more client libraries do so than with `102 Processing`), and comments in an event
 * stream. Other streams detect it by their own writes.
 */

/** The pause before each write. The first two detect a client that has left; later ones, a client that leaves afterward. */
const PAUSES_MS = [0, 100, SECOND_MS, 2 * SECOND_MS, 4 * SECOND_MS, 8 * SECOND_MS];
const LAST_PAUSE_MS = 15 * SECOND_MS;
const COMMENT = ':\n\n';

const eventStreams = new WeakSet<ServerResponse>();

/** Lets a server answer clients that have shut down their writing side. Node does not document this option. */
export function allowHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true;
}

/** Marks a response as an event stream: comments may be written between its events. */
export function markEventStream(outgoing: ServerResponse, headers: HeaderList): void {
  if (headers.some((text) => text.startsWith('text/event-stream'))) eventStreams.add(outgoing);
}

/** Makes the response close when a half-closed client is gone, as it does when a connection breaks. */
export function watchHalfClose(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming;
  let timer: NodeJS.Timeout | undefined;
  const probe = (round: number) => {
    if (outgoing.destroyed || outgoing.writableEnded) return;
    writeProbe(incoming, outgoing);
    timer = setTimeout(() => probe(round + 1), PAUSES_MS[round + 1] ?? LAST_PAUSE_MS);
  };
  const begin = () => probe(0);
  outgoing.once('close', () => {
    clearTimeout(timer);
    socket.off('end', begin);
  });
  if (socket.readableEnded) begin();
  else socket.once('end', begin);
}

function writeProbe(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (outgoing.headersSent) {
    if (eventStreams.has(outgoing) && !outgoing.writableNeedDrain) outgoing.write(COMMENT);
  } else if (incoming.httpVersion === '1.1') {
    outgoing.writeContinue();
  } else {
    // HTTP/1.0 has no interim responses, so there is no way to detect that such a client is gone.
    outgoing.destroy();
  }
}
