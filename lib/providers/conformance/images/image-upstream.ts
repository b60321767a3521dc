import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from '../serve';
import { acceptSockets } from './web-socket';
import type { ImagePlay, ImageWire, SeenImageRequest, WireAnswer } from './wire';

/** A server on 127.0.0.1 that speaks a wire format. */
export type ImageUpstream = {
  /** Without a path. */
  origin: string;
  /** Since the last `play`. */
  requests: SeenImageRequest[];
  /** Sockets that are open, and those that were opened since the last `play`. */
  sockets(): { open: number; opened: number };
  /** Sets what happens next and clears the requests. */
  play(play: ImagePlay): void;
  /** The wire format of the current play. */
  wire(): ImageWire;
  /** Closes all sockets of clients. */
  closeSockets(): void;
  stop(): Promise<void>;
};

const EXTRA = Buffer.alloc(1_000_000, 0x20);

/** Starts the server. */
export async function startImageUpstream(makeWire: () => ImageWire): Promise<ImageUpstream> {
  let current: ImagePlay = {};
  let wire = makeWire();
  let opened = 0;
  const requests: SeenImageRequest[] = [];
  const server = createServer((request, response) => {
    const [play, spoken] = [current, wire];
    seeRequest(request, response)
      .then(async (seen) => {
        requests.push(seen);
        await answer(response, seen, play, spoken, socket);
      })
      .catch(() => response.destroy());
  });
  const socket = acceptSockets(server, () => (opened += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets: () => ({ open: socket.open(), opened }),
    play: (play) => {
      current = play;
      wire = makeWire();
      opened = 0;
      requests.length = 0;
    },
    wire: () => wire,
    closeSockets: () => socket.close(),
    stop: () =>
      new Promise((resolve) => {
        socket.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function seeRequest(request: IncomingMessage, response: ServerResponse): Promise<SeenImageRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { method = '', url = '', headers } = request;
  const seen = { method, path: url, headers, body: Buffer.concat(pieces), left: false };
  response.on('close', () => (seen.left = !response.writableFinished));
  return seen;
}

async function answer(
  response: ServerResponse,
  seen: SeenImageRequest,
  play: ImagePlay,
  wire: ImageWire,
  socket: ReturnType<typeof acceptSockets>,
): Promise<void> {
  const part = wire.partOf(seen);
  const isStart = part === 'start' || part === 'both';
  if (isStart && play.delayMs) await sleep(play.delayMs);
  if (isStart && play.refusal) {
    const { status, message, headers } = play.refusal;
    const body = JSON.stringify(wire.refusal(status, message));
    return send(response, { status, type: 'application/json', body, headers });
  }
  if (isStart && play.raw) return send(response, { ...play.raw, body: play.raw.text });
  const found = await wire.answer(seen, play, socket);
  if (response.destroyed) return;
  const isImage = part === 'image' || part === 'both';
  if (isImage && play.cut) return cutOff(response, found);
  return send(response, found, isImage ? (play.extraBytes ?? 0) : 0);
}

function send(response: ServerResponse, { status = 200, type, body, headers }: WireAnswer, extraBytes = 0): void {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.write(body);
  for (let sent = 0; sent < extraBytes; sent += EXTRA.byteLength) response.write(EXTRA);
  response.end();
}

async function cutOff(response: ServerResponse, { type, body }: WireAnswer): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(200, { 'content-type': type, 'content-length': String(bytes.byteLength) });
  response.write(bytes.subarray(0, bytes.byteLength / 2));
  // Give the half answer time to be sent before the connection is torn down.
  await sleep(20);
  response.destroy();
}
