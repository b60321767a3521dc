import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/errors';
import { addEntry, removeEntry, type SwapList } from '../../core/swap-list';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { endRequests } from '../../platform/stop/requests-in-flight';
import { beginStopping, stoppingRefusal } from '../../platform/stop/stopping';
import { boundInFlight } from '../admission/in-flight';
import { refuse } from '../answer/reply';
import { BoundMessage, hasAbandonedBody, tooManySmallChunks } from './bound-chunks';
import { boundConnections, maxConnections } from './bound-connections';
import { allowHalfClosed, watchHalfClose } from './half-close/watch-half-close';
import { cutSlowReaders } from './cut-slow-readers';
import { writeReply } from './node-adapter';
import { skipRequests } from './node-parser';
import { refusalOf, refuseTunnel, writeRefusal, writeRefusalLater } from './raw-refusal';
import { SERVER_TIMEOUTS, type ServerTimeouts } from './timeouts';

/** Unanswered requests per connection. Clients that pipeline at all send only a few. */
const MAX_PIPELINED = 16;
/** How long a shutdown lets in-flight requests, including streams, continue. */
const STOP_GRACE_MS = 30 * SECOND_MS;
/** How long the remaining requests then have to send their error. */
const FINAL_ERROR_MS = 2 * SECOND_MS;
/** How often connections that became idle during a shutdown are closed. */
const SWEEP_MS = 250;

/** A server that is not listening yet, and a function that shuts it down. */
export type HttpServer = {
  server: Server;
  /**
   * Graceful shutdown: the process is no longer ready and takes no new API requests; in-flight requests continue; after
   * `graceMs` the remaining ones are ended with an error to their callers. Resolves when all connections are closed.
   */
  stop: (graceMs?: number) => Promise<void>;
  /** Whether no request is in flight. */
  isIdle: () => boolean;
};

/**
 * Creates the production HTTP server: idle connections time out, and every refusal, including Node's own, is sent as our
 * JSON with our headers. Upgrades are ignored: such a request is answered as if it had not asked for one (RFC 9110, 7.8),
 * except for WebSockets, which the listener refuses.
 * @param max maximum open connections
 */
export function createHttpServer(
  listener: RequestListener,
  times: ServerTimeouts = SERVER_TIMEOUTS,
  max = maxConnections(),
): HttpServer {
  const options = {
    IncomingMessage: BoundMessage,
    headersTimeout: times.headMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkEveryMs,
    // By default Node drops later duplicates of a header. Joined, a credential that is sent twice is invalid.
    joinDuplicateHeaders: true,
    // Otherwise Node would answer with its own text.
    requireHostHeader: false,
    // Detects clients that disappeared without closing the connection.
    keepAlive: true,
    keepAliveInitialDelay: MINUTE_MS,
  };
  const server = createServer(options);
  // Node silently drops headers above its limit, including those a proxy appends; the listener checks the count instead.
  server.maxHeadersCount = 0;
  allowHalfClosed(server);
  const inFlight: SwapList<ServerResponse> = [];
  boundConnections(server, inFlight, max);
  boundInFlight(max);
  const watchReader = cutSlowReaders(server, times);
  const begin: RequestListener = (incoming, outgoing) => {
    const entry = addEntry(inFlight, outgoing);
    outgoing.once('close', () => removeEntry(inFlight, entry));
    watchReader(outgoing);
    watchHalfClose(incoming, outgoing);
    listener(incoming, outgoing);
  };
  server.on('request', oneAtATime(begin));
  server.on('clientError', makeRefuser(inFlight));
  server.on('connect', refuseTunnel);
  server.on('checkExpectation', (incoming, outgoing) => {
    const problem = new ApiError('EXPECTATION_FAILED', 'The only supported expectation is "100-continue".');
    void writeReply(refuse(problem, { method: incoming.method }), incoming, outgoing);
  });
  return {
    server,
    stop: (graceMs = STOP_GRACE_MS) => stop(server, inFlight, graceMs),
    isIdle: () => inFlight.length === 0,
  };
}

/**
 * Starts the requests of a connection one after another, each when the previous one is answered: Node would start all
 * pipelined requests at once and buffer their responses. A client that pipelines too many loses the connection.
 */
function oneAtATime(begin: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    // Requests from the same packet are still reported after the connection was destroyed.
    if (socket.destroyed) return;
    const known = queues.get(socket);
    const unanswered = known ?? [];
    if (!known) queues.set(socket, unanswered);
    if (unanswered.length >= MAX_PIPELINED) {
      skipRequests(socket);
      socket.destroy();
      return;
    }
    unanswered.push(() => begin(incoming, outgoing));
    outgoing.once('close', () => {
      unanswered.shift();
      if (!socket.destroyed) unanswered[0]?.();
    });
    if (unanswered.length === 1) unanswered[0]?.();
  };
}

/** Answers requests that Node's parser or timeouts refuse. If a response has begun on the connection, it is only closed. */
function makeRefuser(inFlight: SwapList<ServerResponse>): (failure: NodeJS.ErrnoException, socket: Duplex) => void {
  const refused = new WeakSet<Duplex>();
  return (failure, socket) => {
    // The parser reports an error for each further chunk that it cannot read.
    if (refused.has(socket)) return;
    refused.add(socket);
    const isAbandoned = hasAbandonedBody(socket);
    const problem = isAbandoned ? tooManySmallChunks() : refusalOf(failure);
    const isFree = () => !hasBegun(inFlight, socket);
    if (problem === null) socket.destroy();
    else if (isAbandoned) writeRefusalLater(socket, problem, isFree);
    else writeRefusal(socket, problem, isFree);
  };
}

function hasBegun(inFlight: SwapList<ServerResponse>, socket: Duplex): boolean {
  return inFlight.some(({ value }) => value.req.socket === socket && value.headersSent);
}

async function stop(server: Server, inFlight: SwapList<ServerResponse>, graceMs: number): Promise<void> {
  beginStopping();
  server.closeIdleConnections();
  await allClosed(valuesOf(inFlight), graceMs);
  // Ended with an error, not cut off: a stream gets an error frame, any other response becomes a 503.
  endRequests(stoppingRefusal());
  await allClosed(valuesOf(inFlight), inFlight.length > 0 ? FINAL_ERROR_MS : 0);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Requests that arrived during the shutdown get a moment to be refused; all others have had their time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), inFlight.length > 0 ? SWEEP_MS : 0);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

function valuesOf(list: SwapList<ServerResponse>): ServerResponse[] {
  return list.map(({ value }) => value);
}

/** Waits for responses to end, for at most `withinMs`. */
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
