import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint';
import { makeListener } from './listener';
import { CLIENT_ADDRESS_HEADER } from './client-address';
import { makeDispatch } from '../route-table';

const settings = { trustProxy: undefined, publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };
const whoAsks = endpoint({ auth: 'visitor', run: (_input, { client }) => ({ client }) });
const dispatch = makeDispatch({
  '/api/console/setup': { GET: whoAsks, POST: whoAsks },
  '/doc/markdown/[page]': { GET: endpoint({ auth: 'public', run: ({ params }) => ({ markdown: params.page }) }) },
  '/llms.txt': { GET: endpoint({ auth: 'public', run: () => ({ list: true }) }) },
  '/api/v1/echo': { POST: endpoint({ auth: 'public', body: z.looseObject({}), run: () => ({ ok: true }) }) },
  '/api/v1/closed': { POST: endpoint({ auth: 'inference', body: z.looseObject({}), run: () => ({ ok: true }) }) },
});

let server: Server;
let port: number;

beforeAll(async () => {
  const listener = makeListener(settings, dispatch, (incoming, outgoing) => {
    if (incoming.url === '/broken') return Promise.reject(new Error('The pages could not be loaded.'));
    outgoing.end(JSON.stringify({ page: incoming.url, client: incoming.headers[CLIENT_ADDRESS_HEADER] }));
    return Promise.resolve();
  });
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends raw bytes and returns everything received until the connection ends or goes silent. */
function raw(text: string, more?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (more) socket.write(more);
    });
    socket.setTimeout(700, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}

const get = (target: string, headers: Record<string, string> = {}) => {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return raw(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
};

describe('the server’s routing', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };

  it.each([
    '/api/console/setup',
    '/x/../api/console/setup',
    '/api/auth/../console/setup',
    '/api/auth/%2e%2e/console/setup',
    '/_next/../api/console/setup',
    '//api//console///setup',
    '/api/console/setup/?x=1',
  ])('answers %s itself and detects a proxy', async (target) => {
    const answer = await get(target, forwarded);
    expect(answer).toContain('200 OK');
    expect(answer).toContain('"direct":false');
  });

  it('answers the reference as Markdown, and leaves its pages to Next', async () => {
    expect(await get('/docs/rate-limits.md?x=1')).toContain('{"markdown":"rate-limits"}');
    expect(await get('/llms.txt')).toContain('{"list":true}');
    for (const target of ['/docs', '/docs/rate-limits', '/docs/a.md/b', '/docs/.md']) {
      expect(await get(target), target).toContain(`"page":"${target}"`);
    }
  });

  it('answers with an error if a page cannot be rendered, and keeps the cause for the log', async () => {
    const answer = await get('/broken');
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).toContain('UNKNOWN_ERROR');
    expect(answer).not.toContain('could not be loaded');
  });

  it('overwrites the header that passes the client address to pages', async () => {
    expect(await get('/sign-in', { [CLIENT_ADDRESS_HEADER]: '198.51.100.1' })).toContain('"client":"127.0.0.1"');
  });

  it('leaves only the session’s routes under /api to the pages', async () => {
    expect(await get('/api/auth/session')).toContain('"page":"/api/auth/session"');
    expect(await get('/api')).toContain('"code":"NOT_FOUND"');
    expect(await get('/api/authx')).toContain('"code":"NOT_FOUND"');
  });

  it('answers unknown host names with 421, for pages and console routes', async () => {
    for (const target of ['/', '/api/console/setup']) {
      expect(await get(target, { host: 'evil.example' })).toContain('HTTP/1.1 421');
    }
  });

  it.each(['evil.com@localhost', 'localhost/evil', 'localhost?', 'localhost:'])('refuses the Host %s', async (host) => {
    for (const target of ['/', '/api/console/setup']) expect(await get(target, { host })).toContain('HTTP/1.1 421');
  });

  it.each(['http://evil.example/api/v1/echo', '*', 'api/v1/echo'])('refuses the target %s', async (target) => {
    expect(await get(target)).toMatch(/^HTTP\/1\.1 400/);
  });

  it('answers TRACE with 405 and an invalid Host with a status', async () => {
    expect(await raw('TRACE / HTTP/1.1\r\nhost: localhost\r\n\r\n')).toContain('HTTP/1.1 405');
    expect(await get('/api/v1/nothing', { host: 'a b|c' })).toContain('HTTP/1.1 404');
  });
});

describe('the console’s own routes', () => {
  it('refuse other sites and send them no CORS headers', async () => {
    const cross = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await get('/api/console/setup', cross);
    expect(answer).toContain('HTTP/1.1 403');
    expect(answer).not.toContain('access-control-allow-origin');
    const asked = 'access-control-request-method: POST\r\n';
    const preflight = await raw(
      `OPTIONS /api/console/setup HTTP/1.1\r\nhost: localhost\r\norigin: https://evil.example\r\n${asked}\r\n`,
    );
    expect(preflight).toContain('HTTP/1.1 405');
    expect(preflight).not.toContain('access-control-allow-methods');
  });

  it('answer the pages of this installation', async () => {
    const own = { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
    expect(await get('/api/console/setup', own)).toContain('200 OK');
  });
});

describe('refused bodies', () => {
  it('close the connection even if they came in chunks and grew too large', async () => {
    const head =
      'POST /api/v1/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    const size = 36_000_000;
    const answer = await raw(`${head}${size.toString(16)}\r\n`, Buffer.alloc(size, 32));
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  it('do not lose the response while the client is still writing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/closed`, {
        method: 'POST',
        headers: { authorization: 'Bearer wrong', 'content-type': 'application/json' },
        body: 'x'.repeat(5_000_000),
      });
      expect(response.status).toBe(401);
    }
  });
});
