import type { BodySource } from '../server/transport';

/** For tests: a body that has arrived completely; empty without a text. */
export function testBody(text = ''): BodySource {
  const bytes = Buffer.from(text);
  return {
    announcedBytes: bytes.byteLength,
    read: async (sink) => {
      if (bytes.byteLength > 0) await sink.take(bytes);
    },
  };
}
