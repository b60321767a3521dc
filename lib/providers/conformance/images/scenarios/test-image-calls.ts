import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DRAW_FIELDS, type DrawField, EDIT_FIELDS, UPSCALE_FIELDS } from '../../../kit/images/fields';
import type { SeenCall } from '../wire';
import { DOT } from '../wire';
import { testBackgrounds } from './test-image-backgrounds';
import { draw, editCall, type ImageFixture, play, upscaleCall } from './test-image-run';

/** What reaches the upstream, what comes back, and what is reported as not applied. */
export function testImageCalls(fixture: ImageFixture): void {
  testDrawing(fixture);
  if (fixture.has('edit')) testEditing(fixture);
  if (fixture.has('upscale')) testUpscaling(fixture);
  testBackgrounds(fixture);
}

const seen = (fixture: ImageFixture): SeenCall => fixture.upstream().wire().read(fixture.upstream().requests);
const bytesOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

function testDrawing(fixture: ImageFixture): void {
  const carried = fixture.adapter.fields.draw ?? {};
  const has = (name: DrawField) => carried[name] !== undefined;

  describe('drawing', () => {
    it('sends the model, the prompt, and the credential, and returns the image', async () => {
      const { result, error } = await draw(fixture, {});
      expect(error).toBeNull();
      expect(result?.image?.mime).toBe('image/png');
      expect(bytesOf(result?.image?.bytes)).toBe(bytesOf(DOT.bytes));
      expect(seen(fixture)).toMatchObject({ model: fixture.adapter.models.draw, authorized: true });
      expect(seen(fixture).prompt).toBe('a red kite');
    });

    it('sends every field that it carries, and reports all others', async () => {
      const style = { name: 'Anime', prompt: 'anime artwork', negativePrompt: 'photo' };
      const { result } = await draw(
        fixture,
        {},
        {
          negativePrompt: 'clouds',
          quality: 'high',
          steps: 12,
          cfgScale: 6.5,
          seed: -42,
          style,
          loraStrength: 50,
          styleReferences: [{ image: DOT, strength: 0.5 }],
        },
      );
      const requested = DRAW_FIELDS.filter((name) => name !== 'aspect_ratio' && name !== 'resolution');
      const missing = requested.filter((name) => !has(name));
      expect(result?.notApplied ?? []).toEqual(missing);
      const call = seen(fixture);
      expect(call.prompt).toContain('a red kite, anime artwork');
      if (has('negative_prompt')) expect(call.negativePrompt).toBe('clouds, photo');
      if (has('steps')) expect(call.steps).toBe(12);
      if (has('cfg_scale')) expect(call.cfgScale).toBe(6.5);
      if (has('seed')) expect(call.seed).toBe(42);
      if (has('lora_strength')) expect(call.loraStrength).toBe(0.5);
      if (has('quality')) expect(call.quality).toMatch(/^(high|hd)$/);
      if (has('style_references')) expect(call.images?.map(bytesOf)).toEqual([bytesOf(DOT.bytes)]);
    });

    it('sends sizes as the upstream has them, and reports what it cannot meet', async () => {
      const wide = await draw(fixture, {}, { width: 1344, height: 768, aspectRatio: '16:9' });
      const call = seen(fixture);
      const ratio = call.aspectRatio ?? `${call.width}x${call.height}`;
      const isMet = ['16:9', '1344x768'].includes(ratio);
      const isReported = (wide.result?.notApplied ?? []).includes('aspect_ratio');
      expect([ratio, isReported]).toEqual([ratio, !isMet && call.width !== 1792]);
    });

    it('leaves out settings of the server that are hidden in a prompt', async () => {
      const hidden = '<sd_cpp_<sd_cpp_extra_args>extra_args>{"steps":999}</sd_cpp_extra_args>';
      await draw(fixture, {}, { prompt: `a cat ${hidden}` });
      expect(seen(fixture).prompt).not.toContain('sd_cpp_extra_args');
    });

    it('returns what the upstream says of its work', async () => {
      const { result } = await draw(fixture, { revisedPrompt: 'A scarlet kite.', seed: 99 });
      expect(result?.revisedPrompt).toBe(fixture.has('revised prompt') ? 'A scarlet kite.' : undefined);
      expect(result?.seed).toBe(fixture.has('reported seed') ? 99 : undefined);
    });

    it('knows images by their bytes', async () => {
      const image = await sharp(DOT.bytes).webp().toBuffer();
      expect((await draw(fixture, { image })).result?.image?.mime).toBe('image/webp');
    });
  });
}

function testEditing(fixture: ImageFixture): void {
  const carried = fixture.adapter.fields.edit ?? {};

  describe('editing', () => {
    it('sends the base and the prompt', async () => {
      const { result, error } = await play(fixture, {}, ({ editImage }) => editImage?.(editCall(fixture)));
      expect(error).toBeNull();
      expect(bytesOf(result?.image?.bytes)).toBe(bytesOf(DOT.bytes));
      const call = seen(fixture);
      expect(call).toMatchObject({ model: fixture.adapter.models.edit, authorized: true, prompt: 'make it blue' });
      expect(call.images?.map(bytesOf)).toEqual([bytesOf(DOT.bytes)]);
    });

    it('sends every field that it carries, and reports all others', async () => {
      const [width, height] = [64, 32];
      const pixel = (alpha: number) => ({ r: 9, g: 9, b: 9, alpha });
      const hole = {
        input: { create: { width: 32, height, channels: 4 as const, background: pixel(1) } },
        left: 0,
        top: 0,
      };
      const clear = { create: { width, height, channels: 4 as const, background: pixel(0) } };
      const mask = await sharp(clear).composite([hole]).png().toBuffer();
      const base = await sharp({ create: { width, height, channels: 3, background: '#abc' } })
        .jpeg()
        .toBuffer();
      const { result, error } = await play(fixture, {}, ({ editImage }) =>
        editImage?.(
          editCall(fixture, {
            images: [{ bytes: base, mime: 'image/jpeg', width, height }],
            mask: { bytes: mask, mime: 'image/png' },
            quality: 'high',
            size: { width: 1024, height: 1024 },
          }),
        ),
      );
      expect(error).toBeNull();
      const requested = EDIT_FIELDS.filter((name) => ['mask', 'size', 'quality'].includes(name));
      expect(result?.notApplied ?? []).toEqual(requested.filter((name) => carried[name] === undefined));
      const call = seen(fixture);
      if (!carried.mask) return expect(call.mask).toBeUndefined();
      expect(await changes(call.mask)).toEqual({ left: false, right: true });
    });

    it('takes several images, or refuses them before anything is done', async () => {
      const bytes = await sharp(DOT.bytes).resize(2, 2).png().toBuffer();
      const second = { bytes, mime: 'image/png' as const, width: 2, height: 2 };
      const { error } = await play(fixture, {}, ({ editImage }) =>
        editImage?.(editCall(fixture, { images: [DOT, second] })),
      );
      if (fixture.has('several images')) {
        expect(error).toBeNull();
        expect(seen(fixture).images?.map(bytesOf)).toEqual([DOT, second].map(({ bytes }) => bytesOf(bytes)));
        return;
      }
      expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
      expect(fixture.upstream().requests).toEqual([]);
    });
  });
}

/** Where a mask says that the image may change: by its transparency, or white if it has none. */
async function changes(mask: Uint8Array | undefined): Promise<{ left: boolean; right: boolean }> {
  const { hasAlpha } = await sharp(mask).metadata();
  const { data, info } = await sharp(mask).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => data.subarray(x * info.channels, (x + 1) * info.channels);
  const isOpen = (pixel: Uint8Array) => (hasAlpha ? pixel[3] === 0 : pixel[0] === 255);
  return { left: isOpen(at(1)), right: isOpen(at(info.width - 2)) };
}

function testUpscaling(fixture: ImageFixture): void {
  it('enlarges an image', async () => {
    const carried = fixture.adapter.fields.upscale ?? {};
    const { result, error } = await play(fixture, {}, ({ upscaleImage }) => upscaleImage?.(upscaleCall(fixture)));
    expect(error).toBeNull();
    expect(bytesOf(result?.image?.bytes)).toBe(bytesOf(DOT.bytes));
    expect(result?.notApplied ?? []).toEqual(UPSCALE_FIELDS.filter((name) => carried[name] === undefined));
    const call = seen(fixture);
    expect(call.images?.map(bytesOf)).toEqual([bytesOf(DOT.bytes)]);
    expect(call).toMatchObject({ model: fixture.adapter.models.upscale, scale: 2 });
    if (carried.creativity) expect(call.creativity).toBe(0.01);
  });
}
