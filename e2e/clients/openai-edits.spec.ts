import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { type ImageUpstream, startImageUpstream } from '../../lib/providers/conformance/images/image-upstream';
import { openAiWire } from '../../lib/providers/conformance/images/wires/openai';
import { expect, test as base } from '../support/clients';

const serviceFile = (origin: string) => `
include: []
providers:
  painter: { kind: openai-compatible, base_url: '${origin}/v1', api_key: sk-operators }
models:
  - id: editor
    type: inpaint
    traits: [default]
    upstreams: [{ provider: painter, model: gpt-image-1 }]
    price: { inpaint: '0.04' }
    combine_images: true
`;

/** A server with an editing model on an upstream that speaks OpenAI's format. */
const test = base.extend<object, { images: ImageUpstream }>({
  images: [
    async ({}, use) => {
      const images = await startImageUpstream(openAiWire);
      await use(images);
      await images.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ images, writeServiceFile }, use) => use({ SERVICE_FILE: writeServiceFile(serviceFile(images.origin)) }),
    { scope: 'worker' },
  ],
});

const colored = (color: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 256, height: 256, channels, background: color } })
    .png()
    .toBuffer();

/** Safe mode would need the weights of its check. The package sends fields that it does not know. */
const UNCHECKED = { moderation: 'low' } as object;

test('the official openai package edits images, with nothing changed but the base URL', async ({ access, images }) => {
  const client = new OpenAI({ ...access, maxRetries: 0 });
  images.play({ image: await colored('blue') });
  const upload = async (color: string, channels?: 3 | 4) =>
    toFile(await colored(color, channels), 'a.png', { type: 'image/png' });

  const { data, response } = await client.images
    .edit({ ...UNCHECKED, image: await upload('red'), prompt: 'Make it blue', model: 'gpt-image-1', n: 1 })
    .withResponse();
  const { info } = await sharp(Buffer.from(data.data?.[0]?.b64_json ?? '', 'base64')).toBuffer({
    resolveWithObject: true,
  });
  expect(info).toMatchObject({ format: 'png', width: 256, height: 256 });
  expect(response.headers.get('x-svc-model-id')).toBe('editor');
  expect(response.headers.get('x-svc-is-content-violation')).toBe('false');

  const [first] = images.requests;
  const seen = images.wire().read(first ? [first] : []);
  expect(seen).toMatchObject({ model: 'gpt-image-1', authorized: true, prompt: 'Make it blue' });
  expect(seen.images).toHaveLength(1);

  images.play({ image: await colored('blue') });
  await client.images.edit({
    ...UNCHECKED,
    image: [await upload('red'), await upload('green')],
    mask: await upload('#0000', 4),
    prompt: 'Combine them',
    model: 'editor',
    size: '1024x1024',
  });
  const [second] = images.requests;
  const combined = images.wire().read(second ? [second] : []);
  expect(combined).toMatchObject({ width: 1_024, height: 1_024 });
  expect(combined.images).toHaveLength(2);
  expect(combined.mask).toBeDefined();
});

test('a refusal reaches the package as its own kind of error, and costs nothing', async ({ access, images }) => {
  const client = new OpenAI({ ...access, maxRetries: 0 });
  images.play({ refusedContent: true });
  const image = await toFile(await colored('red'), 'a.png', { type: 'image/png' });
  const refused = await client.images.edit({ ...UNCHECKED, image, prompt: 'Something else', model: 'editor' }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(refused).toBeInstanceOf(OpenAI.UnprocessableEntityError);
  const empty = await client.images
    .edit({ image: await toFile(Buffer.alloc(0), 'a.png'), prompt: 'x', model: 'editor' })
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(empty).toBeInstanceOf(OpenAI.BadRequestError);
  expect(String(empty)).toContain('image: The file is empty');
});
