import type { BodySource } from '../server/transport';

/** A body that has arrived whole; empty without a text. */
export function testBody(text = ''): BodySource {
  const bytes = Buffer.from(text);
  return {
    announcedBytes: bytes.byteLength,
    read: async (sink) => {
      if (bytes.byteLength > 0) await sink.take(bytes);
    },
  };
}
