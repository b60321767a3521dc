import type { ClientAddress } from '../../accounts/caller';
import type { ApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import type { ApiRequest } from '../request';

/**
 * What the production door knows of a request beside the web standard's `Request`: the peer, the moment at which
 * the caller leaves, and a body that is read only when the pipeline asks. Under Next's own door there is none.
 */
export type Transport = {
  client: ClientAddress;
  signal: AbortSignal;
  body: BodySource;
  /** Id of the account that calls, once the pipeline knows it. */
  account?: string;
};

/** A body that has not been read. */
export type BodySource = {
  /** Its length as the request announces it, bytes; null where it does not. */
  announcedBytes: number | null;
  /**
   * Reads it once, piece by piece, to its end.
   * @throws what the sink throws; ApiError REQUEST_BODY_TIMEOUT where nothing comes for long; the reason why the caller
   *   left
   */
  read: (sink: BodySink) => Promise<void>;
};

/** What takes the pieces of a body. */
export type BodySink = {
  /** Takes a piece. Where it returns a promise, nothing is read on before that resolves. */
  take: (piece: Uint8Array) => void | Promise<void>;
  /** Set while the body is being read: ends the reading with this reason. */
  stop: ((reason: ApiError) => void) | null;
};

const transports = new WeakMap<ApiRequest, Transport>();

/** Remembers the door that a request came through. */
export function setTransport(request: ApiRequest, transport: Transport): void {
  transports.set(request, transport);
}

/**
 * The door of a request; for Next's own door one is made from the `Request` alone. That one tells no address: in
 * development it counts as the machine itself; in production nothing of ours should come that way, and it is trusted
 * with nothing.
 */
export function transportOf(request: ApiRequest): Transport {
  const transport = transports.get(request);
  if (transport) return transport;
  if (!(request instanceof Request)) throw new Error('A request without a door must be a web request.');
  const client = settings().production ? UNKNOWN_CLIENT : LOCAL_CLIENT;
  return { client, signal: request.signal, body: webBody(request) };
}

const LOCAL_CLIENT: ClientAddress = { address: '127.0.0.1', direct: true };
const UNKNOWN_CLIENT: ClientAddress = { address: 'unknown', direct: false };

/** The length that a `Content-Length` header announces; null without one. */
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
