import { describe, expect, it } from 'vitest';
import { PIECE_BYTES, pieces } from './pieces';
import type { FrameSink } from './sse';

const event = (at: number) => `data: ${at} ä👋 ${'x'.repeat(at % 300)}\n\n`;
const EVENTS = Array.from({ length: 5_000 }, (_, at) => event(at)).join('');

/** A reader that takes one piece at a time, and keeps what it has got. */
function reader({ isSlow = false } = {}) {
  const got: Buffer[] = [];
  let goOn = (): void => undefined;
  let leave = async (): Promise<void> => undefined;
  const sink: FrameSink = {
    write: (piece) => {
      got.push(Buffer.from(piece));
      return !isSlow;
    },
    drained: () => new Promise((resolve) => (goOn = resolve)),
    breakOff: () => undefined,
    onLeave: (stop) => (leave = stop),
  };
  return { sink, got, goOn: () => goOn(), leave: () => leave() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a body in pieces', () => {
  it.each([
    ['events', EVENTS],
    ['text without an event', '漢'.repeat(100_000)],
    ['an event that is longer than a piece', `data: ${'x'.repeat(200_000)}\n\ndata: [DONE]\n\n`],
    ['little', 'data: [DONE]\n\n'],
    ['nothing', ''],
  ])('is the same, in few pieces: %s', async (_, text) => {
    const { sink, got } = reader();
    const bytes = Buffer.from(text);
    let ends = 0;
    await pieces(bytes, () => void (ends += 1))(sink);
    expect(Buffer.concat(got).toString()).toBe(text);
    expect(got.every(({ byteLength }) => byteLength <= PIECE_BYTES)).toBe(true);
    expect(got.length).toBeLessThanOrEqual(Math.ceil((bytes.byteLength / PIECE_BYTES) * 1.1) + 1);
    expect(ends).toBe(1);
  });

  it('ends its pieces with an event', async () => {
    const { sink, got } = reader();
    await pieces(Buffer.from(EVENTS), () => undefined)(sink);
    expect(got.every((piece) => piece.toString().endsWith('\n\n'))).toBe(true);
  });

  it('lets others have their turns between the pieces', async () => {
    const { sink, got } = reader();
    const seen: number[] = [];
    const written = pieces(Buffer.from(EVENTS), () => seen.push(-1))(sink);
    while (!seen.includes(-1)) {
      seen.push(got.length);
      await turn();
    }
    await written;
    for (let at = 1; at < seen.length - 1; at += 1) expect((seen[at] ?? 0) - (seen[at - 1] ?? 0)).toBeLessThan(2);
  });

  it('waits for a slow reader, and ends where it leaves', async () => {
    const { sink, got, goOn, leave } = reader({ isSlow: true });
    let ends = 0;
    const written = pieces(Buffer.from(EVENTS), () => void (ends += 1))(sink);
    for (let count = 0; count < 5; count += 1) await turn();
    expect(got).toHaveLength(1);
    goOn();
    await turn();
    expect([got.length, ends]).toEqual([2, 0]);
    await leave();
    goOn();
    await written;
    expect([got.length, ends]).toEqual([2, 1]);
  });
});
