import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import type { GenerateImageAnswer } from '@/lib/image/contract';
import { GenerateImageAnswer as AnswerSchema } from '@/lib/image/contract';
import {
  drawPlain,
  failsWith,
  type ImageService,
  IMAGE_NANO,
  startImageService,
} from '@/lib/image/testing/test-image-service';
import { admitWallet } from '@/lib/accounts/wallets/wallet-account';
import { newId } from '@/lib/core/ids';
import { installSafetyModel, safetyModelPath } from '@/lib/engines/safety/safety-model';
import { BASE } from '@/lib/core/wallet';
import { credit } from '@/lib/ledger/credit';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { findUsageRecord } from '@/lib/ledger/read/history/find-usage-record';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { closeLease, countBytes, openLease, requestMemory } from '@/lib/platform/sharing/memory-shares';
import type { ImageModel } from '@/lib/providers/image-spec';
import { evmWallet, signInHeader } from '@/lib/x402/siwx/test-wallets';
import { POST } from './route';

const CREDIT = 1_000_000_000n;

/** Fails for odd seeds. */
const everyOther: ImageModel = (call) => (call.seed % 2 === 0 ? drawPlain(call) : failsWith('INFERENCE_FAILED')(call));
/** Refuses the content of odd seeds. */
const prudish: ImageModel = async (call) => (call.seed % 2 === 0 ? drawPlain(call) : { image: null });
const talkative: ImageModel = async (call) => ({
  ...(await drawPlain(call)),
  seed: 77,
  revisedPrompt: 'A kite – more exactly',
  notApplied: ['cfg_scale', 'negative_prompt', 'lora_strength'],
});

/** What no encoding makes small. */
const drawNoise: ImageModel = async ({ width, height }) => {
  const raw = randomBytes(width * height * 3);
  const bytes = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { image: { bytes, mime: 'image/png' }, isHarmless: true };
};

let service: ImageService;
let account: Account;
let secret = '';
let accounts = 0;

beforeAll(async () => {
  service = await startImageService({
    plain: drawPlain,
    'every-other': everyOther,
    prudish,
    talkative,
    noisy: drawNoise,
    verbose: async (call) => ({ ...(await drawPlain(call)), revisedPrompt: `\ud800${'猫'.repeat(5_000)}` }),
    'against-policy': failsWith('CONTENT_POLICY_VIOLATION'),
    broken: failsWith('INFERENCE_FAILED'),
    picky: failsWith('INVALID_REQUEST', 'A prompt needs a noun.'),
    busy: failsWith('MODEL_OVERLOADED'),
    garbled: async () => ({ image: { bytes: Buffer.from('not an image'), mime: 'image/png' }, isHarmless: true }),
    hanging: ({ signal }) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    tiers: [
      drawPlain,
      {
        resolutions: ['1K', '2K'],
        defaultResolution: '1K',
        qualities: ['low', 'high'],
        defaultQuality: 'low',
        price: {
          quality: new Map([
            ['1K', new Map(Object.entries({ low: 10_000_000n, high: 30_000_000n }))],
            ['2K', new Map(Object.entries({ low: 20_000_000n, high: 60_000_000n }))],
          ]),
          resolutions: new Map(Object.entries({ '1K': 10_000_000n, '2K': 20_000_000n })),
          upscale: { twofoldNanoUsd: 1n, fourfoldNanoUsd: 1n },
        },
      },
    ],
    ratios: [drawPlain, { aspectRatios: ['1:1', '16:9'], defaultAspectRatio: '1:1' }],
    'without-steps': [drawPlain, { steps: { default: 0, max: 0 } }],
    stylish: [drawPlain, { abilities: ['style_references'], maxStyleReferences: 1 }],
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.calls.length = 0;
  account = await makeTestAccount(`images${(accounts += 1)}@example.com`, CREDIT);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});

const BODY = { model: 'plain', prompt: 'A red kite', width: 64, height: 64 };

function post(body: object, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  return POST(
    new Request('http://localhost:3000/api/v1/image/generate', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
      body: JSON.stringify(body),
      signal,
    }),
  );
}

const spentNano = async () => CREDIT - (await findBalance(account.id)).usdNano;
const read = async (response: Response) => (await response.json()) as GenerateImageAnswer;
const problem = async (body: object) => {
  const response = await post(body);
  const { issues = [], ...rest } = (await response.json()) as { issues?: { path: string[]; message: string }[] };
  return { status: response.status, path: issues[0]?.path.join('.'), ...rest };
};

describe('200 as JSON', () => {
  it('returns the image, what was used, and how long it took, and charges once', async () => {
    const response = await post(BODY);
    const answer = await read(response);
    expect(response.status).toBe(200);
    expect(AnswerSchema.parse(answer)).toEqual(answer);
    expect(answer.id).toMatch(/^generate-image-\d+$/);
    const image = await sharp(Buffer.from(answer.images[0] ?? '', 'base64')).metadata();
    expect([image.format, image.width, image.height]).toEqual(['webp', 64, 64]);
    expect(answer.request).toMatchObject({ ...BODY, format: 'webp', steps: 8, variants: 1, safe_mode: true });
    expect(answer.request?.seed).toBe(service.calls[0]?.seed);
    expect(answer.timing.total).toBeGreaterThanOrEqual(answer.timing.inferenceDuration);
    expect(answer).not.toHaveProperty('missing');
    expect(await spentNano()).toBe(IMAGE_NANO);
    const requestId = response.headers.get('cf-ray') ?? '';
    const record = await findUsageRecord({ accountId: account.id, requestId });
    expect(record).toMatchObject({ modelId: 'plain', modelType: 'image', chargedNano: IMAGE_NANO });
  });

  it('sends the safety flags as booleans, and the model', async () => {
    const { headers } = await post(BODY);
    for (const flag of ['is-blurred', 'is-content-violation', 'is-adult-model-content-violation', 'contains-minor']) {
      expect(headers.get(`x-svc-${flag}`), flag).toBe('false');
    }
    expect(headers.get('x-svc-model-id')).toBe('plain');
    expect(headers.get('x-svc-model-name')).toBe('Name of plain');
    expect(headers.get('x-svc-model-router')).toBe('plain');
    expect(headers.get('x-svc-not-applied')).toBeNull();
    expect(headers.get('x-svc-balance-usd')).toBe('1');
  });

  it('passes every setting to the model', async () => {
    await post({
      ...BODY,
      negative_prompt: 'clouds',
      cfg_scale: 7.5,
      steps: 20,
      seed: -4,
      lora_strength: 30,
      style_preset: 'Noir',
      unknown_field: { anything: true },
      inpaint: { mask: 1 },
      anon_user_id: null,
    });
    expect(service.calls[0]).toMatchObject({
      model: 'plain-upstream',
      prompt: 'A red kite',
      negativePrompt: 'clouds',
      width: 64,
      height: 64,
      cfgScale: 7.5,
      steps: 20,
      seed: -4,
      loraStrength: 30,
      style: { name: 'Noir' },
      account: account.id,
    });
  });

  it('reports what the model changed, and only of fields that were sent', async () => {
    const response = await post({ ...BODY, model: 'talkative', seed: 1, cfg_scale: 3, negative_prompt: 'x' });
    const { request } = await read(response);
    expect(request).toMatchObject({ seed: 77, seeds: [77] });
    expect(response.headers.get('x-svc-enhanced-prompt')).toBe(encodeURIComponent('A kite – more exactly'));
    expect(response.headers.get('x-svc-not-applied')).toBe('cfg_scale, negative_prompt');
  });

  it('sends a changed prompt of any length and content in a header', async () => {
    const response = await post({ ...BODY, model: 'verbose' });
    expect(response.status).toBe(200);
    const prompt = decodeURIComponent(response.headers.get('x-svc-enhanced-prompt') ?? '');
    expect(prompt).toBe(`\ufffd${'猫'.repeat(999)}`);
    expect(await spentNano()).toBe(IMAGE_NANO);
  });

  it('rounds sizes down, and says which was used', async () => {
    const { request } = await read(await post({ ...BODY, width: 71, height: 130 }));
    expect(request).toMatchObject({ width: 64, height: 128 });
    const ignored = await post({ ...BODY, model: 'without-steps', steps: 4, aspect_ratio: '16:9' });
    expect(ignored.headers.get('x-svc-not-applied')).toBe('aspect_ratio, steps');
    // What the model's card names is no mistake, and nothing of it is ignored.
    const none = await post({ ...BODY, model: 'without-steps', steps: 0 });
    expect([none.status, none.headers.get('x-svc-not-applied')]).toEqual([200, null]);
  });

  it.each([
    [{}, 10_000_000n],
    [{ quality: 'high' }, 30_000_000n],
    [{ resolution: '2K', quality: 'high', variants: 2 }, 120_000_000n],
  ])('prices by resolution and quality: %j', async (more, costNano) => {
    const { request } = await read(await post({ model: 'tiers', prompt: 'x', ...more }));
    expect(request).toMatchObject({ resolution: '1K', quality: 'low', aspect_ratio: '1:1', ...more });
    expect(await spentNano()).toBe(costNano);
  });
});

describe('what was used', () => {
  it.each(['plain', 'tiers', 'ratios'])('can be sent again, for the same image (%s)', async (model) => {
    const size = model === 'plain' ? { width: 71, height: 130 } : { aspect_ratio: '16:9' };
    const { request, images } = await read(await post({ model, prompt: 'x', hide_watermark: true, ...size }));
    const again = await post(request ?? {});
    expect(again.status).toBe(200);
    expect((await read(again)).images).toEqual(images);
  });
});

describe('safe mode without a classifier', () => {
  it('is refused before an upstream is called, and costs nothing', async () => {
    const path = safetyModelPath();
    installSafetyModel(null);
    try {
      const refused = await post(BODY);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(service.calls).toHaveLength(0);
      expect(await spentNano()).toBe(0n);
      expect((await post({ ...BODY, safe_mode: false })).status).toBe(200);
    } finally {
      installSafetyModel(path);
    }
  });
});

describe('variants', () => {
  it('are counted and charged each, with seeds that can be sent again', async () => {
    const response = await post({ ...BODY, seed: 0, variants: 3 });
    const { images, request } = await read(response);
    expect(request).toMatchObject({ seed: 0, seeds: [0, 1, 2], variants: 3 });
    expect(await spentNano()).toBe(3n * IMAGE_NANO);
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('20');
    expect(response.headers.get('x-ratelimit-remaining-requests')).toBe('17');
    const again = await read(await post({ ...BODY, seed: 2 }));
    expect(again.images).toEqual([images[2]]);
  });

  it('that failed are not charged, and reported', async () => {
    const { images, missing, request } = await read(
      await post({ ...BODY, model: 'every-other', seed: 0, variants: 4 }),
    );
    expect(images).toHaveLength(2);
    expect(request?.seeds).toEqual([0, 2]);
    expect(missing).toEqual([
      { variant: 1, code: 'INFERENCE_FAILED', error: 'no' },
      { variant: 3, code: 'INFERENCE_FAILED', error: 'no' },
    ]);
    expect(await spentNano()).toBe(2n * IMAGE_NANO);
  });

  it('that were refused are black, not charged, and flagged', async () => {
    const response = await post({ ...BODY, model: 'prudish', seed: 0, variants: 2 });
    const { images } = await read(response);
    const { channels } = await sharp(Buffer.from(images[1] ?? '', 'base64')).stats();
    expect(channels.slice(0, 3).map(({ max }) => max)).toEqual([0, 0, 0]);
    expect(response.headers.get('x-svc-is-content-violation')).toBe('true');
    expect(await spentNano()).toBe(IMAGE_NANO);
  });

  it.each(['prudish', 'against-policy'])('all refused (%s): 200 with a black image, free', async (model) => {
    const response = await post({ ...BODY, model, seed: 1 });
    const { images } = await read(response);
    const { channels } = await sharp(Buffer.from(images[0] ?? '', 'base64')).stats();
    expect(response.status).toBe(200);
    expect(channels.slice(0, 3).map(({ max }) => max)).toEqual([0, 0, 0]);
    expect(response.headers.get('x-svc-is-content-violation')).toBe('true');
    expect(await spentNano()).toBe(0n);
  });

  it.each([
    ['broken', 500, 'INFERENCE_FAILED'],
    ['picky', 400, 'INVALID_REQUEST'],
    ['busy', 429, 'MODEL_OVERLOADED'],
    ['garbled', 500, 'INFERENCE_FAILED'],
  ])('all failed (%s): %i, free', async (model, status, code) => {
    const response = await post({ ...BODY, model, variants: 2 });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
    expect(await spentNano()).toBe(0n);
  });
});

describe('memory', () => {
  it('of images is reserved before an upstream is called, and refused for an account that has none left', async () => {
    const memory = requestMemory();
    const others = openLease(memory, account.id);
    onTestFinished(() => closeLease(others));
    countBytes(others, memory.bounds.perAccount - 1_000_000);
    expect((await post(BODY)).status).toBe(200);
    const refused = await post({ ...BODY, width: 1_024, height: 1_024 });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(service.calls).toHaveLength(1);
    expect(await spentNano()).toBe(IMAGE_NANO);
  });

  it('of a large file is counted until its reader has taken it', async () => {
    const before = requestMemory().bytes;
    const size = { width: 1_024, height: 1_024 };
    const response = await post({ ...BODY, model: 'noisy', ...size, format: 'png', return_binary: true });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(requestMemory().bytes - before).toBeGreaterThan(500_000);
    const bytes = await response.arrayBuffer();
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    await expect.poll(() => requestMemory().bytes - before).toBe(0);
  });
});

describe('200 as a file', () => {
  it.each(['png', 'jpeg', 'webp'])('%s', async (format) => {
    const response = await post({ ...BODY, format, return_binary: true }, { 'accept-encoding': 'gzip, br' });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('x-svc-is-blurred')).toBe('false');
    expect((await sharp(bytes).metadata()).format).toBe(format);
    expect(await spentNano()).toBe(IMAGE_NANO);
  });

  it('is compressed only as JSON', async () => {
    const response = await post(BODY, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });
});

describe('400', () => {
  it.each([
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: ' \u200b\n' }],
    ['prompt', { prompt: 'x'.repeat(7_501) }],
    ['prompt', { prompt: 'x'.repeat(201) }],
    ['negative_prompt', { negative_prompt: 'x'.repeat(7_501) }],
    ['width', { width: 0 }],
    ['width', { width: 1_281 }],
    ['height', { height: 64.5 }],
    ['aspect_ratio', { aspect_ratio: '0:1' }],
    ['aspect_ratio', { aspect_ratio: 'wide' }],
    ['resolution', { model: 'tiers', resolution: '4K' }],
    ['quality', { model: 'tiers', quality: 'medium' }],
    ['quality', { quality: 'best' }],
    ['format', { format: 'gif' }],
    ['cfg_scale', { cfg_scale: 0 }],
    ['cfg_scale', { cfg_scale: 20.1 }],
    ['steps', { steps: 0 }],
    ['steps', { steps: 21 }],
    ['seed', { seed: 1_000_000_000 }],
    ['seed', { seed: -1_000_000_000 }],
    ['lora_strength', { lora_strength: 101 }],
    ['style_preset', { style_preset: 'noir' }],
    ['variants', { variants: 0 }],
    ['variants', { variants: 5 }],
    ['variants', { variants: 2, return_binary: true }],
    ['return_binary', { return_binary: 'true' }],
    ['safe_mode', { safe_mode: 1 }],
    ['hide_watermark', { hide_watermark: 'no' }],
    ['embed_exif_metadata', { embed_exif_metadata: 0 }],
    ['enable_web_search', { enable_web_search: 'on' }],
    ['enhance_prompt', { enhance_prompt: true }],
    ['stream', { stream: true }],
    ['style_references', { style_references: [{ image: 'AAAA' }] }],
    ['style_references', { model: 'stylish', style_references: [{ image: 'AAAA' }, { image: 'AAAA' }] }],
    ['style_references.0.strength', { model: 'stylish', style_references: [{ image: 'AAAA', strength: 2 }] }],
    ['style_references.0.image', { model: 'stylish', style_references: [{ image: 'AAAA' }] }],
    ['style_references.0.image', { model: 'stylish', style_references: [{ image: 'http://127.0.0.1/a.png' }] }],
  ])('names %s: %j', async (path, more) => {
    expect(await problem({ ...BODY, ...more })).toMatchObject({ status: 400, path });
    expect(service.calls).toHaveLength(0);
    expect(await spentNano()).toBe(0n);
  });

  it('takes the bounds themselves, false, and null', async () => {
    const { status } = await post({
      ...BODY,
      cfg_scale: 20,
      seed: 999_999_999,
      enable_web_search: false,
      enhance_prompt: false,
      stream: null,
      quality: null,
      style_references: [],
    });
    expect(status).toBe(200);
  });
});

describe('style references', () => {
  it('reach the model with their strength', async () => {
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const image = `data:image/png;base64,${png.toString('base64')}`;
    const response = await post({ ...BODY, model: 'stylish', style_references: [{ image, strength: 0.8 }] });
    expect(response.status).toBe(200);
    expect(service.calls[0]?.styleReferences).toMatchObject([{ strength: 0.8, image: { mime: expect.any(String) } }]);
    // The model knows no strengths.
    expect(response.headers.get('x-svc-not-applied')).toBe('style_references.strength');
  });
});

describe('who may', () => {
  it('reads no style reference for a caller without credit', async () => {
    const references = [{ image: Buffer.from('no image').toString('base64') }];
    const unreadable = { ...BODY, model: 'stylish', style_references: references };
    expect(await problem(unreadable)).toMatchObject({ status: 400 });
    ({ secret } = await makeTestKey((await makeTestAccount(`without${accounts}@example.com`)).id));
    expect(await problem(unreadable)).toMatchObject({ status: 402 });
    expect(await problem({ ...unreadable, steps: 21 })).toMatchObject({ status: 400, path: 'steps' });
  });

  it('needs a credential, credit, and an image model', async () => {
    expect((await post(BODY, { authorization: 'Bearer nonsense' })).status).toBe(401);
    expect(await problem({ ...BODY, model: 'nobody' })).toMatchObject({ status: 404, code: 'MODEL_NOT_FOUND' });
    ({ secret } = await makeTestKey((await makeTestAccount(`poor${accounts}@example.com`)).id));
    expect(await problem(BODY)).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE' });
    expect(service.calls).toHaveLength(0);
  });

  it('refuses with 402 if the credit does not cover every variant', async () => {
    const { id } = await makeTestAccount(`some${accounts}@example.com`, 3n * IMAGE_NANO);
    ({ secret } = await makeTestKey(id));
    expect(await problem({ ...BODY, variants: 4 })).toMatchObject({ status: 402 });
    expect((await post({ ...BODY, variants: 3 })).status).toBe(200);
  });

  it('counts each variant against the limit of 20 per minute', async () => {
    // All of it in one minute.
    const stopped = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    onTestFinished(() => stopped.mockRestore());
    for (let turn = 0; turn < 5; turn += 1) expect((await post({ ...BODY, variants: 4 })).status).toBe(200);
    const refused = await post(BODY);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a wallet', () => {
  it('pays from its credit, and sees what is left', async () => {
    settings().wallets.payTo = { [BASE]: '0x1111111111111111111111111111111111111111' };
    try {
      const wallet = evmWallet();
      const { id } = await admitWallet(database(), wallet.address.toLowerCase(), { signUp: 'open' });
      await credit({ entryId: newId(), accountId: id, currency: 'USD', kind: 'TOP_UP', amountNano: CREDIT });
      const response = await POST(
        new Request('http://localhost:3000/api/v1/image/generate', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sign-in-with-x': await signInHeader(wallet) },
          body: JSON.stringify({ ...BODY, variants: 2 }),
        }),
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('x-balance-remaining')).toBe('0.980000');
      expect(CREDIT - (await findBalance(id)).usdNano).toBe(2n * IMAGE_NANO);
    } finally {
      settings().wallets.payTo = {};
    }
  });
});

describe('leaving', () => {
  it('ends the work and costs nothing', async () => {
    const leaving = new AbortController();
    const response = post({ ...BODY, model: 'hanging' }, {}, leaving.signal);
    while (service.calls.length === 0) await new Promise((done) => setTimeout(done, 5));
    leaving.abort();
    await response;
    expect(service.calls[0]?.signal.aborted).toBe(true);
    expect(await spentNano()).toBe(0n);
    // The hold is gone as well: all of the credit can be spent.
    const { usdNano } = await findBalance(account.id);
    expect(usdNano).toBe(CREDIT);
  });
});

describe('Idempotency-Key', () => {
  it.each([{}, { return_binary: true }])('repeats get the same bytes and flags, free: %j', async (more) => {
    const headers = { 'idempotency-key': 'once' };
    const body = { ...BODY, model: 'prudish', seed: 1, ...more };
    const paid = { ...BODY, model: 'talkative', cfg_scale: 2, ...more };
    const first = await post(paid, headers);
    const repeat = await post(paid, headers);
    expect(Buffer.from(await repeat.arrayBuffer())).toEqual(Buffer.from(await first.arrayBuffer()));
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(repeat.headers.get('original-request')).toBe(first.headers.get('cf-ray'));
    expect(first.headers.get('original-request')).toBeNull();
    for (const name of ['content-type', 'x-svc-not-applied', 'x-svc-enhanced-prompt', 'x-svc-model-id']) {
      expect(repeat.headers.get(name), name).toBe(first.headers.get(name));
    }
    expect(service.calls).toHaveLength(1);
    expect(await spentNano()).toBe(IMAGE_NANO);
    const blocked = { 'idempotency-key': 'blocked' };
    await post(body, blocked);
    expect((await post(body, blocked)).headers.get('x-svc-is-content-violation')).toBe('true');
  });

  it('another body with the same key is refused', async () => {
    await post(BODY, { 'idempotency-key': 'two' });
    const other = await post({ ...BODY, seed: 4 }, { 'idempotency-key': 'two' });
    expect(other.status).toBe(400);
  });
});
