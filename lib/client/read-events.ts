import { sseReader } from '../core/read-sse';

/**
 * Yields the `data` of each server-sent event of a body. An event without its end is dropped: the connection was lost
 * before it was complete. Leaving the loop early cancels the body, so that the server notices.
 * @param longest the longest event to accept, in characters; 4,000,000 unless given
 * @throws RangeError if an event is longer; whatever the body throws
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  longest?: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = sseReader(() => new RangeError('An event of the stream is too long.'), longest);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* events.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Rejects if the body has already failed, which the loop above has thrown.
    await reader.cancel().catch(() => undefined);
  }
}
