import { connect, type AddressInfo, type Socket } from 'node:net';
import { makeDispatch, type RouteTable } from '../route-table';
import { makeListener } from './listener';
import { createHttpServer, type HttpServer } from './create-server';
import { SERVER_TIMEOUTS, type ServerTimeouts } from './timeouts';

/** For tests: a server that listens on 127.0.0.1. Its pages answer with the requested path. */
export type TestServer = HttpServer & { port: number; url: (path: string) => string; close: () => Promise<void> };

const SETTINGS = { publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };

/** For tests: starts a server with the given routes and, optionally, shorter timeouts and trusted proxies. */
export async function openTestServer(
  routes: RouteTable,
  times: Partial<ServerTimeouts> = {},
  trustProxy?: number,
  maxConnections = 1_000,
): Promise<TestServer> {
  const all = { ...SERVER_TIMEOUTS, checkEveryMs: 20, ...times };
  const pages = (incoming: { url?: string }, outgoing: { end: (text: string) => void }) => {
    outgoing.end(`page ${incoming.url}`);
    return Promise.resolve();
  };
  const server = createHttpServer(
    makeListener({ ...SETTINGS, trustProxy }, makeDispatch(routes), pages, all),
    all,
    maxConnections,
  );
  await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    ...server,
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.server.closeAllConnections();
      await new Promise((resolve) => server.server.close(resolve));
    },
  };
}

/** For tests: a connection that sends raw bytes. */
export type RawConnection = {
  socket: Socket;
  write: (text: string) => void;
  /** Everything received so far. */
  received: () => string;
  /** Resolves with everything received once the other end closes. */
  ended: Promise<string>;
};

/** For tests: connects and sends an initial text. */
export function connectRaw(port: number, text = ''): RawConnection {
  let answer = '';
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // A reset is an end, too; what was received before it counts.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)));
  if (text !== '') socket.write(text);
  return { socket, write: (more) => void socket.write(more), received: () => answer, ended };
}

/**
 * For tests: sends requests without bodies over several keep-alive connections, one after another on each.
 * @param requests path, headers, and method of each, by default GET
 * @returns how often each status was received
 */
export async function flood(
  port: number,
  requests: { method?: string; path: string; headers: string }[],
  connections: number,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const worker = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let waiting = '';
      const ask = () => {
        const request = requests[next];
        next += 1;
        if (!request) return void socket.end(() => resolve());
        const { method = 'GET', path, headers } = request;
        socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
      };
      socket.on('connect', ask);
      socket.on('data', (chunk: Buffer) => {
        waiting += chunk.toString('latin1');
        const headEnd = waiting.indexOf('\r\n\r\n');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(waiting)?.[1] ?? 0);
        if (headEnd < 0 || waiting.length < headEnd + 4 + length) return;
        const status = Number(waiting.slice(9, 12));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        waiting = '';
        ask();
      });
      socket.on('error', reject);
    });
  await Promise.all(Array.from({ length: connections }, worker));
  return statuses;
}
