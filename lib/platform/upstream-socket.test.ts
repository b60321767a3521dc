import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openUpstreamSocket } from './upstream-socket';

/** A server that accepts connections and never answers an upgrade. */
let server: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  server = createServer();
  server.on('upgrade', (_, socket: Socket) => {
    sockets.add(socket);
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
