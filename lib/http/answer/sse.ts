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
  /** Sends text in one write. @returns where the reader is slow, a promise that it takes more, or has left */
  write(text: string): Promise<void> | undefined;
  /** Has `stop` called once where the reader leaves before the end; at once where it has left already. */
  onLeave(stop: () => Promise<void>): void;
};

/** The body of a stream, written into a sink. It resolves when nothing more is to be written, and never rejects. */
export type StreamBody = (sink: FrameSink) => Promise<void>;

/** How a stream ended. */
export type StreamEnd = { ending: 'completed' | 'client_left' } | { ending: 'failed'; thrown: unknown };

/** Who wants to know what a stream did. */
export type StreamWatch = {
  /** Called with what goes out: whole frames, several at a time. */
  onFrames?: (text: string) => void;
  /** Called once, after the iterator has ended; the last frame waits for it. Must not throw. */
  onEnd: (end: StreamEnd) => Promise<void>;
};

/**
 * An iterator of lists of objects as server-sent events: an object is a frame, a list goes out in one write, `[DONE]`
 * comes last. A failure after the start becomes an error frame. Reads on only when the client has taken what there is.
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
    const send = (text: string): Promise<void> | undefined => {
      watch.onFrames?.(text);
      return sink.write(text);
    };
    sink.onLeave(async () => {
      left = true;
      await end(iterator);
      await watch.onEnd({ ending: 'client_left' });
    });
    const keepAlive = setInterval(() => void (isTaking && !left && sink.write(PING)), KEEP_ALIVE_MS);
    try {
      for (let result = first; !left && !result.done; result = await iterator.next()) {
        const slow = send(result.value.map(frameOf).join(''));
        keepAlive.refresh();
        if (slow === undefined) continue;
        isTaking = false;
        await slow;
        isTaking = true;
      }
      if (left) return;
      watch.onFrames?.(DONE);
      await watch.onEnd({ ending: 'completed' });
      void sink.write(DONE);
    } catch (thrown) {
      if (left) return;
      // Where an item could not be sent, the work behind it is still going on.
      await end(iterator);
      await watch.onEnd({ ending: 'failed', thrown });
      void send(frameOf(toStreamError(thrown, requestId)) + DONE);
    } finally {
      clearInterval(keepAlive);
    }
  };
}

/** The frames of an earlier stream again, one in one write. */
export function frames(text: string): StreamBody {
  return async (sink) => {
    let left = false;
    sink.onLeave(async () => void (left = true));
    for (const frame of text.split(/(?<=\n\n)/)) {
      if (frame === '' || left) break;
      await sink.write(frame);
    }
  };
}

/** What fails at the end has nobody to be told to but the log. */
async function end(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    log.error({ err: error }, 'a stream failed at its end');
  }
}
