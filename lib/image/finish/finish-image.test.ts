import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { readImageMetadata } from '../../core/image-metadata/read-image-metadata';
import { installTestSafetyModel } from '../../engines/safety/test-safety-model';
import { installSafetyModel } from '../../engines/safety/safety-model';
import { drawLocalImage } from '../../providers/local/image';
import { checkAdultContent } from '../../providers/local/safety';
import { blackImage, finishImage, type FinishOptions } from './finish-image';
import type { ImageFormat } from '../contract';
import { embeddedMetadata, type ImageMetadata } from './metadata';

const FORMATS: ImageFormat[] = ['png', 'jpeg', 'webp'];
const signal = new AbortController().signal;

/** A separate account for each test, so that no test uses up the budget of the next. */
let account = '';
beforeEach(() => (account = newId()));

const options = (more: Partial<FinishOptions> = {}): FinishOptions => ({
  format: 'png',
  watermark: false,
  safeMode: false,
  isHarmless: true,
  account,
  signal,
  ...more,
});

const METADATA: ImageMetadata = {
  prompt: 'a red kite',
  negativePrompt: 'clouds',
  seed: -42,
  steps: 8,
  cfgScale: 7.5,
  style: 'Comic Book',
  model: 'scene-composer',
  service: 'svc',
  createdAtMs: 1_795_248_000_123,
};

/** A drawing with many edges: RGB, or with an alpha channel whose upper half is transparent. */
async function drawing(width: number, height: number, { alpha = false } = {}) {
  const top = alpha ? '' : `<rect width="${width}" height="${height}" fill="#fc8"/>`;
  const bars = Array.from({ length: 16 }, (_, at) => {
    const color = `hsl(${at * 40} 80% ${at % 2 ? 30 : 70}%)`;
    return `<rect x="${(at * width) / 16}" y="${height / 2}" width="${width / 16}" height="${height / 2}" fill="${color}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${top}${bars.join('')}</svg>`;
  const image = sharp(Buffer.from(svg));
  const bytes = await (alpha ? image : image.removeAlpha()).png().toBuffer();
  return { bytes, mime: 'image/png' as const };
}

const pixelsOf = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer({ resolveWithObject: true });

describe('finishing', () => {
  it.each(FORMATS)('encodes as %s, with the same bytes every time', async (format) => {
    const image = await drawing(320, 200);
    const first = await finishImage(image, options({ format, watermark: true, metadata: METADATA }));
    const second = await finishImage(image, options({ format, watermark: true, metadata: METADATA }));
    expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true);
    expect(first).toMatchObject({ mime: `image/${format}`, width: 320, height: 200, isBlurred: false });
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format, width: 320, height: 200 });
  });

  it('keeps every pixel of a PNG that gets no mark', async () => {
    const image = await drawing(90, 70);
    const { bytes } = await finishImage(image, options());
    expect((await pixelsOf(bytes)).data.equals((await pixelsOf(image.bytes)).data)).toBe(true);
  });

  it.each(['png', 'webp'] as const)('keeps transparency in %s', async (format) => {
    const { bytes } = await finishImage(await drawing(64, 64, { alpha: true }), options({ format }));
    const { data, info } = await pixelsOf(bytes);
    expect(info.channels).toBe(4);
    expect([data[3], data[data.length - 1]]).toEqual([0, 255]);
  });

  it('puts transparent images on white in JPEG', async () => {
    const { bytes } = await finishImage(await drawing(64, 64, { alpha: true }), options({ format: 'jpeg' }));
    const { data, info } = await pixelsOf(bytes);
    expect(info.channels).toBe(3);
    expect(Math.min(data[0] ?? 0, data[1] ?? 0, data[2] ?? 0)).toBeGreaterThan(250);
  });

  it.each([
    [
      'grayscale',
      sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
        .grayscale()
        .png(),
    ],
    [
      '16 bits',
      sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
        .toColourspace('rgb16')
        .png(),
    ],
    [
      'CMYK',
      sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
        .toColourspace('cmyk')
        .jpeg(),
    ],
  ])('takes %s from an upstream', async (_name, made) => {
    const { bytes } = await finishImage({ bytes: await made.toBuffer(), mime: 'image/png' }, options());
    const { data, info } = await pixelsOf(bytes);
    expect(info).toMatchObject({ width: 64, height: 64, channels: 3 });
    expect(Math.abs((data[0] ?? 0) - 0x88)).toBeLessThan(20);
  });

  it('removes what the upstream wrote into the file', async () => {
    const { bytes } = await drawing(64, 64);
    const written = await sharp(bytes)
      .withExif({ IFD0: { Artist: 'upstream-secret' } })
      .png()
      .toBuffer();
    const finished = await finishImage({ bytes: written, mime: 'image/png' }, options());
    expect(written.includes('upstream-secret')).toBe(true);
    expect(Buffer.from(finished.bytes).includes('upstream-secret')).toBe(false);
  });

  it('refuses sides that the format does not allow, and damaged images', async () => {
    const long = await sharp({ create: { width: 16_384, height: 2, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const image = { bytes: long, mime: 'image/png' } as const;
    await expect(finishImage(image, options({ format: 'webp', formatField: 'output_format' }))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/output_format: .*16,383/),
    });
    expect(await finishImage(image, options({ format: 'jpeg' }))).toMatchObject({ width: 16_384 });
    const cut = { bytes: (await drawing(300, 300)).bytes.subarray(0, 400), mime: 'image/png' } as const;
    await expect(finishImage(cut, options())).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it.each(FORMATS)('makes a black image as %s', async (format) => {
    const { bytes, mime } = await blackImage({ width: 120, height: 80 }, format, { account, signal });
    const { data, info } = await pixelsOf(bytes);
    expect([mime, info.width, info.height, Math.max(...data)]).toEqual([`image/${format}`, 120, 80, 0]);
  });
});

describe('the mark', () => {
  it.each(['#ffffff', '#000000', '#7f7f7f', '#2050ff'])(
    'can be seen on %s, and changes nothing else',
    async (color) => {
      const plain = await sharp({ create: { width: 512, height: 384, channels: 3, background: color } })
        .png()
        .toBuffer();
      const { bytes } = await finishImage({ bytes: plain, mime: 'image/png' }, options({ watermark: true }));
      const before = (await pixelsOf(plain)).data;
      const after = (await pixelsOf(bytes)).data;
      let strongest = 0;
      for (let at = 0; at < after.length; at += 1) {
        const difference = Math.abs((after[at] ?? 0) - (before[at] ?? 0));
        strongest = Math.max(strongest, difference);
        const [x, y] = [Math.floor(at / 3) % 512, Math.floor(at / 3 / 512)];
        if (difference > 0) expect(x > 460 && y > 330 && x < 508 && y < 380).toBe(true);
      }
      expect(strongest).toBeGreaterThan(70);
    },
  );

  it('is visible on transparent images', async () => {
    const clear = await sharp({ create: { width: 256, height: 256, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { bytes } = await finishImage({ bytes: clear, mime: 'image/png' }, options({ watermark: true }));
    const { data } = await pixelsOf(bytes);
    const opaque = data.filter((_value, at) => at % 4 === 3).filter((alpha) => alpha > 150).length;
    expect(opaque).toBeGreaterThan(20);
  });
});

describe('metadata', () => {
  const EXOTIC = [
    ['plain', 'a red kite'],
    ['emoji and accents', '🦊 café — “naïve” 👩‍👩‍👧‍👦 \u202eright to left\u202c'.repeat(20)],
    ['Chinese, as long as it may be', '龍'.repeat(7_500)],
    ['markup', '<gen:settings>&amp;</gen:settings>]]> <?xpacket end="w"?> &#0; "\'\\'.repeat(100)],
    ['control characters', '\u0000\u0001\t\r\n\u007f\u0085\u2028\ufffe\uffff\ud800 x \udc00'],
  ] as const;

  it.each(FORMATS.flatMap((format) => EXOTIC.map(([name, prompt]) => [format, name, prompt] as const)))(
    'in %s is read back whole: %s',
    async (format, _name, prompt) => {
      const metadata = { ...METADATA, prompt, negativePrompt: prompt };
      const { bytes } = await finishImage(await drawing(64, 64), options({ format, metadata }));
      expect(readImageMetadata(bytes)).toEqual(metadata);
    },
  );

  it.each(FORMATS)('in %s is EXIF too', async (format) => {
    const metadata = { ...METADATA, prompt: 'Zürich — “naïve” 🦊' };
    const { bytes } = await finishImage(await drawing(64, 64), options({ format, metadata }));
    const exif = (await sharp(bytes).metadata()).exif?.toString('latin1') ?? '';
    expect(exif).toContain('Zurich - "naive" ?');
    expect(exif).toContain('"prompt":"Z\\u00fcrich \\u2014 \\u201cna\\u00efve\\u201d \\ud83e\\udd8a"');
    expect(exif).toContain('"seed":-42');
  });

  it('is absent unless it is given, and shortened only if it does not fit', async () => {
    const without = await finishImage(await drawing(64, 64), options({ format: 'jpeg' }));
    expect(readImageMetadata(without.bytes)).toBeNull();
    const prompt = '&'.repeat(32_768);
    const { bytes } = await finishImage(
      await drawing(64, 64),
      options({ format: 'jpeg', metadata: { ...METADATA, prompt } }),
    );
    const read = readImageMetadata(bytes)?.prompt ?? '';
    expect(read).toMatch(/^&{5000,}…$/);
  });
});

describe('safe mode', { timeout: 180_000 }, () => {
  beforeAll(installTestSafetyModel, 120_000);

  it('shows what is safe', async () => {
    const finished = await finishImage(await drawing(300, 200), options({ safeMode: true, isHarmless: false }));
    expect(finished).toMatchObject({ isBlurred: false, width: 300 });
  });

  /** Squares of four pixels, and their negative: of each, nothing but their mean is left in a few pixels. */
  const squares = async (isNegative: boolean) => {
    const [width, height] = [384, 256];
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at += 1) {
      const isLight = (((at % width) >> 2) + (Math.floor(at / width) >> 2)) % 2 === 0;
      pixels.fill(isLight === isNegative ? 20 : 230, at * 3, at * 3 + 3);
    }
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    return { bytes, mime: 'image/png' as const };
  };
  const unsafe = () => Promise.resolve({ isAdult: true, score: 0.9 });

  it.each(FORMATS)('blurs what is unsafe so that nothing is left to recover, as %s', async (format) => {
    const asked = options({ safeMode: true, isHarmless: false, format });
    const blurred = await finishImage(await squares(false), asked, unsafe);
    expect(blurred).toMatchObject({ isBlurred: true, width: 384, height: 256, mime: `image/${format}` });
    const { data } = await pixelsOf(blurred.bytes);
    const negative = await pixelsOf((await finishImage(await squares(true), asked, unsafe)).bytes);
    const differences = data.map((value, at) => Math.abs(value - (negative.data[at] ?? 0)));
    expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(12);
    // As smooth as what it was made from: neighbors hardly differ, so there is nothing to sharpen.
    let steepest = 0;
    for (let at = 3; at < data.length; at += 3) {
      if (at % (384 * 3) !== 0) steepest = Math.max(steepest, Math.abs((data[at] ?? 0) - (data[at - 3] ?? 0)));
    }
    expect(steepest).toBeLessThan(10);
  });

  it('keeps colors and mark of a blurred image', async () => {
    const image = await drawing(400, 300);
    const asked = options({ safeMode: true, isHarmless: false, watermark: true, metadata: METADATA });
    const { bytes } = await finishImage(image, asked, unsafe);
    const mean = async (of: Uint8Array) => (await sharp(of).stats()).channels.map((channel) => channel.mean);
    const [before, after] = [await mean(image.bytes), await mean(bytes)];
    for (const [channel, value] of before.entries()) expect(Math.abs(value - (after[channel] ?? 0))).toBeLessThan(8);
    expect(readImageMetadata(bytes)).toEqual(METADATA);
  });

  it('rates a drawing low', async () => {
    const { bytes } = await drawing(512, 512);
    const sample = await sharp(bytes).resize(256, 256).raw().toBuffer();
    const { score, isAdult } = await checkAdultContent(sample, { account, signal });
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(0.2);
    expect(isAdult).toBe(false);
  });

  it('never shows what cannot be checked, but what needs no check', async () => {
    installSafetyModel(null);
    try {
      const image = await drawing(64, 64);
      await expect(finishImage(image, options({ safeMode: true, isHarmless: false }))).rejects.toMatchObject({
        code: 'NOT_READY',
        status: 503,
        options: { retryAfterSeconds: expect.any(Number) as number },
      });
      expect(await finishImage(image, options({ safeMode: true, isHarmless: true }))).toMatchObject({
        isBlurred: false,
      });
      expect(await finishImage(image, options({ safeMode: false, isHarmless: false }))).toMatchObject({
        isBlurred: false,
      });
    } finally {
      await installTestSafetyModel();
    }
  });
});

it.each(FORMATS)('makes the same file as %s of a scene as the process that draws it', async (format) => {
  const scene = { model: 'scene-composer', prompt: 'a fox in the snow', width: 192, height: 128, seed: 7, signal };
  const drawn = await drawLocalImage(scene);
  if (drawn.image === null) throw new Error('The scene was refused.');
  const finished = await finishImage(drawn.image, options({ format, watermark: true, metadata: METADATA }));
  const output = { format, watermark: true, metadata: embeddedMetadata(METADATA) };
  const atOnce = await drawLocalImage({ ...scene, output });
  expect(atOnce).toMatchObject({ isFinished: true, image: { mime: finished.mime } });
  expect(Buffer.from(atOnce.image?.bytes ?? []).equals(finished.bytes)).toBe(true);
  expect(drawn.isFinished).toBe(false);
});
