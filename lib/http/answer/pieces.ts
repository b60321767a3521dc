import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamBody } from './sse';

/** Bytes of one write. */
export const PIECE_BYTES = 65_536;

const END_OF_FRAME = '\n\n';

/**
 * Bytes that are there already as a body: in large pieces, each in a turn of its own, and the next one when the reader
 * has taken it. Of server-sent events a piece ends with an event, where one ends in it.
 * @param onEnd called once: all is written, or the reader has left. Must not throw
 */
export function pieces(bytes: Buffer, onEnd: () => void): StreamBody {
  return async (sink) => {
    let left = false;
    sink.onLeave(async () => void (left = true));
    try {
      for (let at = 0; !left && at < bytes.byteLength;) {
        const piece = pieceAt(bytes, at);
        at += piece.byteLength;
        if (!sink.write(piece)) await sink.drained();
        else if (at < bytes.byteLength) await nextTurn();
      }
    } finally {
      onEnd();
    }
  };
}

function pieceAt(bytes: Buffer, at: number): Buffer {
  const piece = bytes.subarray(at, at + PIECE_BYTES);
  if (at + piece.byteLength === bytes.byteLength) return piece;
  const end = piece.lastIndexOf(END_OF_FRAME);
  return end < 0 ? piece : piece.subarray(0, end + END_OF_FRAME.length);
}
