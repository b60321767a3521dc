import { Agent, type Dispatcher, request } from 'undici';
import { fetchFailure, toFetchFailure } from './network/fetch-failure';
import { processState } from './process-state';

/**
 * HTTP to addresses that the operator has configured (model servers, also on private networks). Addresses that come
 * from a caller go through `network/guarded-fetch.ts` instead.
 */

/** Bounds of one exchange, milliseconds. Defaults: architecture 5a. */
export type FetchTimes = {
  /** From the start to the first byte of the answer's body. */
  firstByteMs: number;
  /** Between two pieces of the body, counted only while the reader waits. */
  idleMs: number;
  /** From the start to the last byte. */
  wholeMs: number;
};

const DEFAULT_TIMES: FetchTimes = { firstByteMs: 120_000, idleMs: 60_000, wholeMs: 600_000 };
const CONNECT_MS = 5_000;

/** A request to a configured address. */
export type UpstreamRequest = {
  url: string;
  method: 'GET' | 'POST';
  /** Lower-case names. */
  headers?: Record<string, string>;
  body?: string;
  /** Aborting it closes the connection at once. */
  signal?: AbortSignal;
  times?: Partial<FetchTimes>;
};

/** The answer, whatever its status. A redirect is an answer: it is never followed. */
export type UpstreamReply = {
  status: number;
  /** Value of a header (lower-case name), the first one where it is repeated. */
  header(name: string): string | undefined;
  /** The body piece by piece, once. Leaving the loop early closes the connection. */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
  /** The whole body as text. Throws `too_large` above `maxBytes`. */
  text(maxBytes: number): Promise<string>;
  /** Gives the body up: closes the connection unless the body was read to its end. */
  cancel(): void;
};

/**
 * Sends one request.
 * @throws FetchFailure `connect`, `timeout`, `cut`, `too_large` (from `text`), `aborted`
 */
export async function upstreamFetch(order: UpstreamRequest): Promise<UpstreamReply> {
  const watch = startWatch({ ...DEFAULT_TIMES, ...order.times }, order.signal);
  let reply: Dispatcher.ResponseData;
  try {
    reply = await request(order.url, {
      dispatcher: upstreamAgent(),
      method: order.method,
      headers: { 'accept-encoding': 'identity', ...order.headers },
      body: order.body,
      signal: watch.signal,
      // The watch counts; these would count silence while the reader itself is slow.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  } catch (thrown) {
    watch.end();
    throw toFetchFailure(thrown, watch.signal);
  }
  return replyOf(reply, watch);
}

function replyOf(reply: Dispatcher.ResponseData, watch: Watch): UpstreamReply {
  // A body that fails while nobody reads it would otherwise be an unhandled error.
  reply.body.on('error', () => undefined);
  const cancel = () => {
    watch.end();
    reply.body.destroy();
  };
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      watch.waiting();
      for await (const piece of reply.body as AsyncIterable<Uint8Array>) {
        watch.arrived();
        yield piece;
        watch.waiting();
      }
    } catch (thrown) {
      throw toFetchFailure(thrown, watch.signal);
    } finally {
      cancel();
    }
  }
  return {
    status: reply.statusCode,
    header: (name) => {
      const value = reply.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    pieces,
    text: (maxBytes) => collectText(pieces(), maxBytes),
    cancel,
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

type Watch = {
  /** Aborted by the caller, or by time with a `timeout` failure as its reason. */
  signal: AbortSignal;
  /** The reader asks for the next piece. */
  waiting(): void;
  /** A piece came. */
  arrived(): void;
  end(): void;
};

/**
 * The time-outs of one exchange on two timers. A timer of its own per piece would be the dearest part of a
 * long stream, and `AbortSignal.timeout` would live on for ten minutes after a short one.
 */
function startWatch(times: FetchTimes, callerSignal: AbortSignal | undefined): Watch {
  const controller = new AbortController();
  const abort = () => controller.abort(callerSignal?.reason);
  const expire = (what: string) => controller.abort(fetchFailure('timeout', what));
  let isWaiting = true;
  const onIdle = () => isWaiting && expire('The upstream fell silent.');
  const first = setTimeout(() => expire('The upstream sent no first byte in time.'), times.firstByteMs);
  const whole = setTimeout(() => expire('The upstream took too long.'), times.wholeMs);
  let idle: NodeJS.Timeout | undefined;
  if (callerSignal?.aborted) abort();
  else callerSignal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    waiting: () => {
      isWaiting = true;
      idle?.refresh();
    },
    arrived: () => {
      isWaiting = false;
      if (idle) return;
      clearTimeout(first);
      idle = setTimeout(onIdle, times.idleMs);
    },
    end: () => {
      clearTimeout(first);
      clearTimeout(whole);
      clearTimeout(idle);
      callerSignal?.removeEventListener('abort', abort);
    },
  };
}

function upstreamAgent(): Agent {
  return processState(
    'platform.upstreamAgent',
    () => new Agent({ connect: { timeout: CONNECT_MS }, connections: null, pipelining: 1 }),
  );
}
