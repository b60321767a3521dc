import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sseReader } from './read-sse';

function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function read(text: string, size = 1_000_000): string[] {
  const reader = sseReader();
  const pieces = [...inPieces(new TextEncoder().encode(text), size)];
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
}

describe('readSse', () => {
  it('reads LF and CRLF, with and without the space, and skips comments and other fields', async () => {
    expect(read('data: a\n\n: ping\n\ndata:b\r\n\r\nevent: x\nid: 1\ndata:  c\n\n')).toEqual(['a', 'b', ' c']);
  });

  it('skips a byte order mark only at the beginning', () => {
    expect(read('\uFEFFdata: a\n\ndata: \uFEFFb\n\n', 1)).toEqual(['a', '\uFEFFb']);
  });

  it('joins several data lines and accepts a last event without its blank line', async () => {
    expect(read('data: a\ndata: b\n\ndata: c')).toEqual(['a\nb', 'c']);
  });

  it('returns the same events however the bytes are split', async () => {
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
          expect(read(stream, size)).toEqual(texts);
        },
      ),
    );
  });

  it('reads a long line in small pieces in linear time', () => {
    const line = 'x'.repeat(2_000_000);
    const started = performance.now();
    expect(read(`data: ${line}\n\n`, 64).map((event) => event.length)).toEqual([line.length]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('gives up on a line without an end', async () => {
    const endless = `data: ${'x'.repeat(5_000_000)}`;
    expect(() => read(endless, 100_000)).toThrow(expect.objectContaining({ kind: 'too_large' }));
    const reader = sseReader();
    expect(reader.read(Buffer.from(`data: whole\n\n${endless}`))).toEqual(['whole']);
    expect(() => reader.read(Buffer.from('x'))).toThrow(expect.objectContaining({ kind: 'too_large' }));
  });
});
