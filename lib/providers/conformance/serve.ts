import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, SeenRequest } from './dialect';

/** How an answer's frames are sent. Times in milliseconds. */
export type Delivery = {
  /** Silence between frames. */
  frameDelayMs?: number;
  /** Breaks the connection after this many frames, inside the next one. */
  cutAfter?: number;
  /** Stops sending after this many frames, forever. */
  hangAfter?: number;
  /** Writes this many bytes at a time: splits frames, lines, and characters. */
  bytesAtATime?: number;
};

/** A listening server on 127.0.0.1 with a free port. */
export type Listening = { origin: string; stop(): Promise<void> };

/** Starts a server; if an answer fails, its connection is closed. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads a request's JSON, and records when its caller leaves. */
export async function seeRequest(request: IncomingMessage, response: ServerResponse): Promise<SeenRequest> {
  const started = performance.now();
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  const seen: SeenRequest = {
    path: request.url ?? '',
    headers: request.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    framesSent: 0,
    leftAfterMs: null,
  };
  response.on('close', () => {
    if (!response.writableFinished) seen.leftAfterMs = performance.now() - started;
  });
  return seen;
}

/**
 * Writes frames as a delivery specifies.
 * @returns whether all of them were sent; if not, nothing more may be written
 */
export async function writeFrames(
  response: ServerResponse,
  frames: readonly Frame[],
  delivery: Delivery,
  seen: SeenRequest,
): Promise<boolean> {
  for (const [sent, frame] of frames.entries()) {
    if (delivery.cutAfter !== undefined && sent >= delivery.cutAfter) {
      response.write(frame.slice(0, frame.length / 2));
      // Give the half frame time to be sent before the connection is torn down.
      await sleep(10);
      response.destroy();
      return false;
    }
    if (delivery.hangAfter !== undefined && sent >= delivery.hangAfter) return false;
    await writePieces(response, frame, delivery.bytesAtATime);
    if (response.destroyed) return false;
    seen.framesSent += 1;
    if (delivery.frameDelayMs) await sleep(delivery.frameDelayMs);
  }
  return true;
}

/** A pause, milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function writePieces(response: ServerResponse, frame: Frame, bytesAtATime: number | undefined): Promise<void> {
  const bytes = Buffer.from(frame);
  const step = bytesAtATime ?? bytes.length;
  for (let at = 0; at < bytes.length; at += step) {
    response.write(bytes.subarray(at, at + step));
    // So that each piece becomes a packet of its own.
    if (bytesAtATime) await new Promise((resolve) => setImmediate(resolve));
  }
}
