import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openUpstreamSocket } from './upstream-socket';

/** A server that accepts connections and never answers an upgrade, except under one path; then it is silent. */
const ACCEPTED = '/accepted';
/** The answer that opens a socket (RFC 6455, 4.2.2). */
const acceptance = (key: string): string => {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  return [...lines, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n');
};
let server: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer();
  server.on('upgrade', ({ url, headers }, socket: Socket) => {
    sockets.add(socket);
    if (url === ACCEPTED) socket.write(acceptance(headers['sec-websocket-key'] ?? ''));
    // It stays half open, and without a reader does not even notice that the client closes.
    socket.on('end', () => socket.destroy());
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  sockets.forEach((socket) => socket.destroy());
  server.close();
});

const LISTENER = { onText: () => undefined, onBytes: () => undefined, onClose: () => undefined };
const open = (port: number, signal: AbortSignal) =>
  openUpstreamSocket({ url: `ws://127.0.0.1:${port}/ws`, headers: {}, signal }, LISTENER);

it('fails if nothing listens', async () => {
  await expect(open(1, new AbortController().signal)).rejects.toMatchObject({ kind: 'connect' });
});

it('gives up an upgrade that is not answered when its caller leaves, and leaves nothing open', async () => {
  const controller = new AbortController();
  const { port } = server.address() as AddressInfo;
  const opening = open(port, controller.signal);
  await expect.poll(() => sockets.size).toBe(1);
  controller.abort(new Error('left'));
  await expect(opening).rejects.toMatchObject({ kind: 'aborted' });
  await expect.poll(() => sockets.size).toBe(0);
});

it('opens nothing for a caller who has left', async () => {
  await expect(open(1, AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' });
});

it.each(['close', 'abort'] as const)('cuts the connection of a server that does not answer (%s)', async (how) => {
  const { port } = server.address() as AddressInfo;
  const controller = new AbortController();
  let ends = 0;
  const socket = await openUpstreamSocket(
    { url: `ws://127.0.0.1:${port}${ACCEPTED}`, headers: {}, signal: controller.signal },
    { ...LISTENER, onClose: () => (ends += 1) },
  );
  expect(sockets.size).toBe(1);
  if (how === 'close') socket.close();
  else controller.abort(new Error('left'));
  await expect.poll(() => sockets.size, { timeout: 15_000 }).toBe(0);
  await expect.poll(() => ends).toBe(1);
});
