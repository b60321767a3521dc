import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sseReader } from './read-sse';

const tooLong = () => new RangeError('too long');

function read(text: string, size = 1_000_000): string[] {
  const reader = sseReader(tooLong);
  const events: string[] = [];
  for (let at = 0; at < text.length; at += size) events.push(...reader.read(text.slice(at, at + size)));
  return [...events, ...reader.end()];
}

describe('sseReader', () => {
  it('reads data with and without the space, and skips comments and other fields', () => {
    expect(read('data: a\n\n: ping\n\ndata:b\n\nevent: x\nid: 1\ndata:  c\n\ndata\n\n')).toEqual(['a', 'b', ' c', '']);
  });

  it('joins several data lines and accepts a last event without its blank line', () => {
    expect(read('data: a\ndata: b\n\ndata: c')).toEqual(['a\nb', 'c']);
  });

  it('skips a byte order mark only at the beginning', () => {
    expect(read('\uFEFFdata: a\n\ndata: \uFEFFb\n\n', 1)).toEqual(['a', '\uFEFFb']);
  });

  it('reads LF, CRLF and CR, also split in the middle', () => {
    for (const size of [1, 2, 3, 100]) {
      expect(read('data: a\r\n\r\ndata: b\r\rdata: c\n\ndata: d\r\ndata: e\r\n\r\n', size)).toEqual([
        'a',
        'b',
        'c',
        'd\ne',
      ]);
    }
    // The event ends with the CR: it does not wait for a line feed that may never come.
    expect(sseReader(tooLong).read('data: a\r\r')).toEqual(['a']);
  });

  it('returns the same events however the text is split', () => {
    const texts = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replace(/[\r\n]/g, ' ')),
      { maxLength: 6 },
    );
    const sizes = fc.integer({ min: 1, max: 7 });
    fc.assert(
      fc.property(texts, sizes, fc.constantFrom('\n', '\r\n', '\r'), (events, size, end) => {
        expect(read(events.map((text) => `data: ${text}${end}${end}`).join(''), size)).toEqual(events);
      }),
    );
  });

  it('reads a long line in small pieces in linear time', () => {
    const line = 'x'.repeat(2_000_000);
    const started = performance.now();
    expect(read(`data: ${line}\n\n`, 64).map((event) => event.length)).toEqual([line.length]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('gives up on an event without an end', () => {
    const endless = `data: ${'x'.repeat(5_000_000)}`;
    expect(() => read(endless, 100_000)).toThrow(RangeError);
    expect(() => read(`data: ${'x'.repeat(100_000)}\n`.repeat(50), 100_000)).toThrow(RangeError);
    const reader = sseReader(tooLong);
    expect(reader.read(`data: whole\n\n${endless}`)).toEqual(['whole']);
    expect(() => reader.read('x')).toThrow(RangeError);
  });
});
