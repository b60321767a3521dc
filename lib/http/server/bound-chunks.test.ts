import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint';
import { BoundMessage, pauseBeforeRefusal } from './bound-chunks';
import { refuseTunnel } from './raw-refusal';
import { openTestServer, type TestServer } from './test-server';

const HEAD =
  'HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n' +
  'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const SMALL = '1\r\n \r\n';
const LAST = 'b\r\n{"ok":true}\r\n0\r\n\r\n';
const ROUTES = ['POST /api/v1/echo', 'GET /api/v1/list', 'POST /api/v1/nothing', 'GET /a-page'];
/** `PER_ADDRESS.burst`, and how many more chunks may be allowed while a test runs. */
const BURST = 4_000;
const ADDED = 2_000;

let server: TestServer;
let address = 1;
let chunks = 0;

beforeAll(async () => {
  server = await openTestServer({
    '/api/v1/echo': { POST: endpoint({ auth: 'public', body: z.looseObject({}), run: ({ body }) => body }) },
    '/api/v1/list': { GET: endpoint({ auth: 'public', run: () => ({ ok: true }) }) },
  });
  const push = BoundMessage.prototype.push;
  vi.spyOn(BoundMessage.prototype, 'push').mockImplementation(function (this: BoundMessage, ...given) {
    chunks += 1;
    return push.apply(this, given);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});
// Each test has an address of its own.
beforeEach(() => {
  address += 1;
  chunks = 0;
});

/** Sends a request. @returns everything received until the connection ends */
function send(request: string, body: string, from = address): Promise<string> {
  return sendRaw(`${request} ${HEAD}${body}`, from);
}

function sendRaw(text: string, from = address): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${from}` });
    // A reset is an end, too.
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => (received += piece.toString()));
    socket.once('close', () => resolve(received));
    socket.write(text);
  });
}

/** Uses up the address's allowance. */
async function useUp(): Promise<void> {
  for (const count of [BURST, BURST]) await send('POST /api/v1/echo', SMALL.repeat(count) + LAST);
}

describe('small chunks', () => {
  it.each(ROUTES)('are not even parsed when an address has sent too many: %s', async (request) => {
    await useUp();
    chunks = 0;
    await Promise.all(Array.from({ length: 10 }, () => send(request, SMALL.repeat(100_000))));
    // Without the bound, ten reads of 64 KB bring 10,900 chunks each.
    expect(chunks).toBeLessThan(10 * 52 + ADDED);
  });

  it('above the bound are refused with a 400 that says how to avoid it', async () => {
    await useUp();
    const answer = await send('POST /api/v1/echo', SMALL.repeat(100_000));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"INVALID_REQUEST"');
    expect(answer).toContain('Send chunks of at least 32 bytes, or a Content-Length.');
  });

  it('make the refusals of an address wait in turn, and those of no other', () => {
    const pauses = Array.from({ length: 1_000 }, () => pauseBeforeRefusal('10.0.0.1'));
    expect(pauses[0]).toBe(1_000);
    expect(pauses[199]).toBeGreaterThan(5_000);
    expect(pauses[999]).toBeGreaterThan(25_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
    expect(pauseBeforeRefusal('10.0.0.2')).toBe(1_000);
  });

  it('are still read from other addresses and in small numbers, and so are large chunks', async () => {
    await useUp();
    const echo = (body: string, from?: number) => send('POST /api/v1/echo', body + LAST, from);
    expect(await echo(SMALL.repeat(1_000), address + 100)).toContain('{"ok":true}');
    expect(await echo(SMALL.repeat(40))).toContain('{"ok":true}');
    expect(await echo(`20\r\n${' '.repeat(32)}\r\n`.repeat(1_500))).toContain('{"ok":true}');
  });

  it('end the connection also where the body ends in the same read, and its next request is not answered', async () => {
    await useUp();
    const kept = HEAD.replace('connection: close\r\n', '');
    const next = `POST /api/v1/echo ${HEAD.replace('transfer-encoding: chunked', 'content-length: 11')}{"ok":true}`;
    const body = `b\r\n{"ok":true}\r\n${SMALL.repeat(BURST + ADDED)}0\r\n\r\n`;
    const answer = await sendRaw(`POST /api/v1/echo ${kept}${body}${next}`);
    expect(answer).toContain('Your address sent too many small chunks');
    expect(answer).not.toContain('HTTP/1.1 200');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  // Node would free the parser of such a connection before it closes.
  it('leave a parser usable that a CONNECT makes free for the next connection', async () => {
    const plain = createServer({ IncomingMessage: BoundMessage }, (incoming, outgoing) => void incoming.pipe(outgoing));
    plain.on('connect', refuseTunnel);
    plain.on('clientError', (_error, socket) => socket.destroy());
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    const attack = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${address}` });
    attack.on('error', () => undefined);
    const tunnel = 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n';
    const head = HEAD.replace('connection: close\r\n', '');
    attack.write(`POST / ${head}${SMALL.repeat(BURST + ADDED)}0\r\n\r\n${tunnel}`);
    attack.resume();
    await once(attack, 'close');
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'hello' });
    expect(await answer.text()).toBe('hello');
    attack.destroy();
    plain.closeAllConnections();
    await new Promise((resolve) => plain.close(resolve));
  });
});
