import { toWireNames } from '../../core/service-name';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { toStreamError } from './errors';

/** A comment is sent after this much silence, so that proxies keep the connection (contract 4.8). */
const KEEP_ALIVE_MS = 15_000;

const encoder = new TextEncoder();
const PING = encoder.encode(': ping\n\n');
const DONE = 'data: [DONE]\n\n';

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
 * An iterator of objects as a body of server-sent events: one frame in one chunk, `[DONE]` last. A failure after
 * the start becomes an error frame. Reads on only when the client has taken what there is.
 * @param first the item that was awaited before the answer began
 */
export function sseBody(
  first: IteratorResult<object>,
  iterator: AsyncIterator<object>,
  requestId: string,
  watch: StreamWatch,
): ReadableStream<Uint8Array> {
  const { serviceId } = settings();
  const frameOf = (item: object): string => `data: ${JSON.stringify(toWireNames(item, serviceId))}\n\n`;
  let next: Promise<IteratorResult<object>> = Promise.resolve(first);
  let left = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const send = (frame: string) => {
          watch.onFrame?.(frame);
          controller.enqueue(encoder.encode(frame));
        };
        const keepAlive = setInterval(() => left || controller.enqueue(PING), KEEP_ALIVE_MS);
        try {
          const result = await next;
          if (left) return;
          if (!result.done) {
            send(frameOf(result.value));
            next = iterator.next();
            // The failure is told at the next pull; until then it must not count as unhandled.
            next.catch(() => undefined);
            return;
          }
          watch.onFrame?.(DONE);
          await watch.onEnd({ ending: 'completed' });
          if (left) return;
          controller.enqueue(encoder.encode(DONE));
          controller.close();
        } catch (thrown) {
          if (left) return;
          // Where an item could not be sent, the work behind it is still going on.
          await end(iterator);
          await watch.onEnd({ ending: 'failed', thrown });
          send(frameOf(toStreamError(thrown, requestId)));
          controller.enqueue(encoder.encode(DONE));
          controller.close();
        } finally {
          clearInterval(keepAlive);
        }
      },
      async cancel() {
        left = true;
        await end(iterator);
        await watch.onEnd({ ending: 'client_left' });
      },
    },
    { highWaterMark: 0 },
  );
}

/** What fails at the end has nobody to be told to but the log. */
async function end(iterator: AsyncIterator<object>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    log.error({ err: error }, 'a stream failed at its end');
  }
}
