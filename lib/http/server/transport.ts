import type { ClientAddress } from '../../accounts/caller';
import type { ApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import type { ApiRequest } from '../request';

/**
 * What the production server knows about a request beyond a web `Request`: the client's address, a signal that fires
 * when the caller leaves, and a body that is read only when the pipeline asks for it. Next's own server provides none.
 */
export type Transport = {
  client: ClientAddress;
  signal: AbortSignal;
  body: BodySource;
  /**
   * Calls back once, when the answer is sent or the connection is closed; at once if that has already happened. Only the
   * production server provides it.
   */
  whenClosed?: (done: () => void) => void;
  /** Id of the calling account, once the pipeline knows it. */
  account?: string;
};

/** A body that has not been read yet. */
export type BodySource = {
  /** Its length in bytes as announced by the request; null if it is not announced. */
  announcedBytes: number | null;
  /**
   * Reads the body once, piece by piece, to its end.
   * @throws what the sink throws; ApiError REQUEST_BODY_TIMEOUT if nothing arrives for too long; the abort reason if the
   *   caller left
   */
  read: (sink: BodySink) => Promise<void>;
};

/** Receives the pieces of a body. */
export type BodySink = {
  /** Takes one piece. If it returns a promise, reading pauses until that resolves. */
  take: (piece: Uint8Array) => void | Promise<void>;
  /** Set while the body is being read: stops reading with this reason. */
  stop: ((reason: ApiError) => void) | null;
};

/** Where a request keeps its transport: a WeakMap with an entry per request would slow garbage collection. */
type Carrier = ApiRequest & { transport?: Transport };

/** Attaches a transport to a request. */
export function setTransport(request: Carrier, transport: Transport): void {
  request.transport = transport;
}

/**
 * The transport of a request. Under Next's own server it is made from the `Request` alone, which has no client address:
 * in development the client counts as the machine itself; in production our routes are not served that way, so the
 * client is not trusted with anything.
 */
export function transportOf(request: Carrier): Transport {
  if (request.transport) return request.transport;
  if (!(request instanceof Request)) throw new Error('A request without a transport must be a web request.');
  const client = settings().production ? UNKNOWN_CLIENT : LOCAL_CLIENT;
  return { client, signal: request.signal, body: webBody(request) };
}

const LOCAL_CLIENT: ClientAddress = { address: '127.0.0.1', direct: true };
const UNKNOWN_CLIENT: ClientAddress = { address: 'unknown', direct: false };

/** The length announced by a `Content-Length` header; null without one. */
export function announcedBytes(contentLength: string | null | undefined): number | null {
  return contentLength == null ? null : Number(contentLength);
}

function webBody(request: Request): BodySource {
  return {
    announcedBytes: announcedBytes(request.headers.get('content-length')),
    read: async (sink) => {
      if (!request.body) return;
      const reader = request.body.getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          await sink.take(value);
        }
      } catch (thrown) {
        await reader.cancel().catch(() => undefined);
        throw thrown;
      }
    },
  };
}
