import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upstreamFetch } from './fetch';

let server: Server;
let base: string;
let opened: () => void = () => undefined;
let closed: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    opened();
    response.on('close', () => closed());
    if (request.url === '/silent') return;
    if (request.url === '/head-only') return void response.writeHead(200).flushHeaders();
    if (request.url === '/redirect') return void response.writeHead(307, { location: '/end' }).end();
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
      return;
    }
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
  it('reads an answer and gives a redirect back as one', async () => {
    expect(await (await get('/end')).text(1_000)).toHaveLength(1_000);
    const redirect = await get('/redirect');
    expect([redirect.status, redirect.header('location')]).toEqual([307, '/end']);
    redirect.cancel();
  });

  it('bounds the size', async () => {
    await expect((await get('/end')).text(999)).rejects.toMatchObject({ kind: 'too_large' });
  });

  it.each([
    ['no status', '/silent', { firstByteMs: 40 }],
    ['no body', '/head-only', { firstByteMs: 40 }],
    ['silence in between', '/stall', { idleMs: 40 }],
    ['no end', '/stall', { wholeMs: 40 }],
  ])('bounds the time: %s', async (_, path, times) => {
    await expect(get(path, { times }).then((reply) => reply.text(1_000))).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('does not count the reader’s own slowness as silence', async () => {
    const reply = await get('/end', { times: { idleMs: 30 } });
    for await (const piece of reply.pieces()) {
      expect(piece.byteLength).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
  });

  it('tells a broken answer and an absent server apart', async () => {
    await expect(get('/cut').then((reply) => reply.text(1_000))).rejects.toMatchObject({ kind: 'cut' });
    const nobody = upstreamFetch({ url: 'http://127.0.0.1:1/', method: 'GET' });
    await expect(nobody).rejects.toMatchObject({ kind: 'connect' });
  });

  it('closes the connection when its caller leaves, before and amid the answer', async () => {
    const gone = () => new Promise<void>((resolve) => (closed = resolve));
    const first = gone();
    const early = new AbortController();
    opened = () => early.abort();
    await expect(get('/silent', { signal: early.signal })).rejects.toMatchObject({ kind: 'aborted' });
    await first;
    opened = () => undefined;
    const leaving = new AbortController();
    const reply = await get('/stall', { signal: leaving.signal });
    const second = gone();
    const text = reply.text(1_000);
    setTimeout(() => leaving.abort(), 20);
    await expect(text).rejects.toMatchObject({ kind: 'aborted' });
    await second;
  });

  it('survives an abort while nobody reads the body', async () => {
    const leaving = new AbortController();
    await get('/stall', { signal: leaving.signal });
    leaving.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await (await get('/end')).text(1_000)).toHaveLength(1_000);
  });
});
