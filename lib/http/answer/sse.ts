import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { toStreamError } from './errors';

/** A comment is sent after this much silence, so that proxies keep the connection (contract 4.8). */
const KEEP_ALIVE_MS = 15_000;

const PING = ': ping\n\n';
const DONE = 'data: [DONE]\n\n';

/** Where the frames of a stream go. */
export type FrameSink = {
  /** Sends text, or its bytes, in one write. @returns false where the reader is slow: `drained` settles when it takes more */
  write(text: string | Uint8Array): boolean;
  /** Settles when the reader takes more, or has left. */
  drained(): Promise<void>;
  /** Ends the connection in the middle, so that nobody takes what came for the whole. */
  breakOff(): void;
  /** Has `stop` called once where the reader leaves before the end; at once where it has left already. */
  onLeave(stop: () => Promise<void>): void;
};

/** The body of a stream, written into a sink. It resolves when nothing more is to be written, and never rejects. */
export type StreamBody = (sink: FrameSink) => Promise<void>;

/** How a stream ended. */
export type StreamEnd = { ending: 'completed' | 'client_left' } | { ending: 'failed'; thrown: unknown };

/** Who wants to know what a stream did. */
export type StreamWatch = {
  /** Called with each frame as it goes out. */
  onFrame?: (frame: string) => void;
  /** Called once, after the iterator has ended; the last frame waits for it. Must not throw. */
  onEnd: (end: StreamEnd) => Promise<void>;
};

/**
 * An iterator of lists of objects as server-sent events: one frame in one write (contract 1.5a 12), those of a list one
 * behind the other, `[DONE]` last. A failure after the start becomes an error frame. Reads on only when the client has
 * taken what there is.
 * @param first the list that was awaited before the answer began
 */
export function sse(
  first: IteratorResult<readonly object[]>,
  iterator: AsyncIterator<readonly object[]>,
  requestId: string,
  watch: StreamWatch,
): StreamBody {
  const { serviceId } = settings();
  const frameOf = (item: object): string => `data: ${JSON.stringify(toWireNames(item, serviceId))}\n\n`;
  return async (sink) => {
    let left = false;
    let isTaking = true;
    const send = (text: string): boolean => {
      watch.onFrame?.(text);
      return sink.write(text);
    };
    sink.onLeave(async () => {
      left = true;
      await endIterator(iterator);
      await watch.onEnd({ ending: 'client_left' });
    });
    const keepAlive = setInterval(() => void (isTaking && !left && sink.write(PING)), KEEP_ALIVE_MS);
    try {
      for (let result = first; !left && !result.done; result = await iterator.next()) {
        for (const item of result.value) isTaking = send(frameOf(item));
        keepAlive.refresh();
        if (isTaking) continue;
        await sink.drained();
        isTaking = true;
      }
      if (left) return;
      watch.onFrame?.(DONE);
      await watch.onEnd({ ending: 'completed' });
      sink.write(DONE);
    } catch (thrown) {
      if (left) return;
      // Where an item could not be sent, the work behind it is still going on.
      await endIterator(iterator);
      await watch.onEnd({ ending: 'failed', thrown });
      send(frameOf(toStreamError(thrown, requestId)));
      send(DONE);
    } finally {
      clearInterval(keepAlive);
    }
  };
}

/** Ends an iterator early; what fails at the end has nobody to be told to but the log. */
export async function endIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    log.error({ err: error }, 'a stream failed at its end');
  }
}
