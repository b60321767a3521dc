import { MAX_KEPT_BYTES } from '../../idempotency/keep-answer';
import { addBytes, closeLease, type MemoryLease, openLease, requestMemory } from '../../platform/sharing/memory-shares';

/** At the end of the stream, each frame is in memory twice: in the list, and in the text to store. */
const COPIES = 2;

/** What is recorded of a stream, for repeats of its request. */
export type StreamRecord = {
  /** Adds a frame as it was sent. */
  add: (frame: string) => void;
  /** All frames so far; undefined if there were too many: then nothing is stored, and a repeat gets only the receipt. */
  text: () => string | undefined;
  /** Gives the memory back. Calling it again does nothing. */
  end: () => void;
};

/**
 * Records the frames of a stream that has an `Idempotency-Key`. Their memory is counted for the account. If it has
 * none left, or the frames exceed the maximum size of a stored answer, the record is dropped and the stream continues.
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
