/** What docs/fields.md says of the embedded image models, by what they do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { landscape, leftMask, pixelsOf, plain } from '../../engines/edit/test-images';
import { IMAGE_STYLES } from '../../core/image-styles';
import type { EditCall, ImageCall, ImageResult, SizedImage } from '../image-spec';
import { DRAW_FIELDS, EDIT_FIELDS, UPSCALE_FIELDS } from '../kit/images/fields';
import { localEditor } from './edit';
import { drawLocalImage } from './image';
import { LOCAL_FIELDS } from './image-fields';
import { localUpscaler } from './upscale';

const { signal } = new AbortController();
let base: SizedImage;
beforeAll(async () => {
  base = { bytes: await landscape(), mime: 'image/png', width: 240, height: 160 };
});

const draw = (more: Partial<ImageCall>) =>
  drawLocalImage({
    ...{ model: 'scene-composer', prompt: 'a dog and a cat in the forest', width: 128, height: 128, seed: 7 },
    ...more,
    signal,
  });
const edit = (prompt: string, more: Partial<EditCall> = {}) =>
  localEditor({ model: 'image-editor', prompt, images: [base], signal, ...more });
const hexOf = ({ image }: ImageResult) => Buffer.from(image?.bytes ?? []).toString('hex');
const pixels = ({ image }: ImageResult) => pixelsOf(image?.bytes ?? new Uint8Array());
const without = <Field extends string>(all: readonly Field[], followed: object) =>
  all.filter((name) => !Object.hasOwn(followed, name));

describe('scene-composer', () => {
  it.each([
    ['negative_prompt', { negativePrompt: 'cat' }],
    ['width', { width: 144 }],
    ['height', { height: 144 }],
    ['seed', { seed: -8 }],
    ['style_preset', { style: IMAGE_STYLES[0] }],
  ] as const)('follows %s', async (name, more) => {
    expect(LOCAL_FIELDS['scene-composer'].draw[name]).toBe('✓');
    const changed = await draw(more);
    expect(changed.notApplied).toBeUndefined();
    expect(hexOf(changed)).not.toBe(hexOf(await draw({})));
  });

  it('draws ratios and resolutions as the size that they amount to', async () => {
    const { width, height } = await pixels(
      await draw({ aspectRatio: '2:1', resolution: '1K', width: 160, height: 80 }),
    );
    expect([width, height]).toEqual([160, 80]);
  });

  it('names the others, and draws the same without them', async () => {
    const styleReferences = [{ image: base, strength: 1 }];
    const all = await draw({ quality: 'high', steps: 20, cfgScale: 7, loraStrength: 10, styleReferences });
    expect(all.notApplied).toEqual(without(DRAW_FIELDS, LOCAL_FIELDS['scene-composer'].draw));
    expect(hexOf(all)).toBe(hexOf(await draw({})));
  });
});

describe('image-editor', () => {
  it('follows size and aspect_ratio', async () => {
    const sized = await edit('make it brighter', { size: { width: 96, height: 96 } });
    expect(await pixels(sized)).toMatchObject({ width: 96, height: 96 });
    expect(await pixels(await edit('make it brighter', { aspectRatio: '1:1' }))).toMatchObject({
      width: 160,
      height: 160,
    });
  });

  it('follows mask', async () => {
    const mask = { bytes: await leftMask(), mime: 'image/png' } as const;
    const before = await pixelsOf(base.bytes);
    const { at } = await pixels(await edit('invert the colors', { mask }));
    expect(at(0.1, 0.1)).not.toEqual(before.at(0.1, 0.1));
    expect(at(0.9, 0.1)).toEqual(before.at(0.9, 0.1));
    await expect(edit('rotate it', { mask })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('follows images', async () => {
    const red = { bytes: await plain('#f00'), mime: 'image/png', width: 64, height: 64 } as const;
    const { width } = await pixels(await edit('put the images side by side', { images: [base, red] }));
    expect(width).toBeGreaterThan(base.width);
  });

  it('names the others, and refuses what it does not know', async () => {
    const { notApplied } = await edit('make it brighter', { resolution: '2K', quality: 'high' });
    expect(notApplied).toEqual(without(EDIT_FIELDS, LOCAL_FIELDS['image-editor'].edit));
    await expect(edit('make the man look younger')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

it('image-upscaler follows scale, and names the others', async () => {
  const bytes = await plain('#789', 16, 16);
  const image = { bytes, mime: 'image/png', width: 16, height: 16 } as const;
  const enlarged = await localUpscaler({ model: 'image-upscaler', image, scale: 4, creativity: 0.01, signal });
  expect(await pixels(enlarged)).toMatchObject({ width: 64, height: 64 });
  expect(enlarged.notApplied).toEqual(without(UPSCALE_FIELDS, LOCAL_FIELDS['image-upscaler'].upscale));
});
