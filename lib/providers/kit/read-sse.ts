import { StringDecoder } from 'node:string_decoder';
import { sseReader } from '../../core/read-sse';
import { fetchFailure } from '../../platform/network/fetch-failure';

/** Reads the body of an upstream's server-sent events. */
export type BodyReader = {
  /** The `data` of each event that ends in a piece. @throws FetchFailure `too_large` if an event has no end */
  read(piece: Uint8Array): string[];
  /** A last event without a blank line after it. @throws as `read` */
  end(): string[];
};

/** The server-sent events of a body whose characters may be split anywhere. */
export function sseBodyReader(): BodyReader {
  // Node's own decoder: a web decoder costs several times as much per piece.
  const decoder = new StringDecoder('utf8');
  const events = sseReader(() => fetchFailure('too_large', 'An event of the stream has no end.'));
  return {
    read: (piece) => events.read(decoder.write(piece)),
    end: () => [...events.read(decoder.end()), ...events.end()],
  };
}
