import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamBody } from './sse';

/** Maximum bytes of one write; a longer event is still written whole. */
export const PIECE_BYTES = 65_536;

const END_OF_FRAME = '\n\n';

/**
 * The kind of content. Server-sent events are never split (docs/api-rules.md, "Wire tolerances"): each piece is one or
 * more whole events.
 */
export type PieceKind = 'events' | 'bytes';

/**
 * Complete bytes as a body, written in large pieces: each in its own turn of the event loop, after the reader has taken
 * the previous one.
 * @param onEnd called once, when everything is written or the reader has left. Must not throw
 */
export function pieces(bytes: Buffer, kind: PieceKind, onEnd: () => void): StreamBody {
  return async (sink) => {
    let left = false;
    sink.onLeave(async () => void (left = true));
    try {
      for (let at = 0; !left && at < bytes.byteLength;) {
        const piece = kind === 'events' ? eventsAt(bytes, at) : bytes.subarray(at, at + PIECE_BYTES);
        at += piece.byteLength;
        if (!sink.write(piece)) await sink.drained();
        else if (at < bytes.byteLength) await nextTurn();
      }
    } finally {
      onEnd();
    }
  };
}

/** The events from `at` that fit into one piece; if the first is longer than a piece, that event alone. */
function eventsAt(bytes: Buffer, at: number): Buffer {
  const rest = bytes.subarray(at);
  if (rest.byteLength <= PIECE_BYTES) return rest;
  const inPiece = rest.subarray(0, PIECE_BYTES).lastIndexOf(END_OF_FRAME);
  const end = inPiece < 0 ? rest.indexOf(END_OF_FRAME, PIECE_BYTES - 1) : inPiece;
  return end < 0 ? rest : rest.subarray(0, end + END_OF_FRAME.length);
}
