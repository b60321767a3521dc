import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upstreamFetch } from './fetch';
import { workTurns } from './sharing/work-turns';

/** Far more than a turn of the event loop may bring. */
const LARGE_BYTES = 400_000;

let server: Server;
let base: string;
let opened: () => void = () => undefined;
let closed: () => void = () => undefined;
/** Client ports of the requests, in order. */
const askedFrom: (number | undefined)[] = [];
/** Bytes that the endless response could write before backpressure. */
let taken = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    opened();
    askedFrom.push(request.socket.remotePort);
    response.on('close', () => closed());
    if (request.url === '/silent') return;
    if (request.url === '/head-only') return void response.writeHead(200).flushHeaders();
    if (request.url === '/redirect') return void response.writeHead(307, { location: '/end' }).end();
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
      return;
    }
    if (request.url === '/pieces') {
      for (const piece of ['one', 'two', 'three']) response.write(piece);
      return void setTimeout(() => response.end('four'), 30);
    }
    if (request.url === '/endless') {
      const piece = Buffer.alloc(16_384);
      const write = () => {
        do taken += piece.byteLength;
        while (response.write(piece));
      };
      response.on('drain', write);
      return write();
    }
    if (request.url === '/large') return void response.end(Buffer.alloc(LARGE_BYTES));
    if (request.url === '/stall') return void response.write('one');
    response.end('x'.repeat(1_000));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const get = (path: string, more: object = {}) => upstreamFetch({ url: base + path, method: 'GET', ...more });

describe('upstreamFetch', () => {
  it('reads a response, and returns redirects instead of following them', async () => {
    expect(await (await get('/end')).text(1_000)).toHaveLength(1_000);
    const redirect = await get('/redirect');
    expect([redirect.status, redirect.header('location')]).toEqual([307, '/end']);
    redirect.cancel();
  });

  it('limits the size', async () => {
    await expect((await get('/end')).text(999)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    ['no status', '/silent', { firstByteMs: 40 }],
    ['no body', '/head-only', { firstByteMs: 40 }],
    ['silence in between', '/stall', { idleMs: 40 }],
    ['no end', '/stall', { wholeMs: 40 }],
  ])('limits the time: %s', async (_, path, times) => {
    await expect(get(path, { times }).then((reply) => reply.text(1_000))).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('does not count a slow reader as idle time', async () => {
    const reply = await get('/end', { times: { idleMs: 30 } });
    for await (const piece of reply.pieces()) {
      expect(piece.byteLength).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
  });

  it('distinguishes a broken response from an unreachable server', async () => {
    await expect(get('/cut').then((reply) => reply.text(1_000))).rejects.toMatchObject({ kind: 'cut' });
    const nobody = upstreamFetch({ url: 'http://127.0.0.1:1/', method: 'GET' });
    await expect(nobody).rejects.toMatchObject({ kind: 'connect' });
  });

  it('closes the connection on abort, before and during the response', async () => {
    const untilClosed = () => new Promise<void>((resolve) => (closed = resolve));
    const first = untilClosed();
    const early = new AbortController();
    opened = () => early.abort();
    await expect(get('/silent', { signal: early.signal })).rejects.toMatchObject({ kind: 'aborted' });
    await first;
    opened = () => undefined;
    const disconnect = new AbortController();
    const reply = await get('/stall', { signal: disconnect.signal });
    const second = untilClosed();
    const text = reply.text(1_000);
    setTimeout(() => disconnect.abort(), 20);
    await expect(text).rejects.toMatchObject({ kind: 'aborted' });
    await second;
  });

  it('returns data that arrived together in one piece', async () => {
    const texts: string[] = [];
    for await (const piece of (await get('/pieces')).pieces()) texts.push(Buffer.from(piece).toString());
    expect(texts).toEqual(['onetwothree', 'four']);
  });

  it('reuses the connection after drop() if the rest ends soon, and closes it otherwise', async () => {
    const reply = await get('/pieces');
    const pieces = reply.pieces();
    await pieces.next();
    reply.drop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await (await get('/end')).text(1_000);
    expect(askedFrom.at(-1)).toBe(askedFrom.at(-2));
    const endless = await get('/stall');
    const end = new Promise<void>((resolve) => (closed = resolve));
    endless.drop();
    await end;
  });

  it('applies backpressure to the upstream for a slow reader', async () => {
    const reply = await get('/endless');
    const pieces = reply.pieces();
    await pieces.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = taken;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(taken).toBe(before);
    let read = 0;
    while (read < 2 * before) read += ((await pieces.next()).value as Uint8Array).byteLength;
    expect(taken).toBeGreaterThan(before);
    await pieces.return?.();
  });

  it('reads only a little of an account’s many answers in one turn of the event loop, and everything in the end', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => get('/large', { account: 'many at once' })));
    // Until much of each has arrived.
    await new Promise((resolve) => setTimeout(resolve, 200));
    let inTurn = 0;
    let most = 0;
    let isOver = false;
    const turn = (): void => {
      inTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const sizes = replies.map(async (reply) => {
      let size = 0;
      for await (const { byteLength } of reply.pieces()) {
        size += byteLength;
        inTurn += byteLength;
        most = Math.max(most, inTurn);
      }
      return size;
    });
    expect(await Promise.all(sizes)).toEqual(Array(30).fill(LARGE_BYTES));
    isOver = true;
    // A turn of 64 KB, and the piece that begins within it.
    expect(most).toBeLessThanOrEqual(2 * (65_536 + 32_768));
  });

  it('ends at once for a caller that disconnects while it waits for its turn', async () => {
    const disconnect = new AbortController();
    const reply = await get('/large', { account: 'leaves', signal: disconnect.signal });
    const pieces = reply.pieces();
    await pieces.next();
    let turn = workTurns().take('leaves', 65_536);
    for (let at = 0; at < 5; at += 1) turn = workTurns().take('leaves', 65_536) ?? turn;
    let isTurn = false;
    void turn?.then(() => (isTurn = true));
    const next = pieces.next();
    disconnect.abort();
    await expect(next).rejects.toMatchObject({ kind: 'aborted' });
    expect(isTurn).toBe(false);
  });

  it('survives an abort while nobody reads the body', async () => {
    const disconnect = new AbortController();
    await get('/stall', { signal: disconnect.signal });
    disconnect.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await (await get('/end')).text(1_000)).toHaveLength(1_000);
  });
});
