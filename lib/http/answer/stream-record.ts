import { MAX_KEPT_BYTES } from '../../idempotency/keep-answer';
import { addBytes, closeLease, type MemoryLease, openLease, requestMemory } from '../../platform/sharing/memory-shares';

/** At its end each frame is in memory twice: in the list, and in the text that is stored. */
const COPIES = 2;

/** What is recorded of a stream, for repeats of its request. */
export type StreamRecord = {
  /** Adds a frame as it was sent. */
  add: (frame: string) => void;
  /** All frames so far; undefined if they became too many. Then nothing is stored, and a repeat gets the receipt. */
  text: () => string | undefined;
  /** Gives the memory back. Calling it again does nothing. */
  end: () => void;
};

/**
 * Records the frames of a stream that has an `Idempotency-Key`. They count as memory of the account. If that has none
 * left, or the frames are more than what is stored of an answer, they are dropped and the stream continues without.
 */
export function makeStreamRecord(account: string): StreamRecord {
  const lease = openLease(requestMemory(), account);
  let frames: string[] | null = [];
  let bytes = 0;
  const end = (): void => {
    frames = null;
    closeLease(lease);
  };
  return {
    add: (frame) => {
      if (frames === null) return;
      const size = Buffer.byteLength(frame);
      bytes += size;
      if (bytes > MAX_KEPT_BYTES || !hasAdded(lease, size * COPIES)) return end();
      frames.push(frame);
    },
    text: () => frames?.join(''),
    end,
  };
}

function hasAdded(lease: MemoryLease, bytes: number): boolean {
  try {
    addBytes(lease, bytes);
    return true;
  } catch {
    return false;
  }
}
