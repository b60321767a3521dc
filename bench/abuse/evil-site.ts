/** A site that harms whoever reads it; part of the attacks on reading pages. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** What it serves, by path. */
export const EVIL_PATHS = [
  '/100-megabytes',
  '/endless',
  '/gzip-bomb',
  '/slow',
  '/redirect-inside',
  '/nested',
  '/zip-bomb.docx',
] as const;

const MEGABYTE = 1_000_000;
const SLOW_MS = 1_000;
const NESTED = 20_000;

/** Starts it on this machine. @returns its host with its port */
export async function startEvilSite(): Promise<{ host: string; stop: () => void }> {
  const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
  const document = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'word/document.xml': new Uint8Array(400 * MEGABYTE),
  });
  const nested = `<html><body>${'<div>'.repeat(NESTED)}text`;
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    switch (path as (typeof EVIL_PATHS)[number]) {
      case '/100-megabytes':
        return pour(response, 100 * MEGABYTE);
      case '/endless':
        return pour(response, Number.POSITIVE_INFINITY);
      case '/gzip-bomb':
        return response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
      case '/slow':
        return drip(response);
      case '/redirect-inside':
        return response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      case '/nested':
        return response.writeHead(200, { 'content-type': 'text/html' }).end(nested);
      case '/zip-bomb.docx':
        return response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(document);
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { host: `127.0.0.1:${port}`, stop };
}

/** Sends so many bytes as fast as they are read, without announcing them. */
function pour(response: ServerResponse, bytes: number): void {
  const piece = '<p>word '.repeat(8_192);
  let sent = 0;
  const write = () => {
    while (!response.destroyed && sent < bytes) {
      sent += piece.length;
      if (!response.write(piece)) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
}

/** A byte per second. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), SLOW_MS);
  response.on('close', () => clearInterval(timer));
}
