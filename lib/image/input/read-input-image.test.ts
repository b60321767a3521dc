import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { addBytes, closeLease, makeMemoryShares, openLease } from '../../platform/sharing/memory-shares';
import type { InputBounds } from './input-image';
import { readInputImage } from './read-input-image';
import { readMask } from './read-mask';

const signal = new AbortController().signal;
let account = '';
beforeEach(() => (account = newId()));

const bounds = (more: Partial<InputBounds> = {}): InputBounds => ({
  path: ['image'],
  what: 'image',
  maxBytes: 25_000_000,
  minPixels: 65_536,
  maxPixels: 33_177_600,
  takesUrls: true,
  account,
  signal,
  ...more,
});

/** Four quarters of different colors, so that a turned image differs. */
function quarters(width: number, height: number): Sharp {
  const [w, h] = [width / 2, height / 2];
  const squares = ['#f00', '#0f0', '#00f', '#ff0'].map(
    (color, at) => `<rect x="${(at % 2) * w}" y="${at > 1 ? h : 0}" width="${w}" height="${h}" fill="${color}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${squares.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

const topLeft = async (bytes: Uint8Array) => [...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)];
const refusal = (source: string | Uint8Array, more: Partial<InputBounds> = {}) =>
  readInputImage(source, bounds(more)).then(
    () => null,
    (thrown: unknown) => thrown,
  );

describe('an image of a request', () => {
  it('may be base64, a data: URL, bytes, or an address, and is kept if it is plain', async () => {
    const png = await quarters(256, 256).png().toBuffer();
    const base64 = png.toString('base64');
    const get = () => Promise.resolve({ status: 200, headers: { 'content-type': 'text/html' }, body: png });
    for (const source of [base64, base64.replace(/(.{64})/g, '$1\n'), `data:image/gif;base64,${base64}`, png]) {
      const read = await readInputImage(source, bounds());
      expect(read).toMatchObject({ mime: 'image/png', width: 256, height: 256 });
      expect(png.equals(read.bytes)).toBe(true);
    }
    const fetched = await readInputImage('https://example.org/a.png', bounds(), get as never);
    expect(png.equals(fetched.bytes)).toBe(true);
  });

  it.each([
    ['jpeg', (image: Sharp) => image.jpeg(), 'image/jpeg'],
    ['webp', (image: Sharp) => image.webp(), 'image/webp'],
  ] as const)('is kept as %s', async (_name, encode, mime) => {
    const bytes = await encode(quarters(256, 256)).toBuffer();
    const read = await readInputImage(bytes, bounds());
    expect(read.mime).toBe(mime);
    expect(bytes.equals(read.bytes)).toBe(true);
  });

  it.each([
    ['AVIF', (image: Sharp) => image.avif({ effort: 0 }), 'image/png'],
    ['CMYK', (image: Sharp) => image.toColourspace('cmyk').jpeg(), 'image/jpeg'],
    ['16 bits', (image: Sharp) => image.toColourspace('rgb16').png(), 'image/png'],
    ['with a location in it', (image: Sharp) => image.withExif({ IFD3: { GPSLatitudeRef: 'N' } }).jpeg(), 'image/jpeg'],
    ['with a color profile', (image: Sharp) => image.withIccProfile('p3').png(), 'image/png'],
  ] as const)('becomes plain sRGB of 8 bits: %s', async (_name, encode, mime) => {
    const read = await readInputImage(await encode(quarters(256, 256)).toBuffer(), bounds());
    expect(read).toMatchObject({ mime, width: 256, height: 256 });
    const metadata = await sharp(read.bytes).metadata();
    expect(metadata).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3 });
    expect([metadata.exif, metadata.icc, metadata.orientation ?? 1]).toEqual([undefined, undefined, 1]);
    const [red = 0, green = 0, blue = 0] = await topLeft(read.bytes);
    expect(red).toBeGreaterThan(200);
    expect(Math.max(green, blue)).toBeLessThan(60);
  });

  it('is turned upright', async () => {
    const turned = await quarters(512, 256).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const read = await readInputImage(turned, bounds());
    expect(read).toMatchObject({ width: 256, height: 512 });
    const [red = 0, , blue = 0] = await topLeft(read.bytes);
    expect(blue).toBeGreaterThan(200);
    expect(red).toBeLessThan(60);
  });

  it('of an animation is its first one', async () => {
    const frames = Buffer.concat([Buffer.alloc(256 * 256 * 3, 200), Buffer.alloc(256 * 256 * 3, 10)]);
    const raw = { width: 256, height: 512, channels: 3, pageHeight: 256 } as const;
    const animated = await sharp(frames, { raw })
      .webp({ lossless: true, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2);
    const read = await readInputImage(animated, bounds());
    expect(read).toMatchObject({ mime: 'image/png', width: 256, height: 256 });
    expect(await topLeft(read.bytes)).toEqual([200, 200, 200]);
  });

  it('may be an animated PNG, of which the first image is left', async () => {
    const png = await quarters(256, 256).png().toBuffer();
    // After the header: two images, played once.
    const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\x01\0\0\0\0', 'latin1');
    control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
    const read = await readInputImage(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]), bounds());
    expect(read).toMatchObject({ mime: 'image/png', width: 256, height: 256 });
    expect(Buffer.from(read.bytes).includes('acTL')).toBe(false);
  });

  it('loses the texts in it', async () => {
    const png = await quarters(256, 256).png().toBuffer();
    const body = Buffer.from('tEXtparameters\0a private prompt', 'latin1');
    const chunk = Buffer.alloc(body.length + 8);
    chunk.writeUInt32BE(body.length - 4);
    body.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(body), body.length + 4);
    const read = await readInputImage(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), bounds());
    expect(Buffer.from(read.bytes).includes('private')).toBe(false);
  });

  it('keeps its transparency', async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#12345678' } });
    const read = await readInputImage(await clear.toColourspace('rgb16').png().toBuffer(), bounds());
    expect(await sharp(read.bytes).metadata()).toMatchObject({ channels: 4, depth: 'uchar' });
  });

  it('is counted on the lease of the request', async () => {
    const memory = () => makeMemoryShares({ perAccount: 1_000_000, all: 1_000_000 });
    // Turned, so it is encoded again; as a file of a form it is still kept.
    const turned = await quarters(256, 384)
      .jpeg()
      .withExif({ IFD0: { Orientation: '6' } })
      .toBuffer();
    const lease = openLease(memory(), account);
    const { bytes } = await readInputImage(turned, bounds({ lease }));
    expect(lease.bytes).toBe(bytes.byteLength);
    const full = openLease(memory(), account);
    addBytes(full, 999_999);
    expect(await refusal(turned, { lease: full })).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    [lease, full].forEach(closeLease);
  });

  it('needs no more than the body it was sent in, so that the largest body is accepted', async () => {
    const lease = openLease(makeMemoryShares({ perAccount: 1_000_000, all: 1_000_000 }), account);
    addBytes(lease, 1_000_000);
    const png = await quarters(256, 256).png().toBuffer();
    await readInputImage(png.toString('base64'), bounds({ lease }));
    await readInputImage(`data:image/png;base64,${png.toString('base64')}`, bounds({ lease }));
    expect(lease.bytes).toBe(1_000_000);
    closeLease(lease);
  });
});

describe('an image that is refused', () => {
  /** A PNG that claims a size, and has one row of it. */
  function claiming(width: number, height: number): Uint8Array {
    const chunk = (name: string, content: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(content.length);
      const body = Buffer.concat([Buffer.from(name), content]);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, checksum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 2], 8);
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const content = chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1)));
    return Buffer.concat([signature, chunk('IHDR', header), content, chunk('IEND', Buffer.alloc(0))]);
  }

  it.each([
    ['no base64', '%%%', 'INVALID_REQUEST', 'image: The image must be base64, a data: URL, or an http(s) URL'],
    ['empty', '', 'INVALID_REQUEST', 'image: The image is empty'],
    ['empty bytes', new Uint8Array(), 'INVALID_REQUEST', 'image: The image is empty'],
    ['text', Buffer.from('hello').toString('base64'), 'INVALID_IMAGE_FORMAT', 'must be PNG, JPEG, WebP, or AVIF'],
    ['a GIF', Buffer.from('GIF89a and more'), 'INVALID_IMAGE_FORMAT', 'WebP, or AVIF, not GIF'],
    ['a TIFF', Buffer.from('II*\0 and more'), 'INVALID_IMAGE_FORMAT', 'not TIFF'],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg >'), 'INVALID_IMAGE_FORMAT', 'not SVG'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'INVALID_IMAGE_FORMAT', 'not HEIC'],
    ['a private address', 'http://169.254.169.254/a.png', 'INVALID_REQUEST', 'the address is not public'],
    ['a loopback address', 'http://127.0.0.1/a.png', 'INVALID_REQUEST', 'the address is not public'],
    ['credentials', 'https://a:b@example.org/', 'INVALID_REQUEST', 'must not contain credentials'],
    ['a bomb', claiming(60_000, 60_000), 'IMAGE_TOO_LARGE', 'at most 33,177,600 pixels, but has 3,600,000,000'],
    ['a long strip', claiming(20_000, 100), 'IMAGE_TOO_LARGE', 'at most 16,384 pixels on a side, but is 20000 × 100'],
    ['too few rows', claiming(400, 400), 'CORRUPTED_IMAGE', 'is damaged'],
    ['a signature alone', Buffer.from('\xff\xd8\xff', 'latin1'), 'CORRUPTED_IMAGE', 'is damaged'],
  ])('%s', async (_name, source, code, message) => {
    const thrown = await refusal(source);
    expect(thrown).toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  it('too small, by pixels', async () => {
    const bytes = await quarters(256, 254).png().toBuffer();
    expect(await refusal(bytes)).toMatchObject({
      code: 'IMAGE_TOO_SMALL',
      status: 400,
      message: expect.stringContaining('image: The image must have at least 65,536 pixels, but has 65,024') as string,
    });
    expect(await refusal(bytes, { minPixels: undefined })).toBeNull();
  });

  it('too many bytes, however they come', async () => {
    const bytes = await quarters(256, 256).png().toBuffer();
    const base64 = bytes.toString('base64');
    for (const source of [bytes, base64, `data:image/png;base64,${base64}`]) {
      const thrown = await refusal(source, { maxBytes: bytes.length - 1, path: ['images', 2] });
      expect(thrown).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
      expect(thrown).toMatchObject({
        message: expect.stringContaining('images.2: The image is larger than') as string,
      });
    }
  });

  it('an address where none is accepted', async () => {
    const thrown = await refusal('https://example.org/a.png', { takesUrls: false });
    expect(thrown).toMatchObject({ message: expect.stringContaining('must be base64 or a data: URL') as string });
  });

  it.each(['png', 'jpeg', 'webp'] as const)('a truncated %s', async (format) => {
    const bytes = await quarters(512, 512).toFormat(format).toBuffer();
    expect(await refusal(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).toMatchObject({ code: 'CORRUPTED_IMAGE' });
  });
});

describe('a mask', () => {
  const mask = (width: number, height: number, alpha: string) =>
    sharp({ create: { width, height, channels: 4, background: `#ffffff${alpha}` } })
      .png()
      .toBuffer();
  const read = (source: Uint8Array, size = { width: 256, height: 256 }) =>
    readMask(source, size, bounds({ path: ['mask'], what: 'mask' }));

  it('is as large as the image, and transparent somewhere', async () => {
    expect(await read(await mask(256, 256, '00'))).toMatchObject({ mime: 'image/png', width: 256, height: 256 });
    const bytes = await sharp(await mask(256, 256, 'ff'))
      .composite([{ input: await mask(8, 8, 'ff'), left: 10, top: 10, blend: 'dest-out' }])
      .png()
      .toBuffer();
    const partly = await read(bytes);
    expect(partly).not.toHaveProperty('isTransparent');
    expect((await sharp(partly.bytes).stats()).isOpaque).toBe(false);
  });

  it('is refused otherwise', async () => {
    const opaque = await quarters(256, 256).png().toBuffer();
    for (const bytes of [opaque, await mask(256, 256, 'ff')]) {
      await expect(read(bytes)).rejects.toMatchObject({ message: expect.stringContaining('mask: ') as string });
      await expect(read(bytes)).rejects.toThrow('has no transparent pixel');
    }
    await expect(read(await mask(512, 256, '00'))).rejects.toThrow('must have 256 × 256 pixels like the image');
  });
});

/** The checksum of PNG's chunks. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
