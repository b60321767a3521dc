/**
 * A minimal proxy on Node: `node:http` in front, undici behind. The body is read completely and forwarded, the answer
 * is piped back. Keys are not checked; nothing is counted or billed. Environment: PORT, UPSTREAM_URL.
 */
import { createServer } from 'node:http';
import { Agent } from 'undici';

const CONNECTIONS = 512;
const { origin, pathname } = new URL(process.env.UPSTREAM_URL ?? '');
const agent = new Agent({ connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const headers = { 'content-type': 'application/json' };
    agent.dispatch(
      { origin, path: pathname, method: 'POST', headers, body: Buffer.concat(pieces) },
      {
        onRequestStart: (controller) =>
          response.on('close', () => response.writableEnded || controller.abort(disconnected)),
        onResponseStart: (_controller, status, { 'content-type': type = 'text/plain', 'content-length': length }) => {
          if (length !== undefined) response.setHeader('content-length', length);
          response.setHeader('content-type', type).writeHead(status);
        },
        onResponseData: (_controller, piece) => void response.write(piece),
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    );
  });
});
const disconnected = new Error('The client disconnected.');
server.listen(Number(process.env.PORT), '127.0.0.1');
