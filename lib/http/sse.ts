import { toWireNames } from '../core/service-name';
import { settings } from '../platform/env';
import { toStreamError } from './errors';

/** A comment is sent after this much silence, so that proxies keep the connection (contract 4.8). */
const KEEP_ALIVE_MS = 15_000;

const encoder = new TextEncoder();
const PING = encoder.encode(': ping\n\n');
const DONE = encoder.encode('data: [DONE]\n\n');

/**
 * An iterator of objects as a body of server-sent events: one frame in one chunk, `[DONE]` last. A failure after
 * the start becomes an error frame. Reads on only when the client has taken what there is.
 * @param first the item that was awaited before the answer began
 */
export function sseBody(
  first: IteratorResult<object>,
  iterator: AsyncIterator<object>,
  requestId: string,
): ReadableStream<Uint8Array> {
  const { serviceId } = settings();
  const frame = (item: object) => encoder.encode(`data: ${JSON.stringify(toWireNames(item, serviceId))}\n\n`);
  let next: Promise<IteratorResult<object>> = Promise.resolve(first);
  let left = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const keepAlive = setInterval(() => left || controller.enqueue(PING), KEEP_ALIVE_MS);
        try {
          const result = await next;
          if (left) return;
          if (result.done) {
            controller.enqueue(DONE);
            controller.close();
            return;
          }
          controller.enqueue(frame(result.value));
          next = iterator.next();
          // The failure is told at the next pull; until then it must not count as unhandled.
          next.catch(() => undefined);
        } catch (thrown) {
          if (left) return;
          controller.enqueue(frame(toStreamError(thrown, requestId)));
          controller.enqueue(DONE);
          controller.close();
        } finally {
          clearInterval(keepAlive);
        }
      },
      async cancel() {
        left = true;
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
