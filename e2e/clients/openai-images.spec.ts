import OpenAI from 'openai';
import sharp from 'sharp';
import { expect, test } from '../support/clients';

test.describe('the official openai package on the embedded image model, with nothing changed but the base URL', () => {
  let client: OpenAI;

  test.beforeAll(({ access }) => {
    client = new OpenAI({ ...access, maxRetries: 0 });
  });

  test('draws an image', async () => {
    const request = { model: 'gpt-image-1', prompt: 'A red kite above a lighthouse', size: '1024x1024' } as const;
    const { data } = await client.images.generate(request);
    const image = await sharp(Buffer.from(data?.[0]?.b64_json ?? '', 'base64')).metadata();
    expect([image.format, image.width, image.height]).toEqual(['png', 1_024, 1_024]);
  });

  test('lists the embedded image model with its price', async () => {
    const { data } = await client.models.list({ query: { type: 'image' } });
    expect(data.map(({ id }) => id)).toContain('scene-composer');
  });
});

test('the same seed gives the same image, as JSON and as a file', async ({ access }) => {
  const draw = (more: object) =>
    fetch(`${access.baseURL}/image/generate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'default', prompt: 'Two cats under a tree', width: 256, height: 256, ...more }),
    });
  const first = (await (await draw({})).json()) as { images: string[]; request: { seed: number } };
  const again = await draw({ seed: first.request.seed, return_binary: true });
  expect(again.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await again.arrayBuffer()).toString('base64')).toBe(first.images[0]);
});
