import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardedFetch, type GuardedNetwork, makeGuardedFetch } from './guarded-fetch';
import { isPublicAddress } from './public-address';

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/redirect') {
      response.writeHead(302, { location: '/end' }).end();
    } else if (request.url === '/redirect-inside') {
      response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
    } else if (request.url === '/large') {
      response.write('x'.repeat(1_000));
      response.end('x'.repeat(1_000));
    } else if (request.url === '/slow') {
      response.write('x');
    } else {
      response.end(`end of ${request.url} for ${request.headers.host}`);
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** A network that records every attempt and never leaves 127.0.0.1. */
function fakeNetwork(names: Record<string, string[]> = {}, allowed: string[] = []) {
  const asked: string[] = [];
  const attempts: string[] = [];
  const network: GuardedNetwork = {
    resolve: async (name) => {
      asked.push(name);
      return names[name] ?? [];
    },
    connect: (options, callback) => {
      attempts.push(options.hostname);
      if (options.hostname !== '127.0.0.1') return callback(new Error('no real network here'), null);
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => callback(null, socket)).once('error', (error) => callback(error, null));
    },
    allows: (address) => allowed.includes(address),
  };
  return { network, asked, attempts };
}

const bounds = { maxBytes: 1_500, maxRedirects: 3 };

describe('what is never connected to', () => {
  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://172.16.3.4/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'http://loopback.test/',
    'http://mixed.test/',
    'http://metadata.test/',
  ])('%s', async (url) => {
    const { network, attempts } = fakeNetwork({
      'loopback.test': ['127.0.0.1'],
      'mixed.test': ['93.184.216.34', '10.0.0.1'],
      'metadata.test': ['fd00:ec2::254'],
    });
    await expect(makeGuardedFetch(network)({ url, ...bounds })).rejects.toMatchObject({ kind: 'refused' });
    expect(attempts).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.test/',
    'gopher://example.test/',
    'http://user:word@example.test/',
    'x',
  ])('by its form: %s', async (url) => {
    const { network, asked, attempts } = fakeNetwork();
    await expect(makeGuardedFetch(network)({ url, ...bounds })).rejects.toMatchObject({ kind: 'refused' });
    expect([...asked, ...attempts]).toEqual([]);
  });

  it('a name that resolves differently the second time: it is resolved once, and the checked address is used', async () => {
    const { network, asked, attempts } = fakeNetwork();
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    network.resolve = async (name) => {
      asked.push(name);
      return answers.shift() ?? [];
    };
    await expect(makeGuardedFetch(network)({ url: 'http://rebind.test/', ...bounds })).rejects.toThrow();
    expect(asked).toEqual(['rebind.test']);
    expect(attempts).toEqual(['93.184.216.34']);
  });

  it('a socket that turns out to be connected to a private address', async () => {
    const { network, attempts } = fakeNetwork({ 'public.test': ['93.184.216.34'] });
    const inner = network.connect;
    // The connector connects to 127.0.0.1 although a public address was requested.
    network.connect = (options, callback) => inner({ ...options, hostname: '127.0.0.1' }, callback);
    await expect(makeGuardedFetch(network)({ url: 'http://public.test/', ...bounds })).rejects.toMatchObject({
      kind: 'refused',
    });
    expect(attempts).toEqual(['127.0.0.1']);
  });
});

describe('the machine’s own network', () => {
  it.each(['127.0.0.1', '[::1]', '2130706433', 'localhost'])('is guarded too: %s', async (host) => {
    let connections = 0;
    const count = () => (connections += 1);
    server.on('connection', count);
    const reply = guardedFetch({ url: `http://${host}:${port}/end`, ...bounds });
    await expect(reply).rejects.toMatchObject({ kind: 'refused' });
    server.off('connection', count);
    expect(connections).toBe(0);
  });
});

describe('what is fetched', () => {
  const local = () => fakeNetwork({ 'files.test': ['127.0.0.1'] }, ['127.0.0.1']);

  it('returns the answer, and sends the name as its host', async () => {
    const { network } = local();
    const reply = await makeGuardedFetch(network)({ url: 'http://files.test/a', ...bounds });
    expect(reply.status).toBe(200);
    expect(new TextDecoder().decode(reply.body)).toBe('end of /a for files.test');
  });

  it('follows as many redirects as allowed, and checks each', async () => {
    const { network, attempts } = local();
    const fetch = makeGuardedFetch(network);
    expect((await fetch({ url: 'http://files.test/redirect', ...bounds })).url).toBe('http://files.test/end');
    const none = fetch({ url: 'http://files.test/redirect', maxBytes: 10, maxRedirects: 0 });
    await expect(none).rejects.toMatchObject({ kind: 'refused' });
    const inside = fetch({ url: 'http://files.test/redirect-inside', ...bounds });
    await expect(inside).rejects.toMatchObject({ kind: 'refused' });
    expect(attempts).not.toContain('10.0.0.1');
  });

  it('limits size and time, and stops when its caller aborts', async () => {
    const fetch = makeGuardedFetch(local().network);
    await expect(fetch({ url: 'http://files.test/large', ...bounds })).rejects.toMatchObject({ kind: 'too_large' });
    const slow = fetch({ url: 'http://files.test/slow', ...bounds, wholeMs: 50 });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout' });
    const aborted = fetch({ url: 'http://files.test/slow', ...bounds, signal: AbortSignal.timeout(30) });
    await expect(aborted).rejects.toMatchObject({ kind: 'aborted' });
  });
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each(['', 'example.test', 'fe80::1%eth0', '198.18.0.1', '224.0.0.1', '255.255.255.255', '2001:db8::1'])(
    '%s is not',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});
