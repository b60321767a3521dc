import { describe, expect, it } from 'vitest';
import { sseBodyReader } from './read-sse';

describe('sseBodyReader', () => {
  it('returns the same events however the bytes are split', () => {
    const whole = Buffer.from('\uFEFFdata: Käse 🧀 漢字\r\n\r\n: ping\r\n\r\ndata: {"a":"\\n"}\n\ndata: [DONE]');
    for (let size = 1; size <= whole.length; size += 1) {
      const reader = sseBodyReader();
      const events: string[] = [];
      for (let at = 0; at < whole.length; at += size) events.push(...reader.read(whole.subarray(at, at + size)));
      expect([...events, ...reader.end()]).toEqual(['Käse 🧀 漢字', '{"a":"\\n"}', '[DONE]']);
    }
  });

  it('reports an event without an end as an answer that is too large', () => {
    const reader = sseBodyReader();
    expect(reader.read(Buffer.from(`data: whole\n\ndata: ${'x'.repeat(5_000_000)}`))).toEqual(['whole']);
    expect(() => reader.read(Buffer.from('x'))).toThrow(expect.objectContaining({ kind: 'too_large' }));
    expect(() => reader.end()).toThrow(expect.objectContaining({ kind: 'too_large' }));
  });
});
