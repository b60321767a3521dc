import { describe, expect, it } from 'vitest';
import { isApiError } from '../../../../core/errors';
import { DOT, type ImagePlay, toBase64 } from '../wire';
import { chainOf, draw, drawCall, type ImageFixture, QUICK, SECRET } from './test-image-run';

/** What the caller gets for an upstream's status (docs/api-rules.md, "Upstream failures"). */
const STATUSES: [number, string][] = [
  [400, 'INVALID_REQUEST'],
  [401, 'MODEL_OFFLINE'],
  [403, 'MODEL_OFFLINE'],
  [404, 'MODEL_OFFLINE'],
  [422, 'INVALID_REQUEST'],
  [429, 'MODEL_OVERLOADED'],
  [500, 'INFERENCE_FAILED'],
  [502, 'INFERENCE_FAILED'],
  [503, 'MODEL_AT_CAPACITY'],
  [504, 'REQUEST_TIMEOUT'],
];

/** Refusals, broken connections, silence, and answers that are no images: the error is ours, and nothing is an image. */
export function testImageFailures(fixture: ImageFixture): void {
  describe('a refusal', () => {
    it.each(STATUSES)('with status %i is %s, and reveals nothing of the operator', async (status, code) => {
      const message = `no: key ${SECRET} at ${fixture.upstream().origin} and http://10.1.2.3:8000`;
      const { result, error } = await draw(fixture, { refusal: { status, message } });
      expect(result).toBeNull();
      expect(error).toMatchObject({ code });
      const shown = isApiError(error) ? JSON.stringify([error.message, error.options.body]) : 'no ApiError';
      expect(shown).not.toMatch(/operators-own|127\.0\.0\.1|10\.1\.2\.3/);
      expect(chainOf(error)).not.toContain('operators-own');
    });

    it('for overload says when to retry', async () => {
      const refusal = { status: 429, message: '', headers: { 'retry-after': '17' } };
      const { error } = await draw(fixture, { refusal });
      expect(isApiError(error) && error.options.retryAfterSeconds).toBe(17);
    });

    it('of the request says what is wrong with it', async () => {
      const { error } = await draw(fixture, { refusal: { status: 400, message: 'width is too large' } });
      expect(isApiError(error) && error.message).toContain('width is too large');
    });
  });

  if (fixture.has('content refusal')) {
    it('refused content is no image, and no failure', async () => {
      expect(await draw(fixture, { refusedContent: true })).toMatchObject({ result: { image: null }, error: null });
    });
  }

  const cases: [string, ImagePlay][] = [
    ['a page', { raw: { type: 'text/html', text: '<html>Welcome</html>' } }],
    ['other JSON', { raw: { type: 'application/json', text: '{"hello":1}' } }],
    ['nothing', { raw: { type: 'application/json', text: '' } }],
    ['an error page of another status', { raw: { status: 302, type: 'text/html', text: '' } }],
    ['something else than an image', { image: Buffer.from('GIF89a, or so') }],
    ['a part of an image', { image: DOT.bytes.subarray(0, 40) }],
    ['an answer that breaks off', { cut: true }],
    ['an answer without an end', { extraBytes: 100_000_000 }],
  ];
  const base64: [string, ImagePlay][] = [
    [
      'base64 with other characters',
      { base64: `${toBase64(undefined).slice(0, 40)}!${toBase64(undefined).slice(41)}` },
    ],
    ['empty base64', { base64: '' }],
  ];
  it.each([...cases, ...(fixture.has('base64') ? base64 : [])])('%s fails', async (_, script) => {
    const { result, error } = await draw(fixture, script);
    expect(result).toBeNull();
    expect(error).toMatchObject({ code: 'INFERENCE_FAILED', message: 'The model failed to answer.' });
  });

  it.each<[string, ImagePlay]>([
    ['work that does not end', { workMs: 5_000 }],
    ['silence before the status', { delayMs: 5_000 }],
  ])('%s is a timeout', async (_, script) => {
    const { error } = await draw(fixture, script, {}, QUICK);
    expect(error).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    // The request to stop may still be under way, and must not stop the next scenario.
    await new Promise((resolve) => setTimeout(resolve, 150));
  });

  it('a server that cannot be reached is offline', async () => {
    const { drawImage } = fixture.adapter.make({ origin: 'http://127.0.0.1:1', secret: SECRET });
    await expect(drawImage?.(drawCall(fixture))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  });
}
