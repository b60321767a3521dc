import { createServer, get } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { disableNetwork } from './disable-network';

it('blocks every outbound connection', async () => {
  let connections = 0;
  const server = createServer((_, response) => response.end('x')).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  expect((await request(url)).statusCode).toBe(200);
  const before = connections;
  const open = Socket.prototype.connect;
  disableNetwork();
  try {
    expect(() => connect(port, '127.0.0.1')).toThrow('no network');
    expect(() => connectTls(port, '127.0.0.1')).toThrow('no network');
    expect(() => get(url)).toThrow('no network');
    await expect(fetch(url)).rejects.toThrow();
  } finally {
    Socket.prototype.connect = open;
    server.close();
    server.closeAllConnections();
  }
  expect(connections).toBe(before);
});
