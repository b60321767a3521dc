import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SECOND_MS } from '../../../core/time';
import type { HeaderList } from '../../answer/header-list';

/**
 * A client that has sent its request may shut down its writing side and still wait for the answer. A client that has
 * closed its connection looks just the same: all that comes is a FIN. They differ in what they do with a packet: the
 * first takes it, the second's machine answers with RST, by which the next write fails and the response closes.
 *
 * So something harmless is written again and again: `100 Continue` before the answer's head, which a client has to pass
 * over any number of times (RFC 9110 15.2; more client libraries do so than with `102 Processing`), and comments in a
 * stream of events. Other streams show it by their own writes.
 */

/** The pauses before each write. The first two show who has left; later ones are for those who leave afterwards. */
const PAUSES_MS = [0, 100, SECOND_MS, 2 * SECOND_MS, 4 * SECOND_MS, 8 * SECOND_MS];
const LAST_PAUSE_MS = 15 * SECOND_MS;
const COMMENT = ':\n\n';

const eventStreams = new WeakSet<ServerResponse>();

/** Lets a server answer clients that have shut down their writing side. Node does not document the switch. */
export function allowHalfClosed(server: Server & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true;
}

/** Remembers a response that is a stream of events: comments may stand between its writes. */
export function markEventStream(outgoing: ServerResponse, headers: HeaderList): void {
  if (headers.some((text) => text.startsWith('text/event-stream'))) eventStreams.add(outgoing);
}

/** Has the response of a client that is gone closed, as it is where a connection breaks. */
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
    // HTTP/1.0 knows no interim answers: nobody could notice that such a client is gone.
    outgoing.destroy();
  }
}
