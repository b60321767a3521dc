import type { Server, ServerResponse } from 'node:http';
import { addEntry, removeEntry, type SwapList } from '../../core/swap-list';
import type { ServerTimeouts } from './timeouts';

/** Waiting data that a reader must take per `readerMs`, on average; in production about a kilobyte per second. */
const READER_BYTES = 65_536;
/**
 * How far a reader can get ahead. The operating system takes a large block at once, and then nothing until the client has
 * read a third of it: on Linux up to 1.7 MB at a time. A client that reads 2 KB per second needs 14 minutes for that and
 * meanwhile seems to read nothing.
 */
const MAX_AHEAD_BYTES = 16 * READER_BYTES;

/** Progress of a reader: bytes taken by the last check, and the bytes left before it is cut off. */
type Reader = { answer: ServerResponse; takenBytes: number; leftBytes: number };

/**
 * Cuts off readers that take too little while data is waiting for them (docs/limits.md, "Sessions and connections"); the
 * output is then charged as if the client had left. Without a minimum, a few bytes now and then would keep a connection
 * and the memory of its answer forever. A reader for whom nothing is waiting is never cut off.
 * @returns a function to call when an answer begins
 */
export function cutSlowReaders(
  server: Server,
  { readerMs, checkEveryMs }: Pick<ServerTimeouts, 'readerMs' | 'checkEveryMs'>,
): (answer: ServerResponse) => void {
  const readers: SwapList<Reader> = [];
  const dueBytes = (READER_BYTES * checkEveryMs) / readerMs;
  const check = setInterval(() => {
    for (const { value } of [...readers]) if (isTooSlow(value, dueBytes)) value.answer.destroy();
  }, checkEveryMs);
  check.unref();
  server.once('close', () => clearInterval(check));
  return (answer) => {
    const entry = addEntry(readers, { answer, takenBytes: takenOf(answer), leftBytes: READER_BYTES });
    answer.once('close', () => removeEntry(readers, entry));
  };
}

function isTooSlow(reader: Reader, dueBytes: number): boolean {
  const { answer } = reader;
  const takenBytes = takenOf(answer);
  reader.leftBytes = Math.min(MAX_AHEAD_BYTES, reader.leftBytes + takenBytes - reader.takenBytes);
  reader.takenBytes = takenBytes;
  if (answer.writableLength > 0) reader.leftBytes -= dueBytes;
  else reader.leftBytes = Math.max(READER_BYTES, reader.leftBytes);
  return reader.leftBytes < 0;
}

/**
 * Bytes of an answer's connection that the system has taken so far. Node counts a long write as soon as it is queued; only
 * the undocumented handle knows how much of it is still in the queue.
 */
function takenOf({ socket }: ServerResponse): number {
  if (socket === null) return 0;
  const handle: unknown = Reflect.get(socket, '_handle');
  const { bytesWritten, writeQueueSize } = (handle ?? {}) as { bytesWritten?: number; writeQueueSize?: number };
  return (bytesWritten ?? socket.bytesWritten) - (writeQueueSize ?? 0);
}
