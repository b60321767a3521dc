import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type guardedFetch, makeGuardedFetch } from '../platform/network/guarded-fetch';
import { readMedia } from './read-media';

const PATH = ['messages', 0, 'content', 1, 'image_url', 'url'];
const bounds = { maxBytes: 1_000, what: 'image', path: PATH, account: 'a', signal: new AbortController().signal };

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('a data: URL', () => {
  it.each([
    ['data:text/plain;base64,aGVsbG8=', 'text/plain', null],
    ['data:text/plain;base64,aGVsbG8', 'text/plain', null],
    ['DATA:Text/Plain;charset=utf-8;BASE64,aGVsbG8=', 'text/plain', null],
    ['data: text/plain ; base64 , aGVs\r\n bG8=\t', 'text/plain', null],
    ['data:text/plain;base64,aGVsbG8%3D', 'text/plain', null],
    ['data:;base64,aGVsbG8=', null, null],
    ['data:,hello', null, null],
    ['data:text/plain,h%65llo', 'text/plain', null],
    ['data:application/pdf;name=my%20report.pdf;base64,aGVsbG8=', 'application/pdf', 'my report.pdf'],
    ['data:application/pdf;filename="a.pdf";base64,aGVsbG8=', 'application/pdf', 'a.pdf'],
  ])('%j', async (url, type, name) => {
    const { bytes, base64, ...rest } = await readMedia(url, bounds);
    expect({ ...rest, bytes: text(bytes) }).toEqual({ bytes: 'hello', type, name });
    expect(base64).toBe(/base64/i.test(url) ? 'aGVsbG8=' : undefined);
  });

  it('keeps a literal percent sign, and characters beyond ASCII', async () => {
    expect(text((await readMedia('data:,100%,%zz é%C3%A9', bounds)).bytes)).toBe('100%,%zz éé');
  });

  it.each([
    ['data:image/png;base64', /no comma/],
    ['data:image/png;base64,aGVsbG8==', /base64 of the image is not valid/],
    ['data:image/png;base64,aGVsb', /base64/],
    ['data:image/png;base64,aGV*bG8=', /base64/],
    ['data:image/png;base64,=aGVsbG8', /base64/],
    ['data:image/png;base64,aGVsbG8%', /base64/],
  ])('%s is refused', async (url, message) => {
    await expect(readMedia(url, bounds)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      status: 400,
      message: expect.stringMatching(message),
      options: { issues: [{ path: PATH, message: expect.stringMatching(message) }] },
    });
  });

  it.each([
    ['base64', `data:;base64,${Buffer.alloc(1_001).toString('base64')}`],
    ['percent-encoded', `data:,${'%00'.repeat(1_001)}`],
    ['plain', `data:,${'x'.repeat(1_001)}`],
  ])('one byte too large, %s', async (_, url) => {
    await expect(readMedia(url, bounds)).rejects.toMatchObject({
      code: 'INVALID_FILE_SIZE',
      message: expect.stringContaining('The image is larger than 1 KB'),
    });
    const { bytes } = await readMedia(url, { ...bounds, maxBytes: 1_001 });
    expect(bytes).toHaveLength(1_001);
  });

  it('returns what was encoded, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 600 }),
        fc.constantFrom('\n', ' ', '', '\r\n\t'),
        async (bytes, space) => {
          const base64 = Buffer.from(bytes).toString('base64').replace(/.{7}/g, `$&${space}`);
          expect(Buffer.from((await readMedia(`data:;base64,${base64}`, bounds)).bytes)).toEqual(Buffer.from(bytes));
          const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
          expect(Buffer.from((await readMedia(`data:,${percent}`, bounds)).bytes)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('is decoded or refused with a clear error, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 200 }), async (rest) => {
        const outcome = await readMedia(`data:${rest}`, bounds).catch((error: { status: number }) => error.status);
        expect(typeof outcome === 'number' ? outcome : 400).toBe(400);
      }),
    );
  });
});

describe('an address', () => {
  let server: Server;
  let port: number;
  const served: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      served.push(request.url ?? '');
      if (request.url === '/moved') return response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
      if (request.url === '/missing') return response.writeHead(404).end('nothing');
      if (request.url === '/large') return response.end(Buffer.alloc(1_001));
      if (request.url === '/broken') {
        response.writeHead(200, { 'content-length': '100' }).write('x');
        return setTimeout(() => response.destroy(), 20);
      }
      if (request.url === '/slow') return response.write('x');
      return response.writeHead(200, { 'content-type': 'Image/PNG; q=1' }).end('bytes');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Our own host names; only `files.test` leads to the server above, and no attempt leaves 127.0.0.1. */
  const attempts: string[] = [];
  const names: Record<string, string[]> = {
    'files.test': ['127.0.0.1'],
    'inner.test': ['10.0.0.5'],
    'mixed.test': ['93.184.216.34', '192.168.0.1'],
    'closed.test': ['93.184.216.34'],
  };
  const get = makeGuardedFetch({
    resolve: async (name) => names[name] ?? [],
    connect: (options, callback) => {
      attempts.push(options.hostname);
      if (options.hostname !== '127.0.0.1') {
        return callback(Object.assign(new Error('connect ECONNREFUSED 93.184.216.34'), { code: 'ECONNREFUSED' }), null);
      }
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => callback(null, socket)).once('error', (error) => callback(error, null));
    },
    allows: (address) => address === '127.0.0.1',
  });
  const read = (url: string, more: Partial<typeof bounds> = {}) => readMedia(url, { ...bounds, ...more }, get);

  it('is fetched, with its type and the name in its path', async () => {
    const media = await read('http://files.test/pictures/red%20fox.png?size=2');
    expect({ ...media, bytes: text(media.bytes) }).toEqual({ bytes: 'bytes', type: 'image/png', name: 'red fox.png' });
    expect((await read('http://files.test/pictures/')).name).toBeNull();
  });

  it.each([
    ['http://files.test/moved', 'the address redirects elsewhere'],
    ['http://files.test/missing', 'the address answered 404'],
    ['http://files.test/broken', 'the response ended early'],
    ['http://closed.test/', 'the address could not be reached'],
    ['http://inner.test/', 'the address is not public'],
    ['http://mixed.test/', 'the address is not public'],
    ['http://unknown.test/', 'the address is not public'],
    ['http://10.0.0.1/', 'the address is not public'],
    ['http://169.254.169.254/latest/meta-data', 'the address is not public'],
    ['http://[::1]/', 'the address is not public'],
    ['http://2130706434/', 'the address is not public'],
  ])('%s: %s', async (url, why) => {
    const failure = await read(url).catch((error: { code: string; message: string }) => error);
    expect(failure).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(`could not be fetched: ${why}`),
    });
    // Reveals neither the resolved address nor the redirect's target.
    expect('message' in failure && failure.message).not.toMatch(/\d+\.\d+\.\d+\.\d+|secret|ECONN/);
  });

  it('never leads to the internal network', () => {
    expect(attempts.filter((attempt) => attempt !== '127.0.0.1')).toEqual(['93.184.216.34']);
    expect(served).not.toContain('/secret');
  });

  it('is limited in size', async () => {
    await expect(read('http://files.test/large')).rejects.toMatchObject({ code: 'INVALID_FILE_SIZE', status: 400 });
    expect((await read('http://files.test/large', { maxBytes: 1_001 })).bytes).toHaveLength(1_001);
  });

  it('is abandoned when its caller disconnects, with the caller’s own reason', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('disconnected')), 30);
    await expect(read('http://files.test/slow', { signal: controller.signal })).rejects.toThrow('disconnected');
    await expect(read('data:,x', { signal: controller.signal })).rejects.toThrow('disconnected');
  });

  it.each(['ftp://files.test/a', 'file:///etc/passwd', '/etc/passwd', 'files.test/a.png', 'blob:x', 'http://', ''])(
    'an invalid address is refused before any request: %j',
    async (source) => {
      const before = attempts.length;
      await expect(read(source)).rejects.toMatchObject({
        message: expect.stringContaining('must be a data: URL or an absolute http(s) URL'),
      });
      expect(attempts).toHaveLength(before);
    },
  );

  it('with credentials is refused', async () => {
    await expect(read('http://user:word@files.test/')).rejects.toMatchObject({
      message: expect.stringContaining('must not contain credentials'),
    });
  });

  it('of this machine is refused, even with the real network', async () => {
    await expect(readMedia(`http://127.0.0.1:${port}/a`, bounds)).rejects.toThrow('is not public');
    await expect(readMedia(`http://localhost:${port}/a`, bounds)).rejects.toThrow('is not public');
    expect(served).not.toContain('/a');
  });

  it('is fetched in turn: an account fetches 16 at a time, in parallel with others', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked: string[] = [];
    const get: typeof guardedFetch = async ({ url }) => {
      asked.push(new URL(url).hostname);
      if (url.includes('slow')) await released;
      return { status: 200, url, headers: {}, body: new Uint8Array(1) };
    };
    const from = (account: string, host: string) => readMedia(`http://${host}.test/`, { ...bounds, account }, get);
    const slow = Array.from({ length: 40 }, () => from('greedy', 'slow'));
    await expect.poll(() => asked.length).toBe(16);
    await from('modest', 'quick');
    expect(asked).toEqual([...Array<string>(16).fill('slow.test'), 'quick.test']);
    release();
    await Promise.all(slow);
    expect(asked).toHaveLength(41);
  });
});
