import { setMaxListeners } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { checkImage } from './check-image';

const path = ['messages', 0, 'content', 0, 'image_url', 'url'];
const signal = new AbortController().signal;
// Forty jobs wait with this one signal.
setMaxListeners(0, signal);
const check = (bytes: Uint8Array) => checkImage(bytes, { path, account: newId(), signal });

const picture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#a3b4c5', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

/** A PNG whose header has this size, with rows that need not match. */
function png(width: number, height: number, rows: Uint8Array, interlaced = false): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, red, green, blue, and alpha.
  header.set([8, 6, 0, 0, interlaced ? 1 : 0], 8);
  const chunk = (name: string, content: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const piece = Buffer.alloc(body.length + 8);
    piece.writeUInt32BE(content.length, 0);
    body.copy(piece, 4);
    piece.writeUInt32BE(crc32(body), body.length + 4);
    return piece;
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('what is accepted, byte for byte', () => {
  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ] as const)('%s', async (format, mime) => {
    const bytes = await picture(64, 90).toFormat(format).toBuffer();
    expect(await check(bytes)).toEqual({ mime, width: 64, height: 90, bytes });
  });

  it('a progressive JPEG, an interlaced PNG, and an animated WebP by its first frame', async () => {
    expect((await check(await picture(200, 100).jpeg({ progressive: true }).toBuffer())).width).toBe(200);
    expect((await check(await picture(200, 100).png({ progressive: true }).toBuffer())).width).toBe(200);
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 80, height: 70, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ delay: 100 })
      .toBuffer();
    expect(await check(animated)).toMatchObject({ mime: 'image/webp', width: 80, height: 70 });
  });
});

describe('what is refused with 400', () => {
  const refused = async (bytes: Uint8Array, code: string, message: RegExp) =>
    expect(check(bytes)).rejects.toMatchObject({
      status: 400,
      code,
      message: expect.stringMatching(message),
      options: { issues: [{ path }], details: { messages: expect.anything() } },
    });

  it.each(['gif', 'tiff'] as const)('%s', async (format) => {
    await refused(
      await picture(100, 100).toFormat(format).toBuffer(),
      'INVALID_IMAGE_FORMAT',
      new RegExp(`not ${format}`, 'i'),
    );
  });

  it.each([
    [
      'SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>',
      /PNG, JPEG, WebP, or AVIF, not SVG/,
    ],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', /PNG, JPEG, WebP, or AVIF, not HEIC/],
    ['a BMP', 'BM\0\0\0\0', /not BMP/],
    ['a page', '<!doctype html>', /PNG, JPEG, WebP, or AVIF$/],
    ['nothing', '', /PNG, JPEG/],
  ])('%s', async (_, latin1, message) => {
    await refused(Buffer.from(latin1, 'latin1'), 'INVALID_IMAGE_FORMAT', message);
  });

  it('a side below 64 pixels', async () => {
    await refused(await picture(63, 200).png().toBuffer(), 'IMAGE_TOO_SMALL', /at least 64 pixels on each side/);
    await refused(await picture(200, 63).jpeg().toBuffer(), 'IMAGE_TOO_SMALL', /64/);
  });

  it('more than 25 MB', async () => {
    const bytes = Buffer.concat([await picture(64, 64).png().toBuffer(), Buffer.alloc(25_000_000)]);
    await refused(bytes, 'INVALID_FILE_SIZE', /larger than 25 MB/);
  });

  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('half of a %s', async (format) => {
    const bytes = await picture(300, 300).toFormat(format).toBuffer();
    await refused(bytes.subarray(0, Math.floor(bytes.length / 2)), 'CORRUPTED_IMAGE', /damaged/);
  });

  it('a header and nothing after it', async () => {
    await refused(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'CORRUPTED_IMAGE', /damaged/);
    await refused(png(100, 100, Buffer.alloc(10)), 'CORRUPTED_IMAGE', /damaged/);
  });

  it('60,000 by 60,000 pixels in a hundred bytes, before they are decoded', async () => {
    const startedMs = performance.now();
    await refused(png(60_000, 60_000, Buffer.alloc(1_000)), 'INVALID_FILE_SIZE', /at most 110 million pixels/);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

it('accepts an image of a hundred million pixels', async () => {
  const rows = Buffer.alloc((10_000 * 4 + 1) * 10_000);
  expect((await check(png(10_000, 10_000, rows))).width).toBe(10_000);
});

it('accepts forty at once', async () => {
  const bytes = await picture(400, 300).jpeg().toBuffer();
  const checked = await Promise.all(Array.from({ length: 40 }, () => check(bytes)));
  expect(checked.every(({ width }) => width === 400)).toBe(true);
});

it('refuses random bytes after a real signature with a clear error', async () => {
  const signatures = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF\x10\0\0\0WEBP', '\0\0\0\x14ftypavif\0\0\0\0avif', ''];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 400 }), async (signature, rest) => {
      const outcome = check(Buffer.concat([Buffer.from(signature, 'latin1'), rest]));
      await expect(outcome).rejects.toMatchObject({ status: 400 });
    }),
  );
});
