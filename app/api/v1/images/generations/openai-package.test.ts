import OpenAI, { BadRequestError } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '@/app/api/route-table';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { openTestServer, type TestServer } from '@/lib/http/server/test-server';
import { drawPlain, type ImageService, IMAGE_NANO, startImageService } from '@/lib/image/testing/test-image-service';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';

let service: ImageService;
let server: TestServer;
let client: OpenAI;
let accountId = '';

beforeAll(async () => {
  service = await startImageService({ plain: drawPlain });
  server = await openTestServer(routes);
  accountId = (await makeTestAccount('package@example.com', 1_000_000_000n)).id;
  const { secret } = await makeTestKey(accountId, { type: 'INFERENCE' });
  client = new OpenAI({ baseURL: server.url('/api/v1'), apiKey: secret, maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  await service.stop();
});

it('draws an image with the official package, unchanged, and is charged for it', async () => {
  const before = (await findBalance(accountId)).usdNano;
  const { created, data } = await client.images.generate({
    model: 'gpt-image-1',
    prompt: 'A red kite',
    size: '1024x1024',
    n: 1,
  });
  expect(Math.abs(created - Date.now() / 1_000)).toBeLessThan(60);
  const image = await sharp(Buffer.from(data?.[0]?.b64_json ?? '', 'base64')).metadata();
  expect(image).toMatchObject({ format: 'png', width: 1_024, height: 1_024 });
  expect(before - (await findBalance(accountId)).usdNano).toBe(IMAGE_NANO);
});

it('gives a URL that the package’s users can open', async () => {
  const { data } = await client.images.generate({
    model: 'dall-e-3',
    prompt: 'A red kite',
    size: '1792x1024',
    response_format: 'url',
    quality: 'hd',
    style: 'vivid',
  });
  const bytes = Buffer.from(await (await fetch(data?.[0]?.url ?? '')).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1_792, height: 1_024 });
});

it('sends bytes with their length, never compressed, to a real client', async () => {
  const response = await fetch(server.url('/api/v1/image/generate'), {
    method: 'POST',
    headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'plain', prompt: 'x', width: 64, height: 64, return_binary: true }),
  });
  const bytes = await response.arrayBuffer();
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
  expect(response.headers.get('content-encoding')).toBeNull();
});

it('reports refusals as the package expects them', async () => {
  const refused = client.images.generate({ model: 'gpt-image-1', prompt: 'x', n: 2 });
  await expect(refused).rejects.toBeInstanceOf(BadRequestError);
  await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining('n: Must be 1') });
});
