import { describe, expect, it } from 'vitest';
import { isApiFailure } from '../../failure';
import { acceptedOf, eventOf } from './stream-images';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]).toString('base64');
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 3]).toString('base64');
const read = (event: unknown) => eventOf(JSON.stringify(event), 'r');

const failureOf = (event: string) => {
  try {
    eventOf(event, 'r');
  } catch (thrown) {
    if (isApiFailure(thrown)) return { code: thrown.code, message: thrown.message, requestId: thrown.requestId };
  }
  return null;
};

describe('acceptedOf', () => {
  it('names the request that has the receipt: of a repeat, the first one', () => {
    const answer = (headers: Record<string, string>) => acceptedOf(new Response(null, { headers }));
    expect(answer({ 'cf-ray': 'aa-SVC' })).toEqual({ requestId: 'aa-SVC' });
    expect(answer({ 'cf-ray': 'bb-SVC', 'original-request': 'aa-SVC' })).toEqual({ requestId: 'aa-SVC' });
    expect(answer({})).toEqual({ requestId: null });
  });
});

describe('eventOf', () => {
  it('reads progress with a preview', () => {
    const preview = 'data:image/webp;base64,AA==';
    expect(read({ type: 'progress', variant: 1, share: 0.4, preview })).toEqual({
      type: 'progress',
      variant: 1,
      share: 0.4,
      preview,
    });
  });

  it('bounds a share, and shows no address as a preview', () => {
    expect(read({ type: 'progress', share: 7, preview: 'https://example.com/a.png' })).toEqual({
      type: 'progress',
      variant: 0,
      share: 1,
      preview: undefined,
    });
  });

  it('reads images with seeds, checks, and the receipt', async () => {
    const event = read({
      type: 'result',
      answer: { images: [PNG, JPEG] },
      seeds: [1, -5],
      safety: [{ blurred: true, contentViolation: false }, { contentViolation: true }],
      notApplied: ['steps'],
      receipt: { requestId: 'r-SVC', costUsd: 0.002, currency: 'USD' },
    });
    if (event?.type !== 'result') throw new Error('no result');
    expect(event.images.map(({ seed, blurred, violation, file }) => [seed, blurred, violation, file.type])).toEqual([
      [1, true, false, 'image/png'],
      [-5, false, true, 'image/jpeg'],
    ]);
    expect(new Uint8Array((await event.images[0]?.file.arrayBuffer()) ?? [])).toEqual(
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2]),
    );
    // One of them is blocked, so the cost is for one.
    expect(event.receipt).toEqual({ requestId: 'r-SVC', cost: '0.002000000', currency: 'USD', images: 1 });
    expect(event.notApplied).toEqual(['steps']);
  });

  it('keeps the images that can be decoded, and says which failed and why', () => {
    const event = read({
      type: 'result',
      answer: { images: [PNG, '%%%'], missing: [{ variant: 2, code: 'MODEL_OVERLOADED', error: 'Busy.' }] },
      receipt: { requestId: 'r-SVC', costUsd: 0.004, currency: 'USD' },
    });
    expect(event).toMatchObject({
      images: [{ blurred: false }],
      failed: [
        { variant: 2, code: 'MODEL_OVERLOADED', message: 'Busy.' },
        { variant: 1, code: 'UNREADABLE' },
      ],
      receipt: { images: 2 },
    });
  });

  it('throws the failure of an error event, whatever its layout', () => {
    expect(failureOf(JSON.stringify({ error: { code: 'MODEL_OVERLOADED', message: 'Busy.' } }))).toEqual({
      code: 'MODEL_OVERLOADED',
      message: 'Busy.',
      requestId: 'r',
    });
    expect(failureOf(JSON.stringify({ error: 'No.' }))).toMatchObject({ code: 'UNKNOWN_ERROR', message: 'No.' });
  });

  it.each([
    '{',
    '7',
    '[]',
    JSON.stringify({ type: 'result', answer: { images: ['%%%'] } }),
    JSON.stringify({ type: 'result' }),
  ])('refuses %s', (text) => {
    expect(failureOf(text)?.code).toBe('UNREADABLE');
  });

  it('skips what it does not know', () => {
    expect(read({ type: 'later' })).toBeNull();
    expect(eventOf('[DONE]', null)).toBeNull();
  });
});
