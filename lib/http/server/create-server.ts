import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { beginStopping, stoppingRefusal } from '../../platform/health/stopping';
import { refuse } from '../answer/reply';
import { boundConnections, mostConnections } from './bound-connections';
import { allowHalfClosed, watchHalfClose } from './half-close/watch-half-close';
import { endRequests, writeReply } from './node-adapter';
import { refusalOf, refuseTunnel, writeRefusal } from './raw-refusal';
import { SERVER_TIMEOUTS, type ServerTimeouts } from './timeouts';

/** Unanswered requests of one connection; clients that pipeline at all send a handful. */
const MAX_PIPELINED = 16;
/** What a parser's callback returns for a request that nobody takes. */
const SKIP_BODY_AND_UPGRADE = 2;
/** How long a stop lets requests at work go on, streams among them. */
const STOP_GRACE_MS = 30 * SECOND_MS;
/** How long those that are ended then have to say so. */
const LAST_WORDS_MS = 2 * SECOND_MS;
/** How often connections that fell idle during a stop are closed. */
const SWEEP_MS = 250;

/** A server that does not listen yet, and its end. */
export type HttpServer = {
  server: Server;
  /**
   * Ends it in order: from now on the process is not ready and takes no new API requests; those at work go on; after
   * `graceMs` what is left is ended, and its callers are told. Resolves when no connection is open any more.
   */
  stop: (graceMs?: number) => Promise<void>;
};

/**
 * Makes the HTTP server of the production door: nobody keeps a connection for nothing, and whatever is refused, also by
 * Node itself, is refused in our JSON with our headers. Upgrades are not taken: such a request is answered as if it had
 * not asked for one (RFC 9110, 7.8), but for WebSockets, which the listener refuses.
 * @param most connections at a time
 */
export function createHttpServer(
  listener: RequestListener,
  times: ServerTimeouts = SERVER_TIMEOUTS,
  most = mostConnections(),
): HttpServer {
  const options = {
    headersTimeout: times.headMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkEveryMs,
    // Node would drop the later ones of a credential that came twice: joined they prove nothing.
    joinDuplicateHeaders: true,
    // Node would answer in its own words.
    requireHostHeader: false,
    // Finds out that a machine is gone without a word.
    keepAlive: true,
    keepAliveInitialDelay: MINUTE_MS,
  };
  const server = createServer(options);
  // Node would drop those above it without a word, and with them what a proxy adds at the end; the listener counts.
  server.maxHeadersCount = 0;
  allowHalfClosed(server);
  const atWork = new Set<ServerResponse>();
  boundConnections(server, atWork, most);
  const begin: RequestListener = (incoming, outgoing) => {
    atWork.add(outgoing);
    outgoing.once('close', () => atWork.delete(outgoing));
    cutIdleReader(outgoing, times.readerIdleMs);
    watchHalfClose(incoming, outgoing);
    listener(incoming, outgoing);
  };
  server.on('request', oneByOne(begin));
  server.on('clientError', makeRefuser(atWork));
  server.on('connect', refuseTunnel);
  server.on('checkExpectation', (incoming, outgoing) => {
    const problem = new ApiError('EXPECTATION_FAILED', 'The only expectation that is met here is "100-continue".');
    void writeReply(refuse(problem, { method: incoming.method }), incoming, outgoing);
  });
  return { server, stop: (graceMs = STOP_GRACE_MS) => stop(server, atWork, graceMs) };
}

/**
 * Begins the requests of a connection one after another, each when the one before it is answered: Node would begin all that
 * a client pipelines at once, and keep their answers. Whoever sends more than a few ahead loses the connection.
 */
function oneByOne(begin: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    // What came in the same packet is still reported after the connection has ended.
    if (socket.destroyed) return;
    const known = queues.get(socket);
    const unanswered = known ?? [];
    if (!known) queues.set(socket, unanswered);
    if (unanswered.length >= MAX_PIPELINED) return endConnection(socket);
    unanswered.push(() => begin(incoming, outgoing));
    outgoing.once('close', () => {
      unanswered.shift();
      if (!socket.destroyed) unanswered[0]?.();
    });
    if (unanswered.length === 1) unanswered[0]?.();
  };
}

/**
 * Ends a connection that sends too much. Node goes on parsing what has come in the same piece, a thousand requests perhaps,
 * and makes a response for each: its parser is asked to skip them.
 */
function endConnection(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => SKIP_BODY_AND_UPGRADE);
  socket.destroy();
}

/** Cuts a reader off who takes nothing although there is something: what was produced is then booked as for one who left. */
function cutIdleReader(outgoing: ServerResponse, idleMs: number): void {
  // Node's own clock of the socket: it begins anew with each byte that goes through in either direction.
  outgoing.setTimeout(idleMs, () => {
    if (outgoing.writableLength > 0) outgoing.destroy();
    else outgoing.setTimeout(idleMs);
  });
}

/** Answers what Node's parser or its clocks refuse, unless an answer has begun on the connection: then it only ends. */
function makeRefuser(atWork: Set<ServerResponse>): (failure: NodeJS.ErrnoException, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  return (failure, socket) => {
    // The parser reports each further piece of what it could not read.
    if (refused.has(socket)) return;
    refused.add(socket);
    const problem = refusalOf(failure);
    if (problem === null) socket.destroy();
    else writeRefusal(socket, problem, () => !hasBegun(atWork, socket));
  };
}

function hasBegun(atWork: Set<ServerResponse>, socket: Duplex): boolean {
  for (const answer of atWork) if (answer.req.socket === socket && answer.headersSent) return true;
  return false;
}

async function stop(server: Server, atWork: Set<ServerResponse>, graceMs: number): Promise<void> {
  beginStopping();
  server.closeIdleConnections();
  await allClosed([...atWork], graceMs);
  // Told, not cut off: a stream ends with an error frame, a whole answer becomes a 503.
  endRequests(stoppingRefusal());
  await allClosed([...atWork], atWork.size > 0 ? LAST_WORDS_MS : 0);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Those that came during the stop and are just being refused get a moment; everyone else has had their time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), atWork.size > 0 ? SWEEP_MS : 0);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Waits for answers to end, at most so long. */
function allClosed(answers: ServerResponse[], withinMs: number): Promise<void> {
  const open = new Set(answers.filter((answer) => !answer.closed));
  return new Promise((resolve) => {
    const over = setTimeout(resolve, withinMs);
    const leave = (answer: ServerResponse) => {
      open.delete(answer);
      if (open.size > 0) return;
      clearTimeout(over);
      resolve();
    };
    for (const answer of open) answer.once('close', () => leave(answer));
    if (open.size === 0) {
      clearTimeout(over);
      resolve();
    }
  });
}
