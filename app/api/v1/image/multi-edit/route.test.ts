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

const PATH = '/api/v1/image/multi-edit';
let service: EditService;
let images: Buffer[];

beforeAll(async () => {
  service = await startEditService();
  images = [await testImage(256, 256), await testImage(300, 256), await testImage(256, 400)];
});
afterAll(() => service.stop());

const json = (more: object = {}) => ({
  modelId: 'mixer',
  prompt: 'Combine them',
  images: images.map((image) => image.toString('base64')),
  ...more,
});
const sendJson = (body: object) => POST(jsonRequest(PATH, service.authorization, body));

async function balance(): Promise<number> {
  const response = await sendJson({});
  return Number(response.headers.get('x-svc-balance-usd'));
}

describe('several images', () => {
  it('reads no image for a caller without credit, who still learns of a bad field', async () => {
    const bodies = {
      path: PATH,
      unreadable: json({ images: Array<string>(2).fill(UNREADABLE) }),
      wrong: json({ aspect_ratio: '7:5' }),
    };
    expect(await statusesBeforeReading(service, POST, bodies)).toEqual({ rich: 400, poor: 402, wrong: 400 });
  });

  it('reach the model in order, from JSON and from a form, and each beyond the included one costs extra', async () => {
    const before = await balance();
    const asJson = await sendJson(json({ aspect_ratio: '1:1', resolution: '2K' }));
    expect([asJson.status, asJson.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const between = await balance();
    // 2K in the default quality, and two further images.
    expect(before - between).toBeCloseTo(0.03 + 2 * 0.01);
    const files = images.map((content) => ({ name: 'images', file: 'a.png', content }));
    const fields = [
      { name: 'modelId', content: 'mixer' },
      { name: 'prompt', content: 'Combine them' },
    ];
    const asForm = await POST(formRequest(PATH, service.authorization, [...files, ...fields]));
    expect([asForm.status, asForm.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(asForm.headers.get('x-svc-model-id')).toBe('mixer');
    expect(between - (await balance())).toBeCloseTo(0.02 + 2 * 0.01);
    const [first, second] = service.asked.edits;
    expect(first).toMatchObject({ model: 'mix-1', aspectRatio: '1:1', resolution: '2K' });
    const sizesOf = (call = first) =>
      call?.images.map((image) => 'width' in image && 'height' in image && [image.width, image.height]);
    expect(sizesOf()).toEqual([
      [256, 256],
      [300, 256],
      [256, 400],
    ]);
    expect(sizesOf(second)).toEqual(sizesOf());
  });

  it('may be a single one', async () => {
    expect((await sendJson(json({ images: [images[0]?.toString('base64')] }))).status).toBe(200);
  });

  it.each<[object, string]>([
    [{ images: [] }, 'images: '],
    [{ images: 'AAAA' }, 'images: '],
    [{ images: undefined }, 'images: '],
    [{ images: ['x', 'x', 'x', 'x'] }, 'images: The model mixer takes at most 3'],
    [{ images: ['x'.repeat(8), 'x'], modelId: 'editor' }, 'images: The model editor takes at most 1'],
    [{ images: ['', 'x'] }, 'images.0: Must be an image'],
  ])('%j are refused', async (fields, message) => {
    const response = await sendJson(json(fields));
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });

  it('are refused by the name of the one that is wrong', async () => {
    const [first] = images.map((image) => image.toString('base64'));
    const response = await sendJson(json({ images: [first, 'AAAA'] }));
    const { code, issues } = (await response.json()) as { code: string; issues: { path: unknown[] }[] };
    expect([code, issues[0]?.path]).toEqual(['INVALID_IMAGE_FORMAT', ['images', 1]]);
  });
});
