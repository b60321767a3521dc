import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { endpoint } from '../endpoint';
import { maxConnections } from './bound-connections';
import { connectRaw, openTestServer, type RawConnection, type TestServer } from './test-server';

let server: TestServer;
afterEach(() => server.close());

/** Connects from 127.0.0.`from`. */
async function connectFrom(from: number): Promise<{ ended: () => boolean; end: () => void }> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${from}` });
  let ended = false;
  socket.on('error', () => undefined);
  socket.on('close', () => (ended = true));
  await once(socket, 'connect');
  return { ended: () => ended, end: () => socket.destroy() };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

it('closes the oldest idle connections of the address that has the most for a newcomer', async () => {
  server = await openTestServer({}, {}, undefined, 64);
  const modest = [await connectFrom(3), await connectFrom(3)];
  const greedy: Awaited<ReturnType<typeof connectFrom>>[] = [];
  for (let count = 0; count < 62; count += 1) greedy.push(await connectFrom(2));
  expect(greedy.filter(({ ended }) => ended())).toHaveLength(0);
  const newcomers: RawConnection[] = [];
  for (let count = 0; count < 3; count += 1) newcomers.push(connectRaw(server.port, get('/a')));
  for (const { received } of newcomers) await expect.poll(received).toContain('page /a');
  await expect
    .poll(() => greedy.map(({ ended }) => ended()))
    .toEqual([...Array<boolean>(3).fill(true), ...Array<boolean>(59).fill(false)]);
  expect(modest.map(({ ended }) => ended())).toEqual([false, false]);
  for (const { end } of [...modest, ...greedy]) end();
});

it('keeps connections with a request in progress, and closes the newcomer if none is idle', async () => {
  let begun = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const run = async function* () {
    begun += 1;
    yield [{ text: 'begun' }];
    await released;
  };
  server = await openTestServer({ '/api/v1/hang': { GET: endpoint({ auth: 'public', run }) } }, {}, undefined, 2);
  const busy = [connectRaw(server.port, get('/api/v1/hang')), connectRaw(server.port, get('/api/v1/hang'))];
  await expect.poll(() => begun).toBe(2);
  expect(await connectRaw(server.port, get('/a')).ended).toBe('');
  release();
  for (const { received } of busy) await expect.poll(received).toContain('[DONE]');
  // They are idle now.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.poll(connectRaw(server.port, get('/a')).received).toContain('page /a');
  for (const { socket } of busy) socket.destroy();
});

it('closes the newest busy connection of the address that has the most for a newcomer from another address', async () => {
  const run = async function* () {
    yield [{ text: 'begun' }];
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  };
  server = await openTestServer({ '/api/v1/hang': { GET: endpoint({ auth: 'public', run }) } }, {}, undefined, 4);
  const busy: RawConnection[] = [];
  for (let count = 0; count < 4; count += 1) {
    busy.push(connectRaw(server.port, get('/api/v1/hang')));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const newcomer = await connectFrom(3);
  await expect.poll(() => busy.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, true]);
  expect(newcomer.ended()).toBe(false);
  // An idle one is closed first, whoever owns it.
  const second = await connectFrom(3);
  await expect.poll(newcomer.ended).toBe(true);
  expect(busy.filter(({ socket }) => socket.destroyed)).toHaveLength(1);
  for (const { socket } of busy) socket.destroy();
  second.end();
});

it('allows half of the files that the process may open', () => {
  expect([200, 1_024, 20_000, Number.POSITIVE_INFINITY].map(maxConnections)).toEqual([100, 412, 9_900, 20_000]);
});
