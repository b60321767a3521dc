import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSse } from './read-sse';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1_000_000): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readSse(inPieces(new TextEncoder().encode(text), size))) events.push(event);
  return events;
}

describe('readSse', () => {
  it('reads LF and CRLF, with and without the blank, and skips comments and other fields', async () => {
    expect(await read('data: a\n\n: ping\n\ndata:b\r\n\r\nevent: x\nid: 1\ndata:  c\n\n')).toEqual(['a', 'b', ' c']);
  });

  it('joins several data lines and takes a last event without its blank line', async () => {
    expect(await read('data: a\ndata: b\n\ndata: c')).toEqual(['a\nb', 'c']);
  });

  it('gives the same events however the bytes are cut', async () => {
    const events = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replace(/[\r\n]/g, ' ')),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('\n', '\r\n'),
        async (texts, size, end) => {
          const stream = texts.map((text) => `data: ${text}${end}${end}`).join('');
          expect(await read(stream, size)).toEqual(texts);
        },
      ),
    );
  });

  it('reads a long line in small pieces in no more than its own time', async () => {
    const line = 'x'.repeat(2_000_000);
    const started = performance.now();
    expect((await read(`data: ${line}\n\n`, 64)).map((event) => event.length)).toEqual([line.length]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('gives up on a line without an end', async () => {
    const endless = `data: ${'x'.repeat(5_000_000)}`;
    await expect(read(endless, 100_000)).rejects.toMatchObject({ kind: 'too_large' });
  });
});
