import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoint } from '../endpoint';
import { cutSlowReaders } from './cut-slow-readers';
import { openTestServer, type TestServer } from './test-server';
import { SERVER_TIMEOUTS } from './timeouts';

const SECONDS_PER_HOUR = 3_600;
const KB = 1_024;

describe('with the times of the production server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A response with data waiting, and the handle that counts how much was taken. */
  function makeAnswer() {
    const handle = { bytesWritten: 0, writeQueueSize: 0 };
    const state = { waits: true, isCut: false };
    const socket = new Socket();
    Reflect.set(socket, '_handle', handle);
    const answer = new ServerResponse(new IncomingMessage(socket));
    Object.defineProperties(answer, {
      socket: { value: socket },
      writableLength: { get: () => (state.waits ? 1 : 0) },
      destroy: { value: () => (state.isCut = true) },
    });
    cutSlowReaders(createServer(), SERVER_TIMEOUTS)(answer);
    return { state, handle };
  }

  /** Seconds until a reader that takes `bytes` every `everySeconds` is cut off; null if it is not within five hours. */
  function secondsUntilCut({ bytes = 0, everySeconds = 1, atOnce = 0 }): number | null {
    const { state, handle } = makeAnswer();
    handle.bytesWritten = atOnce;
    for (let second = 1; second <= 5 * SECONDS_PER_HOUR; second += 1) {
      if (second % everySeconds === 0) handle.bytesWritten += bytes;
      vi.advanceTimersByTime(1_000);
      if (state.isCut) return second;
    }
    return null;
  }

  it('a reader that takes nothing is cut off after a minute', () => {
    const seconds = secondsUntilCut({});
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThanOrEqual(65);
  });

  it.each([
    ['a byte each second', { bytes: 1 }],
    ['4 KB each half minute', { bytes: 4 * KB, everySeconds: 30 }],
    ['60 KB a minute', { bytes: KB }],
    ['60 KB at once each minute', { bytes: 60 * KB, everySeconds: 60 }],
  ])('a reader that takes %s is cut off, too, somewhat later', (_, pattern) => {
    const seconds = secondsUntilCut(pattern) ?? Number.POSITIVE_INFINITY;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(20 * 60);
  });

  it.each([
    ['2 KB each second', { bytes: 2 * KB }],
    ['100 KB each 50 s', { bytes: 100 * KB, everySeconds: 50 }],
    ['1.7 MB at a time, as Linux passes it on', { bytes: 1_700 * KB, everySeconds: 850, atOnce: 3_800 * KB }],
  ])('a reader that takes %s is not cut off', (_, pattern) => {
    expect(secondsUntilCut(pattern)).toBeNull();
  });

  it('a reader gets at most 16 minutes ahead, however much it takes at once', () => {
    expect(secondsUntilCut({ atOnce: 100_000 * KB })).toBeLessThanOrEqual(16 * 60 + 5);
  });

  it('a reader has a minute each time data begins to wait', () => {
    const { state } = makeAnswer();
    for (let round = 0; round < 100; round += 1) {
      state.waits = true;
      vi.advanceTimersByTime(50_000);
      state.waits = false;
      vi.advanceTimersByTime(5_000);
    }
    vi.advanceTimersByTime(SECONDS_PER_HOUR * 1_000);
    expect(state.isCut).toBe(false);
    state.waits = true;
    vi.advanceTimersByTime(65_000);
    expect(state.isCut).toBe(true);
  });

  it('progress within one long write counts', () => {
    const { state, handle } = makeAnswer();
    handle.bytesWritten = handle.writeQueueSize = 10_000 * KB;
    for (let second = 0; second < SECONDS_PER_HOUR; second += 1) {
      handle.writeQueueSize -= 2 * KB;
      vi.advanceTimersByTime(1_000);
    }
    expect(state.isCut).toBe(false);
  });
});

describe('on a real connection, with a fifth of a second for a minute', () => {
  let server: TestServer;
  afterEach(() => server.close());

  /** Reads an endless answer at this rate for this long. @returns how many bytes it received, and how the request ended */
  async function read(bytesPerSecond: number, forMs: number, piece: string) {
    const endings: string[] = [];
    const run = async function* (_: unknown, { signal }: { signal: AbortSignal }) {
      try {
        for (;;) {
          yield [{ piece }];
          await sleep(0);
        }
      } finally {
        endings.push(signal.aborted ? 'left' : 'ended');
      }
    };
    server = await openTestServer({ '/api/v1/flood': { GET: endpoint({ auth: 'public', run }) } }, { readerMs: 200 });
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET /api/v1/flood HTTP/1.1\r\nhost: localhost\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.pause();
    const beganAtMs = performance.now();
    let bytes = 0;
    while (performance.now() - beganAtMs < forMs && endings.length === 0) {
      const due = Math.floor(((performance.now() - beganAtMs) / 1_000) * bytesPerSecond) - bytes;
      const chunk = (due > 0 ? (socket.read(due) ?? socket.read()) : null) as Buffer | null;
      bytes += chunk?.byteLength ?? 0;
      await sleep(10);
    }
    const [ending = 'still open'] = endings;
    socket.destroy();
    return { bytes, ending };
  }

  it('a reader that takes too few bytes is cut off, and its request ends as if it had left', async () => {
    const { ending } = await read(10_000, 10_000, 'x'.repeat(60_000));
    expect(ending).toBe('left');
  });

  it.each([
    ['short', 20_000],
    ['long', 5_000_000],
  ])(
    'a slow reader is not, although the system takes large blocks at a time: %s writes',
    async (_, length) => {
      // Twice the minimum, like 2 KB per second in production.
      const { bytes, ending } = await read(655_360, 5_000, 'x'.repeat(length));
      expect(ending).toBe('still open');
      expect(bytes).toBeGreaterThan(1_000_000);
    },
    10_000,
  );
});
