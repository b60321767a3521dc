import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../platform/env';
import { fetchFromNetwork, isPrivatePageHost } from './page-network';

let server: Server;
let port = 0;
beforeAll(async () => {
  // A kept connection would outlive a change of the setting.
  server = createServer((_request, response) => response.setHeader('connection', 'close').end('hello'));
  await new Promise<void>((done) => server.listen(0, '::1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  settings().privatePageHosts.length = 0;
  server.closeAllConnections();
  server.close();
});

const fetchFrom = (url: string) => fetchFromNetwork({ url, maxBytes: 100, maxRedirects: 0 });

describe('a listed IPv6 address', () => {
  it.each(['[::1]', '[0:0:0:0:0:0:0:1]'])('may be read as %s', async (written) => {
    settings().privatePageHosts.splice(0, Infinity, `${written}:${port}`);
    const url = `http://[::1]:${port}/`;
    expect(isPrivatePageHost(new URL(url))).toBe(true);
    expect(Buffer.from((await fetchFrom(url)).body).toString()).toBe('hello');
  });

  it('with another port, or not listed, may not be read', async () => {
    settings().privatePageHosts.splice(0, Infinity, `[::1]:${port + 1}`, `[::2]:${port}`, `1:${port}`);
    const url = `http://[::1]:${port}/`;
    expect(isPrivatePageHost(new URL(url))).toBe(false);
    await expect(fetchFrom(url)).rejects.toMatchObject({ kind: 'refused' });
  });
});
