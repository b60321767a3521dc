import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from '../../accounts/caller';
import { processState } from '../../platform/process-state';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { announcedBytes, type BodySink, setTransport } from './transport';
import { markEventStream } from './half-close/watch-half-close';
import { SERVER_TIMEOUTS } from './timeouts';
import { setHeader } from '../answer/header-list';
import type { Reply } from '../answer/reply';
import type { FrameSink } from '../answer/sse';
import type { ApiRequest } from '../request';

/** How long the rest of a refused body is taken in, and how much of it: what is on its way, not all that may come. */
const DISCARD_MS = 2_000;
const DISCARD_BYTES = 2_000_000;

/**
 * A `node:http` request for the pipeline. The body stays on the socket until the pipeline asks for it; the signal
 * fires when the client leaves before the answer's end.
 * @param bodyIdleMs how long the next byte of the body may be awaited
 */
export function toApiRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  client: ClientAddress,
  bodyIdleMs: number = SERVER_TIMEOUTS.bodyIdleMs,
): ApiRequest {
  const request: ApiRequest = {
    method: incoming.method ?? '',
    // A Host header may be anything; whoever needs it reads the header itself.
    url: `http://localhost${incoming.url ?? '/'}`,
    headers: {
      get: (name) => headerOf(incoming, name) ?? null,
      has: (name) => incoming.headers[name] !== undefined,
    },
  };
  const left = new AbortController();
  const atWork = requestsAtWork();
  atWork.add(left);
  outgoing.once('close', () => {
    atWork.delete(left);
    if (!outgoing.writableFinished) left.abort(callerLeft());
  });
  const body = {
    announcedBytes: announcedBytes(incoming.headers['content-length']),
    read: (sink: BodySink) => readIncoming(incoming, sink, { idleMs: bodyIdleMs, left }),
  };
  setTransport(request, { client, signal: left.signal, body });
  return request;
}

/** Ends every request that is still at work: its caller is told the reason, or as much of it as fits behind what has come. */
export function endRequests(reason: ApiError): void {
  for (const controller of requestsAtWork()) controller.abort(reason);
}

function requestsAtWork(): Set<AbortController> {
  return processState('http.at-work', () => new Set<AbortController>());
}

/**
 * Writes a reply to a `node:http` response. A stream is written as it comes, waiting where the client takes slowly and
 * told where the client leaves.
 */
export async function writeReply(reply: Reply, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = reply;
  if (typeof body === 'function' && incoming.method !== 'HEAD') {
    outgoing.writeHead(status, headers);
    markEventStream(outgoing, headers);
    await body(sinkOf(outgoing));
    outgoing.end();
    return;
  }
  // Of a stream only the head was asked for: the work behind it ends.
  if (typeof body === 'function') void body(NOBODY);
  const whole = typeof body === 'function' ? null : body;
  if (whole !== null) headers.push('content-length', String(Buffer.byteLength(whole)));
  const unread = !incoming.complete && hasBody(incoming);
  if (unread) {
    setHeader(headers, 'connection', 'close');
    lingerOnClose(incoming);
  }
  outgoing.writeHead(status, headers);
  outgoing.end(incoming.method === 'HEAD' ? undefined : (whole ?? undefined));
}

/**
 * Takes in, for a moment, what an early refusal left unread. A connection that is closed with bytes unread is reset, and a
 * client that is still writing would lose the answer: so only our side is shut down, and the connection ends when the
 * client has closed its own, when its body has come, or when the moment is over. The rest is never taken for a request.
 */
function lingerOnClose(incoming: IncomingMessage): void {
  const { socket } = incoming;
  // Node calls it at the end of an answer that closes its connection.
  socket.destroySoon = () => void socket.end();
  const end = () => void socket.destroy();
  const timer = setTimeout(end, DISCARD_MS);
  incoming.once('close', () => clearTimeout(timer));
  incoming.once('end', () => socket.end(end));
  let bytes = 0;
  incoming.on('data', (piece: Buffer) => {
    bytes += piece.byteLength;
    if (bytes > DISCARD_BYTES) incoming.pause();
  });
  // Paused where the refusal came amid the body.
  incoming.resume();
}

/** A reader who has left before the first frame. */
const NOBODY: FrameSink = {
  write: () => true,
  drained: () => Promise.resolve(),
  breakOff: () => undefined,
  onLeave: (stop) => void stop(),
};

function sinkOf(outgoing: ServerResponse): FrameSink {
  return {
    write: (text) => outgoing.destroyed || outgoing.write(text),
    drained: () => drained(outgoing),
    breakOff: () => void outgoing.destroy(),
    onLeave: (stop) => {
      // One who left while the first part was awaited has told so already.
      if (outgoing.destroyed) void stop();
      else outgoing.once('close', () => void (outgoing.writableEnded || stop()));
    },
  };
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle);
      outgoing.off('close', settle);
      resolve();
    };
    outgoing.once('drain', settle);
    outgoing.once('close', settle);
    if (outgoing.destroyed) settle();
  });
}

/** How a body is read: how long its next byte may be awaited, and what fires when its sender leaves. */
type Reading = { idleMs: number; left: AbortController };

function readIncoming(incoming: IncomingMessage, sink: BodySink, { idleMs, left }: Reading): Promise<void> {
  // A reset reaches the body before or after the response. Both say that the caller left, so that nobody takes it for
  // a failure of ours.
  const reasonOfLeaving = (): Error => {
    left.abort(callerLeft());
    return left.signal.reason as Error;
  };
  // Its sender has gone before anybody asked for it: no event will come any more.
  if (incoming.destroyed && !incoming.readableEnded) return Promise.reject(reasonOfLeaving());
  // The usual case of a small body: it came with the head, and nobody has to wait for it.
  if (incoming.complete && incoming.readableFlowing === null) return takeAll(incoming, sink);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(idle);
      sink.stop = null;
      incoming.off('data', onData);
    };
    const giveUp = (problem: unknown): void => {
      end();
      incoming.pause();
      reject(problem);
    };
    const idle = setTimeout(() => giveUp(bodyTooSlow(idleMs)), idleMs);
    const onData = (piece: Buffer): void => {
      try {
        const wait = sink.take(piece);
        if (wait === undefined) return void idle.refresh();
        incoming.pause();
        wait.then(() => (idle.refresh(), incoming.resume()), giveUp);
      } catch (thrown) {
        giveUp(thrown);
      }
    };
    const leave = (): void => {
      end();
      // Every request closes in the end; the reason of one that left is dear to make.
      if (!incoming.readableEnded) reject(reasonOfLeaving());
    };
    sink.stop = giveUp;
    incoming.on('data', onData);
    incoming.once('end', () => (end(), resolve()));
    incoming.once('error', leave);
    incoming.once('close', leave);
  });
}

async function takeAll(incoming: IncomingMessage, sink: BodySink): Promise<void> {
  const body = incoming.read() as Buffer | null;
  if (body !== null) await sink.take(body);
}

function callerLeft(): DOMException {
  return new DOMException('The client left.', 'AbortError');
}

function bodyTooSlow(idleMs: number): ApiError {
  return new ApiError('REQUEST_BODY_TIMEOUT', `Nothing of the request body came for ${idleMs / SECOND_MS} seconds.`);
}

function hasBody(incoming: IncomingMessage): boolean {
  return incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length'] ?? 0) > 0;
}

/** A header as the web standard joins it: the server joins repeated ones (create-server.ts), but for the few kept as lists. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
