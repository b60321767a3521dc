import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DOT, toBase64 } from '../../conformance/images/wire';
import { makeOpenAiCompatible } from '../provider';

/** Two servers: the upstream, and one that it sends addresses of. */
const servers: Server[] = [];
let url = '';
const seen: { path: string; key: string | undefined }[] = [];

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const server = createServer((request, response) => {
      seen.push({ path: request.url ?? '', key: request.headers.authorization });
      if (request.url === '/v1/images/generations') return response.end(JSON.stringify({ data: [{ url }] }));
      return response.end(request.url === '/made.png' ? DOT.bytes : 'not found');
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
});
afterAll(() => servers.forEach((server) => server.close()));
beforeEach(() => (seen.length = 0));

const originOf = (index: number) => `http://127.0.0.1:${(servers[index]?.address() as AddressInfo).port}`;
const draw = () => {
  const { drawImage } = makeOpenAiCompatible({ id: 'lab', baseUrl: `${originOf(0)}/v1`, apiKey: 'k' });
  const { signal } = new AbortController();
  return drawImage?.({ model: 'm', prompt: 'a kite', width: 64, height: 64, seed: 1, signal });
};

it.each([
  ['its own', () => `${originOf(0)}/made.png`],
  ['its own without the origin', () => '/made.png'],
])('fetches an image from an address of the server: %s', async (_, address) => {
  url = address();
  const result = await draw();
  expect(Buffer.from(result?.image?.bytes ?? []).equals(DOT.bytes)).toBe(true);
  expect(seen).toEqual([
    { path: '/v1/images/generations', key: 'Bearer k' },
    { path: '/made.png', key: 'Bearer k' },
  ]);
});

it('reads a data URL', async () => {
  url = `data:image/png;base64,${toBase64(undefined)}`;
  expect((await draw())?.image?.mime).toBe('image/png');
});

it.each([
  ['another server of the private network', () => `${originOf(1)}/made.png`],
  ['a file', () => 'file:///etc/passwd'],
  ['metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
  ['no address', () => 'http://'],
  ['no image', () => '/elsewhere'],
])('an address of %s fails, and is not asked with the key', async (_, address) => {
  url = address();
  await expect(draw()).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  expect(seen.filter(({ path }) => path === '/made.png')).toEqual([]);
});
