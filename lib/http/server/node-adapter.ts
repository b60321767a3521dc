import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from '../../accounts/caller';
import { LightController } from '../../platform/light-controller';
import { requestsInFlight } from '../../platform/stop/requests-in-flight';
import { ApiError } from '../../core/errors';
import { addEntry, removeEntry } from '../../core/swap-list';
import { SECOND_MS } from '../../core/time';
import { announcedBytes, type BodySink, setTransport } from './transport';
import { markEventStream } from './half-close/watch-half-close';
import { SERVER_TIMEOUTS } from './timeouts';
import { setHeader } from '../answer/header-list';
import type { Reply } from '../answer/reply';
import type { FrameSink } from '../answer/sse';
import type { ApiRequest } from '../request';

/** Bounds for discarding the rest of a refused body: enough for what is already in transit. */
const DISCARD_MS = 2_000;
const DISCARD_BYTES = 2_000_000;

/**
 * A `node:http` request for the pipeline. The body stays on the socket until the pipeline asks for it; the signal
 * fires when the client leaves before the end of the response.
 * @param bodyIdleMs how long to wait for the next byte of the body
 */
export function toApiRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  client: ClientAddress,
  bodyIdleMs: number = SERVER_TIMEOUTS.bodyIdleMs,
): ApiRequest {
  const request: ApiRequest = {
    method: incoming.method ?? '',
    // The Host header can contain anything, so it is not used here.
    url: `http://localhost${incoming.url ?? '/'}`,
    headers: {
      get: (name) => headerOf(incoming, name) ?? null,
      has: (name) => incoming.headers[name] !== undefined,
    },
  };
  const left = new LightController();
  const inFlight = requestsInFlight();
  const entry = addEntry(inFlight, left);
  outgoing.once('close', () => {
    removeEntry(inFlight, entry);
    if (!outgoing.writableFinished) left.abort(callerLeft());
  });
  const body = {
    announcedBytes: announcedBytes(incoming.headers['content-length']),
    read: (sink: BodySink) => readIncoming(incoming, sink, { idleMs: bodyIdleMs, left }),
  };
  const whenClosed = (done: () => void) => void (outgoing.closed ? done() : outgoing.once('close', done));
  setTransport(request, { client, signal: left.signal, body, whenClosed });
  return request;
}

/**
 * Writes a reply to a `node:http` response. A stream is written as it arrives; it waits for slow clients and is
 * notified when the client leaves.
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
  // HEAD of a stream: the work behind it is stopped.
  if (typeof body === 'function') void body(ABSENT_READER);
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
 * Discards for a moment what an early refusal left unread. Closing a connection with unread bytes resets it, and a client
 * that is still writing would lose the response. So only our side is closed; the connection ends when the client
 * closes its side, when its body is complete, or when the time is up. The rest is never parsed as a request.
 */
function lingerOnClose(incoming: IncomingMessage): void {
  const { socket } = incoming;
  // Node calls this at the end of a response that closes its connection.
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
  // It is paused if the refusal came in the middle of the body.
  incoming.resume();
}

/** A reader that left before the first frame. */
const ABSENT_READER: FrameSink = {
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
      // If the client left while the first part was awaited, its `close` event has already fired.
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

/** How a body is read: how long to wait for the next byte, and what to abort when the sender leaves. */
type Reading = { idleMs: number; left: LightController };

function readIncoming(incoming: IncomingMessage, sink: BodySink, { idleMs, left }: Reading): Promise<void> {
  // A reset may be reported on the body before or after the response. Either way the caller left; it is not our failure.
  const abortReason = (): Error => {
    left.abort(callerLeft());
    return left.signal.reason as Error;
  };
  // The sender left before the body was read: no further event will fire.
  if (incoming.destroyed && !incoming.readableEnded) return Promise.reject(abortReason());
  if (incoming.readableFlowing === null && hasArrived(incoming)) return takeAll(incoming, sink);
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
      // Every request closes; the abort reason is expensive, so it is created only if the caller left early.
      if (!incoming.readableEnded) reject(abortReason());
    };
    sink.stop = giveUp;
    incoming.on('data', onData);
    incoming.once('end', () => (end(), resolve()));
    incoming.once('error', leave);
    incoming.once('close', leave);
  });
}

/**
 * The usual case of a small body: it came with the head, so there is nothing to wait for. It is often passed on before the
 * parser has reported the end of the message.
 */
function hasArrived({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || readableLength === announcedBytes(headers['content-length']);
}

async function takeAll(incoming: IncomingMessage, sink: BodySink): Promise<void> {
  const body = incoming.read() as Buffer | null;
  if (!incoming.complete) await endOf(incoming);
  if (body !== null) await sink.take(body);
}

/** The end of a message whose body has been read: in the same packet, or, should the connection be reset now, its close. */
function endOf(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    incoming.once('end', resolve);
    incoming.once('close', resolve);
    incoming.resume();
  });
}

function callerLeft(): DOMException {
  return new DOMException('The client left.', 'AbortError');
}

function bodyTooSlow(idleMs: number): ApiError {
  return new ApiError('REQUEST_BODY_TIMEOUT', `No data of the request body arrived for ${idleMs / SECOND_MS} seconds.`);
}

function hasBody(incoming: IncomingMessage): boolean {
  return incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length'] ?? 0) > 0;
}

/** A header joined as in the web standard. Node joins repeated ones (create-server.ts) except for a few, which are lists. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
