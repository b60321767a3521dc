import { describe, expect, it } from 'vitest';
import { ApiError, isApiError } from '../../core/errors';
import { makeMemoryShares, type MemoryShares, openLease, addBytes } from '../../platform/sharing/memory-shares';
import type { BodySink, BodySource } from '../server/transport';
import type { Intake } from './receive-body';
import { takeBody } from './take-body';

const MEGABYTE = 1_000_000;

/** A body in pieces; `progress` has how many of them were taken. */
function source(pieces: string[], announcedBytes: number | null = pieces.join('').length) {
  const progress = { taken: 0, stopped: null as ApiError | null };
  const body: BodySource = {
    announcedBytes,
    read: async (sink) => {
      for (const piece of pieces) {
        await sink.take(Buffer.from(piece));
        progress.taken += 1;
      }
    },
  };
  return { body, progress };
}

function intake(
  more: Partial<Intake> = {},
  memory = makeMemoryShares({ perAccount: 10 * MEGABYTE, all: 10 * MEGABYTE }),
) {
  const seen = { admitted: 0, counted: 0 };
  const given: Intake = {
    maxBytes: MEGABYTE,
    lease: openLease(memory, 'account'),
    admitLarge: () => {
      seen.admitted += 1;
      return Promise.resolve();
    },
    countLarge: (bytes) => (seen.counted += bytes),
    ...more,
  };
  return { given, seen, memory };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (thrown: unknown) => (isApiError(thrown) ? thrown.code : String(thrown)),
  );

describe('a body in small pieces', () => {
  const inPieces = (count: number, size: number) =>
    source(['"', ...Array.from({ length: count }, () => 'x'.repeat(size)), '"'], null);

  it('is refused right after 5,000 pieces if they are nearly empty', async () => {
    const tiny = inPieces(20_000, 1);
    expect(await codeOf(takeBody(tiny.body, intake().given))).toBe('INVALID_REQUEST');
    expect(tiny.progress.taken).toBe(5_000);
  });

  it('is accepted if there are fewer, or they are larger', async () => {
    expect(await codeOf(takeBody(inPieces(4_900, 1).body, intake().given))).toBe('taken');
    expect(await codeOf(takeBody(inPieces(20_000, 40).body, intake().given))).toBe('taken');
  });
});

describe('a body that is received', () => {
  it('is the same as sent, whatever its pieces', async () => {
    for (const pieces of [
      ['{}'],
      ['[', '1', ',', '2]'],
      ['"', 'x'.repeat(70_000), 'y'.repeat(70_000), '"'],
      ['"', 'x'.repeat(2_500_000), '"'],
    ]) {
      for (const announced of [pieces.join('').length, null]) {
        const { given } = intake({ maxBytes: 3 * MEGABYTE });
        const blocks = await takeBody(source(pieces, announced).body, given);
        expect(Buffer.concat(blocks).toString()).toBe(pieces.join(''));
      }
    }
  });

  it('must be admitted before the rest is read, as soon as it is known to be large', async () => {
    const refuse = () => Promise.reject(new ApiError('INSUFFICIENT_BALANCE', 'no'));
    const announced = source(['"', 'x'.repeat(64_000), '"']);
    expect(await codeOf(takeBody(announced.body, intake({ admitLarge: refuse }).given))).toBe('INSUFFICIENT_BALANCE');
    expect(announced.progress.taken).toBe(0);
    const unannounced = source(['"', 'x'.repeat(63_000), 'y'.repeat(63_000), '"'], null);
    expect(await codeOf(takeBody(unannounced.body, intake({ admitLarge: refuse }).given))).toBe('INSUFFICIENT_BALANCE');
    expect(unannounced.progress.taken).toBe(2);
  });

  it('needs no admission if it is small, and every byte of a large one is counted once', async () => {
    const small = intake();
    await takeBody(source(['"', 'x'.repeat(63_998), '"']).body, small.given);
    expect(small.seen).toEqual({ admitted: 0, counted: 0 });
    for (const announced of [100_002, null]) {
      const large = intake();
      await takeBody(source(['"', 'x'.repeat(50_000), 'y'.repeat(50_000), '"'], announced).body, large.given);
      expect(large.seen).toEqual({ admitted: 1, counted: 100_002 });
      expect(large.memory.bytes).toBe(300_006);
    }
  });

  it('is refused above its bound, announced or not', async () => {
    const pieces = ['"', 'x'.repeat(MEGABYTE), '"'];
    const announced = source(pieces);
    expect(await codeOf(takeBody(announced.body, intake().given))).toBe('PAYLOAD_TOO_LARGE');
    expect(announced.progress.taken).toBe(0);
    expect(await codeOf(takeBody(source(pieces, null).body, intake().given))).toBe('PAYLOAD_TOO_LARGE');
  });

  it('is refused if its account has no memory left, before it is admitted', async () => {
    const memory: MemoryShares = makeMemoryShares({ perAccount: MEGABYTE, all: 10 * MEGABYTE });
    addBytes(openLease(memory, 'account'), 900_000);
    const { given, seen } = intake({}, memory);
    expect(await codeOf(takeBody(source(['"', 'x'.repeat(70_000), '"']).body, given))).toBe('RATE_LIMIT_EXCEEDED');
    expect(seen.admitted).toBe(0);
  });

  it('leaves its memory to others in the same turn if it is refused', async () => {
    const memory = makeMemoryShares({ perAccount: 2 * MEGABYTE, all: 10 * MEGABYTE });
    const sinks: BodySink[] = [];
    const pending: BodySource = {
      announcedBytes: MEGABYTE,
      read: (sink) => (sinks.push(sink), new Promise<void>(() => undefined)),
    };
    for (let count = 0; count < 4; count += 1) {
      void takeBody(pending, intake({ lease: openLease(memory, 'account') }, memory).given);
    }
    await new Promise(setImmediate);
    expect(sinks).toHaveLength(4);
    const refused: number[] = [];
    const sendAll = (text: string) => {
      for (const [index, sink] of sinks.entries()) {
        if (refused.includes(index)) continue;
        try {
          void sink.take(Buffer.from(text));
        } catch {
          refused.push(index);
        }
      }
    };
    // Each piece is kept three times: six fit at once.
    sendAll(`"${'x'.repeat(99_999)}`);
    expect(refused).toEqual([]);
    sendAll('x'.repeat(100_000));
    expect(refused).toEqual([2]);
    sendAll('x'.repeat(100_000));
    expect(refused).toEqual([2, 0]);
    sendAll('x'.repeat(100_000));
    expect(refused).toEqual([2, 0, 1]);
    sendAll('x'.repeat(100_000));
    expect(refused).toEqual([2, 0, 1]);
    expect(memory.bytes).toBe(5 * 3 * 100_000);
  });

  it('is ended in favor of an account that uses less if the process is out of memory', async () => {
    const memory = makeMemoryShares({ perAccount: 8 * MEGABYTE, all: 8 * MEGABYTE });
    const { given } = intake({ maxBytes: 3 * MEGABYTE }, memory);
    const stalled: BodySource = {
      announcedBytes: 2 * MEGABYTE,
      read: (sink: BodySink) =>
        new Promise((_, reject) => {
          sink.stop = reject;
          void sink.take(Buffer.alloc(2 * MEGABYTE, ' '));
        }),
    };
    const refused = codeOf(takeBody(stalled, given));
    await new Promise((resolve) => setImmediate(resolve));
    expect(memory.bytes).toBe(6 * MEGABYTE);
    addBytes(openLease(memory, 'other'), 3 * MEGABYTE);
    expect(await refused).toBe('MODEL_AT_CAPACITY');
    expect(memory.bytes).toBe(3 * MEGABYTE);
  });
});
