import { describe, expect, it } from 'vitest';
import { PIECE_BYTES, pieces } from './pieces';
import type { FrameSink } from './sse';

const event = (at: number) => `data: ${at} ä👋 ${'x'.repeat(at % 300)}\n\n`;
const EVENTS = Array.from({ length: 5_000 }, (_, at) => event(at)).join('');

/** A reader that takes one piece at a time and records each. */
function reader({ isSlow = false } = {}) {
  const received: Buffer[] = [];
  let resume = (): void => undefined;
  let leave = async (): Promise<void> => undefined;
  const sink: FrameSink = {
    write: (piece) => {
      received.push(Buffer.from(piece));
      return !isSlow;
    },
    drained: () => new Promise((resolve) => (resume = resolve)),
    breakOff: () => undefined,
    onLeave: (stop) => (leave = stop),
  };
  return { sink, received, resume: () => resume(), leave: () => leave() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a body in pieces', () => {
  it.each([
    ['events', 'events', EVENTS],
    ['text without an event', 'bytes', '漢'.repeat(100_000)],
    ['lines separated by blank lines', 'bytes', `${'x'.repeat(90)}\n\n`.repeat(4_000)],
    ['a short body', 'events', 'data: [DONE]\n\n'],
    ['an empty body', 'events', ''],
  ] as const)('is the same, in few pieces: %s', async (_, kind, text) => {
    const { sink, received } = reader();
    const bytes = Buffer.from(text);
    let ends = 0;
    await pieces(bytes, kind, () => void (ends += 1))(sink);
    expect(Buffer.concat(received).toString()).toBe(text);
    expect(received.every(({ byteLength }) => byteLength <= PIECE_BYTES)).toBe(true);
    expect(received.length).toBeLessThanOrEqual(Math.ceil((bytes.byteLength / PIECE_BYTES) * 1.1) + 1);
    expect(ends).toBe(1);
  });

  it('ends each piece at an event', async () => {
    const { sink, received } = reader();
    await pieces(Buffer.from(EVENTS), 'events', () => undefined)(sink);
    expect(received.every((piece) => piece.toString().endsWith('\n\n'))).toBe(true);
  });

  it('never splits an event, however long', async () => {
    const { sink, received } = reader();
    const lengths = [10, PIECE_BYTES - 9, PIECE_BYTES - 8, PIECE_BYTES - 7, 10, 10, 200_000, 10, 1_000_000];
    const events = [...lengths.map((length) => `data: ${'x'.repeat(length)}\n\n`), 'data: [DONE]\n\n'];
    await pieces(Buffer.from(events.join('')), 'events', () => undefined)(sink);
    const texts = received.map(String);
    expect(texts.join('') === events.join('')).toBe(true);
    expect(texts.map((piece) => piece.endsWith('\n\n'))).not.toContain(false);
    // Only an event that is longer than a piece exceeds the bound, in a write of its own.
    const long = texts.filter((piece) => piece.length > PIECE_BYTES);
    expect(long.map((piece) => piece.split('\n\n').length - 1)).toEqual([1, 1, 1]);
  });

  it('yields to the event loop between pieces', async () => {
    const { sink, received } = reader();
    const seen: number[] = [];
    const written = pieces(Buffer.from(EVENTS), 'events', () => seen.push(-1))(sink);
    while (!seen.includes(-1)) {
      seen.push(received.length);
      await turn();
    }
    await written;
    for (let at = 1; at < seen.length - 1; at += 1) expect((seen[at] ?? 0) - (seen[at - 1] ?? 0)).toBeLessThan(2);
  });

  it('waits for a slow reader, and stops when it leaves', async () => {
    const { sink, received, resume, leave } = reader({ isSlow: true });
    let ends = 0;
    const written = pieces(Buffer.from(EVENTS), 'events', () => void (ends += 1))(sink);
    for (let count = 0; count < 5; count += 1) await turn();
    expect(received).toHaveLength(1);
    resume();
    await turn();
    expect([received.length, ends]).toEqual([2, 0]);
    await leave();
    resume();
    await written;
    expect([received.length, ends]).toEqual([2, 1]);
  });
});
