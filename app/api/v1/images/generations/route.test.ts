import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { CreateImageAnswer } from '@/lib/image/openai/contract';
import { drawPlain, type ImageService, IMAGE_NANO, startImageService } from '@/lib/image/testing/test-image-service';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { POST } from './route';

const CREDIT = 1_000_000_000n;

let service: ImageService;
let accountId = '';
let secret = '';

beforeAll(async () => {
  service = await startImageService({
    plain: drawPlain,
    other: drawPlain,
    sizeless: [
      async (call) => ({ ...(await drawPlain(call)), notApplied: ['aspect_ratio', 'negative_prompt'] }),
      { aspectRatios: ['1:1', '16:9'], defaultAspectRatio: '1:1' },
    ],
    ratios: [drawPlain, { aspectRatios: ['1:1', '16:9', '2:3'], defaultAspectRatio: '1:1' }],
  });
  accountId = (await makeTestAccount('openai@example.com', CREDIT)).id;
  ({ secret } = await makeTestKey(accountId, { type: 'INFERENCE' }));
});
afterAll(() => service.stop());
beforeEach(() => {
  service.calls.length = 0;
});

async function post(body: object): Promise<{ status: number; answer: Record<string, unknown>; headers: Headers }> {
  const response = await POST(
    new Request('http://localhost:3000/api/v1/images/generations', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify(body),
    }),
  );
  const { status, headers } = response;
  return { status, headers, answer: (await response.json()) as Record<string, unknown> };
}
const imageOf = async (answer: unknown) => {
  const [first] = CreateImageAnswer.parse(answer).data;
  const base64 = first && 'b64_json' in first ? first.b64_json : (first?.url.split(',')[1] ?? '');
  return sharp(Buffer.from(base64, 'base64')).metadata();
};

describe('200', () => {
  it('answers in OpenAI’s layout, as PNG, and charges', async () => {
    const before = (await findBalance(accountId)).usdNano;
    const { status, answer, headers } = await post({ prompt: 'A red kite', size: '256x256' });
    expect(status).toBe(200);
    expect(Object.keys(answer)).toEqual(['created', 'data']);
    expect(await imageOf(answer)).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(headers.get('x-svc-is-content-violation')).toBe('false');
    expect(before - (await findBalance(accountId)).usdNano).toBe(IMAGE_NANO);
  });

  it.each([
    ['1792x1024', 1_792, 1_024],
    ['auto', 1_024, 1_024],
  ])('size %s', async (size, width, height) => {
    expect((await post({ prompt: 'x', size })).status).toBe(200);
    expect(service.calls[0]).toMatchObject({ width, height });
  });

  it('uses the nearest aspect ratio of a model that takes no pixels', async () => {
    await post({ prompt: 'x', model: 'ratios', size: '1024x1536' });
    expect(service.calls[0]).toMatchObject({ aspectRatio: '2:3' });
  });

  it.each([undefined, 'gpt-image-1', 'dall-e-3', 'nobody-knows', 'default'])(
    'model %s is the default',
    async (model) => {
      const { headers } = await post({ prompt: 'x', size: '256x256', model });
      expect(headers.get('x-svc-model-id')).toBe('plain');
    },
  );

  it('uses the model that is named', async () => {
    expect((await post({ prompt: 'x', size: '256x256', model: 'other' })).headers.get('x-svc-model-id')).toBe('other');
  });

  it('says which of the sent fields had no effect, by their own names', async () => {
    const notApplied = async (more: object) =>
      (await post({ prompt: 'x', size: '256x256', ...more })).headers.get('x-svc-not-applied');
    const all = { quality: 'hd', style: 'vivid', background: 'transparent', output_compression: 50 };
    expect(await notApplied(all)).toBe('quality, style, background, output_compression');
    expect(await notApplied({ quality: 'auto', background: 'auto' })).toBeNull();
    expect(await notApplied({ model: 'sizeless', size: '1792x1024' })).toBe('size');
  });

  it('returns a data: URL, other formats, and takes what has no effect', async () => {
    const { answer } = await post({
      prompt: 'x',
      n: 1,
      size: '256x256',
      response_format: 'url',
      output_format: 'jpeg',
      moderation: 'low',
      quality: 'hd',
      style: 'vivid',
      background: 'transparent',
      output_compression: 50,
      user: 'user-1',
      partial_images: 0,
    });
    expect((answer.data as { url: string }[])[0]?.url).toMatch(/^data:image\/jpeg;base64,/);
    expect(await imageOf(answer)).toMatchObject({ format: 'jpeg' });
    expect((await post({ prompt: 'x', size: '256x256', n: null, quality: null, response_format: null })).status).toBe(
      200,
    );
  });
});

describe('400', () => {
  it.each([
    ['prompt', {}],
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: ' \u200b\n' }],
    ['prompt', { prompt: 'x'.repeat(1_501) }],
    ['n', { prompt: 'x', n: 2 }],
    ['size', { prompt: 'x', size: '100x100' }],
    ['response_format', { prompt: 'x', response_format: 'file' }],
    ['output_format', { prompt: 'x', output_format: 'gif' }],
    ['moderation', { prompt: 'x', moderation: 'off' }],
    ['quality', { prompt: 'x', quality: 'best' }],
    ['style', { prompt: 'x', style: 'loud' }],
    ['background', { prompt: 'x', background: 'blue' }],
    ['output_compression', { prompt: 'x', output_compression: 101 }],
    ['stream', { prompt: 'x', stream: true }],
  ])('names %s: %j', async (path, body) => {
    const { status, answer } = await post(body);
    expect([status, (answer.issues as { path: string[] }[])[0]?.path.join('.')]).toEqual([400, path]);
    expect(service.calls).toHaveLength(0);
  });
});
