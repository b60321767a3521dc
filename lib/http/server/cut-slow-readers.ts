import type { Server, ServerResponse } from 'node:http';
import type { ServerTimeouts } from './timeouts';

/** What a reader must take of the waiting data within `readerMs`, on average: a kilobyte per second. */
const READER_BYTES = 65_536;
/**
 * How far a reader can be ahead. The system takes a lot at once, and then nothing until its reader has taken a third of
 * it: on Linux up to 1.7 MB at a time, for which a reader of 2 KB per second needs 14 minutes. Meanwhile it looks as if
 * it took nothing.
 */
const MOST_AHEAD_BYTES = 16 * READER_BYTES;

/** A reader's account: what the system had taken for it at the last check, and what it still has before it is cut off. */
type Reader = { takenBytes: number; leftBytes: number };

/**
 * Cuts off readers that take too little while data is waiting for them (docs/limits.md, "Sessions and connections"); the
 * output is then charged as if the client had left. Without a minimum, a few bytes now and then would keep a connection
 * and the memory of its answer forever. A reader for whom nothing is waiting is never cut off.
 * @returns to be called when an answer begins
 */
export function cutSlowReaders(
  server: Server,
  { readerMs, checkEveryMs }: Pick<ServerTimeouts, 'readerMs' | 'checkEveryMs'>,
): (answer: ServerResponse) => void {
  const readers = new Map<ServerResponse, Reader>();
  const dueBytes = (READER_BYTES * checkEveryMs) / readerMs;
  const check = setInterval(() => {
    for (const [answer, reader] of readers) if (isTooSlow(answer, reader, dueBytes)) answer.destroy();
  }, checkEveryMs);
  check.unref();
  server.once('close', () => clearInterval(check));
  return (answer) => {
    readers.set(answer, { takenBytes: takenOf(answer), leftBytes: READER_BYTES });
    answer.once('close', () => readers.delete(answer));
  };
}

function isTooSlow(answer: ServerResponse, reader: Reader, dueBytes: number): boolean {
  const takenBytes = takenOf(answer);
  reader.leftBytes = Math.min(MOST_AHEAD_BYTES, reader.leftBytes + takenBytes - reader.takenBytes);
  reader.takenBytes = takenBytes;
  if (answer.writableLength > 0) reader.leftBytes -= dueBytes;
  else reader.leftBytes = Math.max(READER_BYTES, reader.leftBytes);
  return reader.leftBytes < 0;
}

/**
 * How much output of an answer's connection the system has taken so far. Node counts what it has passed on; how much of
 * a long write is still in its queue, only the handle knows, which is not documented.
 */
function takenOf({ socket }: ServerResponse): number {
  if (socket === null) return 0;
  const handle: unknown = Reflect.get(socket, '_handle');
  const { bytesWritten, writeQueueSize } = (handle ?? {}) as { bytesWritten?: number; writeQueueSize?: number };
  return (bytesWritten ?? socket.bytesWritten) - (writeQueueSize ?? 0);
}
