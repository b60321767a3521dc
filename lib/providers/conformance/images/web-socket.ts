import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerSocket } from './wire';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const BINARY = 0x82;
const LONG = 126;
const MAX_SHORT = 125;

/** Lets a server accept sockets on every path. It only sends; what clients send is read and dropped. */
export function acceptSockets(server: Server, onOpen: (request: IncomingMessage) => void): ServerSocket {
  const sockets = new Set<Socket>();
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${MAGIC}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade'];
    socket.write(`${[...lines, `sec-websocket-accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    sockets.add(socket);
    // A client that closes is answered by closing.
    socket.on('data', (data) => ((data[0] ?? 0) & 0x0f) === 8 && socket.end());
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onOpen(request);
  });
  return {
    send: (message) => sockets.forEach((socket) => socket.write(frameOf(message))),
    open: () => sockets.size,
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** A frame of at most 65,535 bytes. */
function frameOf(message: string | Uint8Array): Buffer {
  const payload = Buffer.from(message);
  const head = Buffer.alloc(payload.length > MAX_SHORT ? 4 : 2);
  head.writeUInt8(typeof message === 'string' ? TEXT : BINARY, 0);
  head.writeUInt8(payload.length > MAX_SHORT ? LONG : payload.length, 1);
  if (payload.length > MAX_SHORT) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
