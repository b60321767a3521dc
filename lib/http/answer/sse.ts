import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { toStreamError } from './errors';
import { hasLongText, writeInSlices } from './json-text';

/**
 * A comment is sent after this long without output, so that proxies keep the connection open
 * (docs/api-rules.md, "Streaming").
 */
const KEEP_ALIVE_MS = 15_000;

const PING = ': ping\n\n';
const DONE = 'data: [DONE]\n\n';

/** Receives the frames of a stream. */
export type FrameSink = {
  /** Sends text, or its bytes, in one write. @returns false if the reader is slow: then wait for `drained` */
  write(text: string | Uint8Array): boolean;
  /** Settles when the reader can take more or has left. */
  drained(): Promise<void>;
  /** Cuts the connection, so that the client does not mistake a partial response for a complete one. */
  breakOff(): void;
  /** Calls `stop` once if the reader leaves before the end; at once if it has left already. */
  onLeave(stop: () => Promise<void>): void;
};

/** Writes the body of a stream into a sink. It resolves when everything is written, and never rejects. */
export type StreamBody = (sink: FrameSink) => Promise<void>;

/** How a stream ended. */
export type StreamEnd = { ending: 'completed' | 'client_left' } | { ending: 'failed'; thrown: unknown };

/** Observes a stream. */
export type StreamWatch = {
  /** In whose turns long events are written: the account's id, or an address without an account. */
  account: string;
  /** Called with each frame as it is sent, or with the next part of a long one. */
  onFrame?: (frame: string) => void;
  /** Called once, after the iterator has ended; the last frame is sent after it resolves. Must not throw. */
  onEnd: (end: StreamEnd) => Promise<void>;
};

/**
 * An iterator of lists of objects as server-sent events: one frame per write (docs/api-rules.md, "Wire tolerances"),
 * except those with long texts, such as images, which are written in slices; the frames of a list one after another, `[DONE]` last. A failure after the start becomes an error frame. The iterator
 * is read only as fast as the client takes the frames.
 * @param first the list that was awaited before the response began
 */
export function sse(
  first: IteratorResult<readonly object[]>,
  iterator: AsyncIterator<readonly object[]>,
  requestId: string,
  watch: StreamWatch,
): StreamBody {
  const { serviceId } = settings();
  const frameOf = (item: object): string => `data: ${JSON.stringify(item)}\n\n`;
  return async (sink) => {
    let left = false;
    let isTaking = true;
    const send = (text: string): boolean => {
      watch.onFrame?.(text);
      return sink.write(text);
    };
    const sendLong = async (wire: object): Promise<void> => {
      // No comment may come in between.
      isTaking = false;
      send('data: ');
      await writeInSlices(wire, watch.account, async (pieces) => {
        // Ends the work on the rest; nobody gets it.
        if (left) throw new Error('The reader has left.');
        if (!send(pieces.join(''))) await sink.drained();
      });
      isTaking = send('\n\n');
    };
    sink.onLeave(async () => {
      left = true;
      await endIterator(iterator);
      await watch.onEnd({ ending: 'client_left' });
    });
    const keepAlive = setInterval(() => void (isTaking && !left && sink.write(PING)), KEEP_ALIVE_MS);
    try {
      for (let result = first; !left && !result.done; result = await iterator.next()) {
        for (const item of result.value) {
          if (left) return;
          const wire: object = toWireNames(item, serviceId);
          if (hasLongText(wire)) await sendLong(wire);
          else isTaking = send(frameOf(wire));
        }
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
      // If an item could not be sent, the iterator is still running.
      await endIterator(iterator);
      await watch.onEnd({ ending: 'failed', thrown });
      send(frameOf(toWireNames(toStreamError(thrown, requestId), serviceId)));
      send(DONE);
    } finally {
      clearInterval(keepAlive);
    }
  };
}

/** Ends an iterator early; a failure while it ends is only logged. */
export async function endIterator(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    log.error({ err: error }, 'a stream failed while it was being ended');
  }
}
