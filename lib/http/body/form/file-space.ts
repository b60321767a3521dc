/** Memory for the files of one form. */
export type FileSpace = {
  /** Adds bytes to the current file. */
  add: (bytes: Uint8Array) => void;
  /** Ends the current file and returns it in one piece. */
  take: () => Uint8Array;
};

/** First size of the memory if the body's length is not announced. */
const FIRST_BYTES = 262_144;

/**
 * Makes memory for files. If the length of the body is known, all files share one block of that size, which holds each
 * byte once and is never copied; the system gives it real memory only where something is written. Else the block doubles
 * when it is full, which copies the file that arrives.
 * @param announcedBytes length of the whole body, already checked against its bound
 */
export function makeFileSpace(announcedBytes: number | null): FileSpace {
  let block: Buffer | null = null;
  let start = 0;
  let end = 0;
  return {
    add: (bytes) => {
      const needed = end - start + bytes.byteLength;
      block ??= Buffer.allocUnsafeSlow(Math.max(announcedBytes ?? FIRST_BYTES, needed));
      if (end + bytes.byteLength > block.byteLength) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed * 2, FIRST_BYTES));
        block.copy(larger, 0, start, end);
        block = larger;
        end -= start;
        start = 0;
      }
      block.set(bytes, end);
      end += bytes.byteLength;
    },
    take: () => {
      const file = block?.subarray(start, end) ?? new Uint8Array();
      start = end;
      return file;
    },
  };
}
