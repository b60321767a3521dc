import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of another origin, and the requests that have arrived there. */
export type Witness = { origin: string; seen: string[]; stop: () => Promise<void> };

/** Starts a server of another origin that counts what arrives. */
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
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { origin: `http://127.0.0.1:${port}`, seen, stop };
}
