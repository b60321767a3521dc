import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/core/errors';
import { type EditService, formRequest, jsonRequest, startEditService } from '@/lib/image/edit/test-edit-service';
import { testImage } from '@/lib/image/edit/test-image';
import { POST } from './route';

const PATH = '/api/v1/image/upscale';
let service: EditService;
let image: Buffer;

beforeAll(async () => {
  service = await startEditService();
  image = await testImage(320, 256);
});
afterAll(() => service.stop());

const sendJson = (body: object) => POST(jsonRequest(PATH, service.authorization, body));
const json = (more: object = {}) => ({ image: image.toString('base64'), ...more });
const lastCall = () => service.asked.upscales.at(-1);
const balance = async () => Number((await sendJson({})).headers.get('x-svc-balance-usd'));

describe('upscaling', () => {
  it('doubles by default, as PNG, at the price of its scale', async () => {
    const before = await balance();
    const response = await sendJson(json());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([640, 512]);
    expect(response.headers.get('x-svc-model-id')).toBe('bigger');
    expect(response.headers.get('x-svc-is-blurred')).toBe('false');
    expect(lastCall()).toMatchObject({ model: 'up-1', scale: 2, creativity: 0.01 });
    const between = await balance();
    expect(before - between).toBeCloseTo(0.02);
    const parts = [
      { name: 'image', file: 'a.png', content: image },
      { name: 'scale', content: '4' },
      { name: 'creativity', content: '0.5' },
    ];
    expect((await POST(formRequest(PATH, service.authorization, parts))).status).toBe(200);
    expect(lastCall()).toMatchObject({ scale: 4, creativity: 0.02 });
    expect(between - (await balance())).toBeCloseTo(0.08);
  });

  it('limits creativity, and takes null for the default', async () => {
    for (const [given, used] of [
      [-1, 0],
      [0, 0],
      [0.015, 0.015],
      [null, 0.01],
    ]) {
      await sendJson(json({ creativity: given }));
      expect(lastCall()?.creativity).toBe(used);
    }
  });

  it('reduces four to two if the result would be too large, says so in a header, and charges for two', async () => {
    service.answerWith(async () => ({
      image: { bytes: await testImage(300, 300), mime: 'image/png' },
      isHarmless: true,
    }));
    const large = (await testImage(2_048, 1_024)).toString('base64');
    const before = await balance();
    const reduced = await sendJson({ image: large, scale: 4 });
    expect([reduced.status, reduced.headers.get('x-svc-not-applied')]).toEqual([200, 'scale']);
    expect(lastCall()?.scale).toBe(2);
    expect(before - (await balance())).toBeCloseTo(0.02);
    service.answerWith(null);
    const tooLarge = await sendJson({ image: (await testImage(2_049, 2_048)).toString('base64') });
    expect(tooLarge.status).toBe(400);
    expect(((await tooLarge.json()) as { error: string }).error).toContain(
      'image: Too many pixels: the result may have at most 16777216',
    );
  });

  it.each<[object, string]>([
    [{ scale: 3 }, 'scale: Must be 2 or 4'],
    [{ scale: '2' }, 'scale: Must be 2 or 4'],
    [{ creativity: 'high' }, 'creativity: '],
    [{ image: 'https://example.com/a.png' }, 'image: The image must be base64'],
    [{ image: undefined }, 'image: Required: an image'],
  ])('refuses %j', async (fields, message) => {
    const response = await sendJson(json(fields));
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(message);
  });

  it('has an error of its own, which costs nothing', async () => {
    const before = await balance();
    service.answerWith(() => Promise.reject(new ApiError('INFERENCE_FAILED', 'no')));
    const response = await sendJson(json());
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'UPSCALE_FAILED', error: 'The image could not be upscaled.' });
    service.answerWith(null);
    expect(await balance()).toBe(before);
  });
});
