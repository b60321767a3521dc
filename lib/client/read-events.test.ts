import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events';

const bytes = new TextEncoder();

function bodyOf(pieces: (string | Uint8Array)[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const queue = pieces.map((piece) => (typeof piece === 'string' ? bytes.encode(piece) : piece));
  return new ReadableStream({
    pull(controller) {
      const next = queue.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: onCancel,
  });
}

async function eventsOf(...pieces: (string | Uint8Array)[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(bodyOf(pieces))) events.push(event);
  return events;
}

describe('readEvents', () => {
  it('yields the same events however the bytes are split', async () => {
    const whole = bytes.encode('\uFEFFdata: Käse 🧀 漢字\r\n\r\n: ping\r\n\r\ndata: {"a":"\\n"}\n\ndata: [DONE]\n\n');
    const expected = ['Käse 🧀 漢字', '{"a":"\\n"}', '[DONE]'];
    for (let size = 1; size <= whole.length; size += 1) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
      expect(await eventsOf(...pieces)).toEqual(expected);
    }
  });

  it('drops an unfinished event', async () => {
    expect(await eventsOf('data: a\n\ndata: half')).toEqual(['a']);
  });

  it('rejects an endless event', async () => {
    const line = `data: ${'x'.repeat(1024 * 1024)}\n`;
    await expect(eventsOf(line, line, line, line, line)).rejects.toThrow(RangeError);
  });

  it('cancels the body when the reader leaves', async () => {
    let cancelled = false;
    const body = bodyOf(['data: a\n\n', 'data: b\n\n', 'data: c\n\n'], () => (cancelled = true));
    for await (const event of readEvents(body)) if (event === 'a') break;
    expect(cancelled).toBe(true);
  });
});
