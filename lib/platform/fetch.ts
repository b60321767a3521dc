import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { type FetchFailure, fetchFailure, toFetchFailure } from './network/fetch-failure';
import { type FetchTimes, startWatch } from './network/fetch-watch';
import { type ReplyBody, replyBody } from './network/reply-body';
import { processState } from './process-state';
import { workTurns } from './sharing/work-turns';

export type { FetchTimes };

/**
 * HTTP to addresses that the operator has configured (model servers, also on private networks). Addresses that come
 * from a caller go through `network/guarded-fetch.ts` instead.
 */

const CONNECT_MS = 5_000;
/** How much of a large body is passed to the connection at a time. */
const SLICE_BYTES = 262_144;
/** Maximum parsed addresses that are cached. */
const MAX_ADDRESSES = 1_000;

/** A body that is generated while it is sent; it has exactly `byteLength` bytes. */
export type GeneratedBody = { byteLength: number; slices: AsyncIterable<Uint8Array> };

/** A request to a configured address. */
export type UpstreamRequest = {
  url: string;
  method: 'GET' | 'POST';
  /** Lowercase names. */
  headers?: Record<string, string>;
  /** A byte array must not be used afterward: its memory is released as soon as it is sent. */
  body?: string | Uint8Array | GeneratedBody;
  /** The account whose turns reading the answer takes; without one it is read as it arrives. */
  account?: string;
  /** Aborting it closes the connection at once. */
  signal?: AbortSignal;
  times?: Partial<FetchTimes>;
};

/** The answer, whatever its status. A redirect is an answer: it is never followed. */
export type UpstreamReply = {
  status: number;
  /** The value of a header (lowercase name); the first one if it is repeated. */
  header(name: string): string | undefined;
  /** The body piece by piece; can be read once. Leaving the loop early closes the connection. @throws FetchFailure */
  pieces(): AsyncIterableIterator<Uint8Array>;
  /** The whole body as text. @throws FetchFailure, `too_large` above `maxBytes` */
  text(maxBytes: number): Promise<string>;
  /** Closes the connection, unless the body was read to its end. */
  cancel(): void;
  /**
   * Discards the rest of the body, which should be very short, so that the connection can be reused. Must be called
   * before leaving the loop over the pieces; afterward only a timeout closes the connection.
   */
  drop(): void;
};

/**
 * Sends one request. It uses the HTTP library's dispatcher directly: a stream object around each body would cost as
 * much as the rest of the request.
 * @throws FetchFailure `connect`, `timeout`, `cut`, `too_large` (from `text`), `aborted`
 */
export function upstreamFetch(order: UpstreamRequest): Promise<UpstreamReply> {
  const { account, signal, times } = order;
  // Destructured here: the closures below live as long as the answer, and must not retain the request's body.
  const dispatched = dispatchOf(order);
  const takeTurn = account === undefined ? undefined : (bytes: number) => workTurns().take(account, bytes);
  if (signal?.aborted) return Promise.reject(fetchFailure('aborted', 'The request was aborted.', signal.reason));
  return new Promise((resolve, reject) => {
    let connection: Dispatcher.DispatchController | null = null;
    let stopped: FetchFailure | null = null;
    let body: ReplyBody | null = null;
    const fail = (failure: FetchFailure) => {
      watch.end();
      if (body === null) reject(failure);
      else body.fail(failure);
    };
    const watch = startWatch(times, signal, (reason) => {
      stopped = reason;
      // If there is no connection yet, the request is aborted as soon as there is one.
      fail(reason);
      connection?.abort(reason);
    });
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        connection = controller;
        if (stopped !== null) controller.abort(stopped);
      },
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
        body = replyBody(controller, watch, takeTurn);
        resolve(replyOf(status, headers, body));
      },
      onResponseData: (_controller, piece) => body?.add(piece),
      onResponseEnd: () => body?.end(),
      onResponseError: (_controller, error) => fail(toFetchFailure(error)),
    };
    try {
      upstreamAgent().dispatch(dispatched, handler);
    } catch (thrown) {
      fail(toFetchFailure(thrown));
    }
  });
}

function dispatchOf({ url, method, headers, body }: UpstreamRequest): Dispatcher.DispatchOptions {
  const generated =
    body instanceof Uint8Array ? { byteLength: body.byteLength, slices: slicesOf({ bytes: body }) } : body;
  const isGenerated = typeof generated === 'object';
  const { origin, path } = addressOf(url);
  // Written out: an object that begins with a copy and then gets more members is slow to make.
  return {
    origin,
    path,
    method,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(isGenerated && { 'content-length': String(generated.byteLength) }),
    },
    body: isGenerated ? Readable.from(generated.slices, { objectMode: false }) : generated,
    // `startWatch` has the timeouts: these would also count silence that a slow reader causes.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** Yields bytes in slices, then releases them: the HTTP library keeps what it gets until the answer ends. */
async function* slicesOf(held: { bytes: Uint8Array }): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < held.bytes.byteLength; at += SLICE_BYTES) yield held.bytes.subarray(at, at + SLICE_BYTES);
  held.bytes = new Uint8Array();
}

type Address = { origin: string; path: string };

/**
 * The parts of an address, cached: there are few configured servers, and every request needs one of them. Not one with a
 * query: it is of one request, and nobody else's business.
 */
function addressOf(url: string): Address {
  if (url.includes('?')) return partsOf(url);
  const known = processState('platform.upstreamAddresses', () => new Map<string, Address>());
  const found = known.get(url);
  if (found) return found;
  const address = partsOf(url);
  if (known.size >= MAX_ADDRESSES) known.clear();
  known.set(url, address);
  return address;
}

function partsOf(url: string): Address {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

function replyOf(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  body: ReplyBody,
): UpstreamReply {
  return {
    status,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    pieces: () => body.pieces,
    text: (maxBytes) => collectText(body.pieces, maxBytes),
    cancel: body.cancel,
    drop: body.drop,
  };
}

async function collectText(pieces: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > maxBytes) throw fetchFailure('too_large', `The answer is larger than ${maxBytes} bytes.`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** The connections to configured addresses. */
function upstreamAgent(): Agent {
  return processState(
    'platform.upstreamAgent',
    () => new Agent({ connect: { timeout: CONNECT_MS }, connections: null, pipelining: 1 }),
  );
}
