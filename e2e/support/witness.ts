import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Servers of another origin, and what has arrived there. */
export type Witness = {
  origin: string;
  /** STUN over UDP and TURN over TCP, with which a page begins a WebRTC connection. */
  ice: { stun: string; turn: string };
  seen: string[];
  stop: () => Promise<void>;
};

/** Starts servers of another origin that count what arrives. */
export async function startWitness(): Promise<Witness> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' }).end('<p>Reached</p>');
  });
  server.on('upgrade', (request, socket) => {
    seen.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stun = createSocket('udp4', () => seen.push('STUN'));
  const turn = createTcpServer((socket) => {
    seen.push('TURN');
    socket.destroy();
  });
  stun.bind(0, '127.0.0.1');
  turn.listen(0, '127.0.0.1');
  await Promise.all([once(stun, 'listening'), once(turn, 'listening')]);
  const ice = {
    stun: `stun:127.0.0.1:${stun.address().port}`,
    turn: `turn:127.0.0.1:${(turn.address() as AddressInfo).port}?transport=tcp`,
  };
  const stop = async () => {
    stun.close();
    turn.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { origin: `http://127.0.0.1:${port}`, ice, seen, stop };
}
