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
import { catalog, installCatalog } from '@/lib/models/catalog';
import { POST } from './route';

const PATH = '/api/v1/image/background-remove';
let service: EditService;
let image: Buffer;

beforeAll(async () => {
  service = await startEditService();
  image = await testImage(256, 256);
});
afterAll(() => service.stop());

const sendJson = (body: object) => POST(jsonRequest(PATH, service.authorization, body));
const json = (more: object = {}) => ({ image: image.toString('base64'), ...more });
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;

describe('removing a background', () => {
  it('is done by the model with the trait, at its own price, as PNG', async () => {
    const balance = async () => Number((await sendJson({})).headers.get('x-svc-balance-usd'));
    const before = await balance();
    for (const request of [
      jsonRequest(PATH, service.authorization, json()),
      formRequest(PATH, service.authorization, [{ name: 'image', file: 'a.png', content: image }]),
    ]) {
      const response = await POST(request);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(response.headers.get('x-svc-model-id')).toBe('mixer');
    }
    expect(service.asked.removals).toHaveLength(2);
    expect(service.asked.removals[0]).toMatchObject({ model: 'mix-1', image: { width: 256, height: 256 } });
    expect(before - (await balance())).toBeCloseTo(0.006);
  });

  it.each<[object, string]>([
    [{ model: 'mixer' }, 'Unknown field: "model"'],
    [{ image_url: 'https://example.com/a.png' }, 'image: Send either image or image_url'],
    [{ image: undefined }, 'image: Send either image or image_url'],
    [{ image: undefined, image_url: 'ftp://example.com/a.png' }, 'image_url: Must be an http or https URL'],
    [{ image: undefined, image_url: 'http://127.0.0.1/a.png' }, 'image_url: '],
    [{ image: 'https://example.com/a.png' }, 'image: The image must be base64'],
  ])('refuses %j', async (fields, message) => {
    const response = await sendJson(json(fields));
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain(message);
  });

  it('reads no image for a caller without credit, who still learns of a bad field', async () => {
    const bodies = { path: PATH, unreadable: json({ image: UNREADABLE }), wrong: json({ prompt: 'x' }) };
    expect(await statusesBeforeReading(service, POST, bodies)).toEqual({ rich: 400, poor: 402, wrong: 400 });
  });

  it('refuses any other field of a form', async () => {
    const response = await POST(
      formRequest(PATH, service.authorization, [
        { name: 'image', file: 'a.png', content: image },
        { name: 'prompt', content: 'x' },
      ]),
    );
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toContain('Unknown field: "prompt"');
  });

  it('says what is missing if no model does it', async () => {
    const before = catalog();
    installCatalog({ ...before, traits: new Map() });
    try {
      const response = await sendJson(json());
      expect(response.status).toBe(404);
      expect(await errorOf(response)).toBe('No model that removes backgrounds is available here.');
    } finally {
      installCatalog(before);
    }
  });
});
