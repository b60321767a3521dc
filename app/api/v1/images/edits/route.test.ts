import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EditService,
  formRequest,
  jsonRequest,
  startEditService,
  statusesBeforeReading,
  UNREADABLE,
} from '@/lib/image/edit/test-edit-service';
import { testImage } from '@/lib/image/edit/test-image';
import { POST } from './route';

const PATH = '/api/v1/images/edits';
let service: EditService;
let image: Buffer;
let mask: Buffer;

beforeAll(async () => {
  service = await startEditService();
  image = await testImage(256, 256);
  mask = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
});
afterAll(() => service.stop());

const lastEdit = () => service.asked.edits.at(-1);
const file = (name: string, content: Buffer) => ({ name, file: 'a.png', content });
const text = (name: string, content: string) => ({ name, content });
const sendForm = (parts: Parameters<typeof formRequest>[2]) => POST(formRequest(PATH, service.authorization, parts));
const sendJson = (body: object) => POST(jsonRequest(PATH, service.authorization, body));
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe('an edit in OpenAI’s layout', () => {
  it('reads no image for a caller without credit, who still learns of a bad field', async () => {
    const json = (more: object) => ({ prompt: 'Blue', model: 'editor', image: image.toString('base64'), ...more });
    const bodies = { path: PATH, unreadable: json({ image: UNREADABLE }), wrong: json({ n: 5 }) };
    expect(await statusesBeforeReading(service, POST, bodies)).toEqual({ rich: 400, poor: 402, wrong: 400 });
  });

  it('is what the openai package sends and expects', async () => {
    const apiKey = service.authorization.slice('Bearer '.length);
    const answer = async (input: unknown, init?: RequestInit) =>
      POST(new Request(String(input), { ...init, signal: null }));
    const client = new OpenAI({ baseURL: 'http://localhost:3000/api/v1', apiKey, fetch: answer });
    const upload = (content: Buffer) => toFile(content, 'a.png', { type: 'image/png' });
    const one = await client.images.edit({ image: await upload(image), prompt: 'Blue', model: 'gpt-image-1', n: 1 });
    expect(
      Buffer.from(one.data?.[0]?.b64_json ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(one.created).toBeGreaterThan(1_700_000_000);
    expect(lastEdit()).toMatchObject({ model: 'edit-1', prompt: 'Blue' });
    expect(lastEdit()).not.toHaveProperty('size');
    const several = await client.images.edit({
      image: [await upload(image), await upload(await testImage(300, 300))],
      mask: await upload(mask),
      prompt: 'Blue',
      model: 'mixer',
      size: '1024x1536',
      quality: 'low',
      output_format: 'webp',
      response_format: 'url',
    });
    expect(several.data?.[0]?.url).toMatch(/^data:image\/webp;base64,UklGR/);
    expect(lastEdit()).toMatchObject({ model: 'mix-1', quality: 'low', size: { width: 1_024, height: 1_536 } });
    expect(lastEdit()?.images).toHaveLength(2);
    expect(lastEdit()?.mask?.mime).toBe('image/png');
  });

  it('leads foreign names to the default editing model, and says which fields had no effect', async () => {
    for (const model of ['gpt-image-1', 'painter', '']) {
      const parts = [file('image', image), text('prompt', 'x'), text('model', model), text('quality', 'hd')];
      const response = await sendForm(parts);
      expect([model, response.status, response.headers.get('x-svc-model-id')]).toEqual([model, 200, 'editor']);
      expect(response.headers.get('x-svc-not-applied')).toBe('quality');
    }
    const best = await sendForm([
      file('image', image),
      text('prompt', 'x'),
      text('model', 'mixer'),
      text('quality', 'hd'),
    ]);
    expect([best.status, best.headers.get('x-svc-not-applied')]).toEqual([200, null]);
    expect(lastEdit()?.quality).toBe('high');
  });

  it('takes JSON, too', async () => {
    const base64 = image.toString('base64');
    expect(
      (await sendJson({ image: base64, prompt: 'x', background: 'transparent' })).headers.get('x-svc-not-applied'),
    ).toBe('background');
    const response = await sendJson({ model: 'mixer', image: [base64, base64], prompt: 'x', user: null });
    expect(response.status).toBe(200);
    expect(lastEdit()?.images).toHaveLength(2);
  });

  it.each<[string, unknown, string]>([
    ['a number', 5, 'image: Must be an image, or a list of 1 to 100 images'],
    ['an empty list', [], 'image: Must have at least 1 item'],
    ['too many images', Array(101).fill('AAAA'), 'image: Must be an image, or a list of 1 to 100 images'],
    ['what is no image', 'AAAA', 'image: '],
  ])('names the field for %s', async (_name, value, message) => {
    const response = await sendJson({ image: value, prompt: 'x' });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
  });

  it.each<[string, () => Parameters<typeof formRequest>[2], string]>([
    ['no image', () => [text('prompt', 'x')], 'image: Must be an image, or a list of 1 to 100 images'],
    ['no prompt', () => [file('image', image)], 'prompt: '],
    ['a blank prompt', () => [file('image', image), text('prompt', ' \u200b')], 'prompt: Must not be blank'],
    ['several results', () => [file('image', image), text('prompt', 'x'), text('n', '2')], 'n: Must be 1'],
    [
      'a stream',
      () => [file('image', image), text('prompt', 'x'), text('stream', 'true')],
      'stream: Streaming is not available',
    ],
    ['another size', () => [file('image', image), text('prompt', 'x'), text('size', '640x480')], 'size: '],
    [
      'another format',
      () => [file('image', image), text('prompt', 'x'), text('output_format', 'gif')],
      'output_format: ',
    ],
    [
      'two images for a model that takes one',
      () => [file('image[]', image), file('image[]', image), text('prompt', 'x')],
      'image: The model editor takes at most 1',
    ],
    [
      'a mask of another size',
      () => [file('image', image), text('prompt', 'x'), file('mask', Buffer.from(image))],
      'mask: ',
    ],
  ])('is refused with %s', async (_name, parts, message) => {
    const response = await sendForm(parts());
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
  });
});
