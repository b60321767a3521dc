import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { makeNameResolver } from './resolve-name';

const AAAA = 28;
const V4 = [192, 0, 2, 7];
const V6 = [0x20, 0x01, 0x0d, 0xb8, ...Array<number>(11).fill(0), 7];

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/**
 * A name server on this machine that has `both.test` and `v6.test`, never answers `silent*.test`, and knows no others.
 */
async function startNameServer() {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    if (name.startsWith('silent')) return;
    const data = type === AAAA ? V6 : V4;
    const has = name === 'both.test' || (name === 'v6.test' && type === AAAA);
    const isKnown = has || name === 'v6.test';
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      isKnown ? 0x80 : 0x83,
      0,
      1,
      0,
      has ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const answer = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...(has ? [answer] : [])]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { resolve: makeNameResolver([`127.0.0.1:${socket.address().port}`]), asked };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

it('finds all addresses of a name, IPv4 first', async () => {
  const { resolve } = await startNameServer();
  expect(await resolve('both.test')).toEqual(['192.0.2.7', '2001:db8::7']);
  expect(await resolve('v6.test')).toEqual(['2001:db8::7']);
  await expect(resolve('unknown.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('sends no query for names of this machine', async () => {
  const { resolve, asked } = await startNameServer();
  for (const name of ['localhost', 'LOCALHOST.', 'a.localhost']) {
    expect(await resolve(name)).toEqual(['127.0.0.1', '::1']);
  }
  expect(asked).toEqual([]);
});

it('occupies no libuv thread while name servers do not answer', async () => {
  const { resolve, asked } = await startNameServer();
  const order: string[] = [];
  const silent = Array.from({ length: 16 }, (_, n) =>
    resolve(`silent${n}.test`).catch((error: { code: string }) => void order.push(error.code)),
  );
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(16);
  await Promise.all([
    stat('.').then(() => order.push('a file')),
    resolve('both.test').then(() => order.push('a name')),
  ]);
  expect(order.toSorted()).toEqual(['a file', 'a name']);
  await Promise.all(silent);
  expect(order.slice(2)).toEqual(Array(16).fill('ETIMEOUT'));
}, 30_000);
