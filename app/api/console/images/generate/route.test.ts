import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { StudioEvent } from '@/lib/image/contract';
import {
  drawPlain,
  failsWith,
  type ImageService,
  IMAGE_NANO,
  startImageService,
} from '@/lib/image/testing/test-image-service';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import type { ImageModel } from '@/lib/providers/image-spec';
import { POST } from './route';

const CREDIT = 1_000_000_000n;

/** Reports half of the work with a preview, then draws. */
const gradual: ImageModel = async (call) => {
  call.onProgress?.({ share: 0.5, preview: { bytes: Buffer.from('preview'), mime: 'image/jpeg' } });
  await new Promise((done) => setTimeout(done, 20));
  return drawPlain(call);
};
const hanging: ImageModel = ({ signal, onProgress }) => {
  onProgress?.({ share: 0.1 });
  return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
};
const breaking: ImageModel = async (call) => {
  call.onProgress?.({ share: 0.1 });
  await new Promise((done) => setTimeout(done, 20));
  return failsWith('INVALID_REQUEST', 'A prompt needs a noun.')(call);
};

let service: ImageService;
let account: Account;
let cookie = '';
let accounts = 0;
beforeAll(async () => {
  service = await startImageService({
    gradual,
    plain: drawPlain,
    hanging,
    breaking,
    picky: failsWith('INVALID_REQUEST'),
  });
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.calls.length = 0;
  account = await makeTestAccount(`studio${(accounts += 1)}@example.com`, CREDIT);
  cookie = await makeTestCookie(account);
});

const BODY = { model: 'gradual', prompt: 'A red kite', width: 64, height: 64 };
const post = (body: object, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  POST(
    new Request('http://localhost:3000/api/console/images/generate', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie,
        host: 'localhost:3000',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: JSON.stringify(body),
      signal,
    }),
  );
const framesOf = (text: string) => text.trimEnd().split('\n\n');
const eventsOf = (text: string) =>
  framesOf(text)
    .slice(0, -1)
    .map((frame) => JSON.parse(frame.slice(6)) as StudioEvent);
const spentNano = async () => CREDIT - (await findBalance(account.id)).usdNano;

describe('a studio request', () => {
  it('streams progress and then the result with its receipt, and charges once', async () => {
    const response = await post({ ...BODY, seed: 3, variants: 2, safe_mode: false, cfg_scale: 2 });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const text = await response.text();
    expect(framesOf(text).at(-1)).toBe('data: [DONE]');
    const events = eventsOf(text);
    expect(events[0]).toEqual({
      type: 'progress',
      variant: 0,
      share: 0.5,
      preview: `data:image/jpeg;base64,${Buffer.from('preview').toString('base64')}`,
    });
    const result = events.at(-1);
    expect(result).toMatchObject({
      type: 'result',
      answer: { images: [expect.any(String), expect.any(String)], request: { seed: 3 } },
      safety: [
        { blurred: false, contentViolation: false },
        { blurred: false, contentViolation: false },
      ],
      seeds: [3, 4],
      notApplied: [],
      receipt: { requestId: response.headers.get('cf-ray'), costUsd: 0.02, currency: 'USD', balanceAfterUsd: 0.98 },
    });
    expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
    expect(await spentNano()).toBe(2n * IMAGE_NANO);
  });

  it('shows no previews in safe mode: only finished images are checked', async () => {
    const events = eventsOf(await (await post(BODY)).text());
    expect(events[0]).toEqual({ type: 'progress', variant: 0, share: 0.5 });
  });

  it('answers with a status if it fails before any progress, else with a frame', async () => {
    expect((await post({ ...BODY, model: 'picky' })).status).toBe(400);
    expect((await post({ ...BODY, variants: 9 })).status).toBe(400);
    const broken = await post({ ...BODY, model: 'breaking' });
    expect(broken.status).toBe(200);
    const frames = framesOf(await broken.text());
    expect(frames.at(-2)).toContain('A prompt needs a noun.');
    expect(await spentNano()).toBe(0n);
  });

  it('is cancelled by leaving, and then free', async () => {
    const leaving = new AbortController();
    const response = await post({ ...BODY, model: 'hanging' }, {}, leaving.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(service.calls[0]?.signal.aborted).toBe(true);
    expect(await spentNano()).toBe(0n);
    expect((await findBalance(account.id)).usdNano).toBe(CREDIT);
  });

  it('is repeated with its Idempotency-Key, free', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await (await post(BODY, headers)).text();
    const repeat = await post(BODY, headers);
    expect(await repeat.text()).toBe(first);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(await spentNano()).toBe(IMAGE_NANO);
  });

  it('needs a session of these pages', async () => {
    cookie = '';
    expect((await post(BODY)).status).toBe(401);
    const { secret } = await makeTestKey(account.id);
    expect((await post(BODY, { authorization: `Bearer ${secret}` })).status).toBe(401);
    cookie = await makeTestCookie(account);
    expect((await post(BODY, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
