import type { Peer } from '../../accounts/caller';
import { settings } from '../../platform/env';
import { payloadTooLarge } from '../answer/errors';
import type { ApiRequest } from '../request';

/**
 * What the production door knows of a request beside the web standard's `Request`: the peer, the moment at which
 * the caller leaves, and a body that is read only when the pipeline asks. Under Next's own door there is none.
 */
export type Door = {
  peer: Peer;
  signal: AbortSignal;
  /**
   * The whole body.
   * @throws ApiError PAYLOAD_TOO_LARGE as soon as more than `limit` bytes are known to come
   */
  read: (limit: number) => Promise<Uint8Array>;
};

const doors = new WeakMap<ApiRequest, Door>();

/** Remembers the door that a request came through. */
export function setDoor(request: ApiRequest, door: Door): void {
  doors.set(request, door);
}

/**
 * The door of a request; for Next's own door one is made from the `Request` alone. That one tells no address: in
 * development it counts as the machine itself; in production nothing of ours should come that way, and it is trusted
 * with nothing.
 */
export function doorOf(request: ApiRequest): Door {
  const door = doors.get(request);
  if (door) return door;
  if (!(request instanceof Request)) throw new Error('A request without a door must be a web request.');
  const peer = settings().production ? UNKNOWN_PEER : LOCAL_PEER;
  return { peer, signal: request.signal, read: (limit) => readWebBody(request, limit) };
}

const LOCAL_PEER: Peer = { address: '127.0.0.1', direct: true };
const UNKNOWN_PEER: Peer = { address: 'unknown', direct: false };

async function readWebBody(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > limit) throw payloadTooLarge(limit);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw payloadTooLarge(limit);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}
