import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { editImage, type EditRequest, removeBackground } from './edit-image';
import { MAX_EDIT_PIXELS } from './jobs';
import type { ComposeScene } from './recompose';
import { landscape, leftMask, pixelsOf, plain, product } from './test-images';

const { signal } = new AbortController();

async function edit(prompt: string, more: Partial<EditRequest> = {}, compose?: ComposeScene) {
  const request = { prompt, images: [await landscape()], signal, ...more };
  const { bytes, ...result } = await editImage(request, compose);
  return { ...result, ...(await pixelsOf(bytes)) };
}

describe('editImage', () => {
  it('makes images black and white', async () => {
    const { data } = await edit('make it black and white');
    for (let at = 0; at < data.length; at += 4 * 97) {
      expect(data[at]).toBe(data[at + 1]);
      expect(data[at]).toBe(data[at + 2]);
    }
  });

  it('recolors only what has the color', async () => {
    const before = await pixelsOf(await landscape());
    const { at } = await edit('make the red parts blue');
    const [red, , blue] = at(80 / 240, 120 / 160);
    expect(blue).toBeGreaterThan(red + 60);
    expect(at(0.9, 0.95)).toEqual(before.at(0.9, 0.95));
  });

  it('crops, turns, and resizes', async () => {
    expect(await edit('crop to a square')).toMatchObject({ width: 160, height: 160 });
    expect(await edit('crop the left half')).toMatchObject({ width: 120, height: 160 });
    expect(await edit('rotate right')).toMatchObject({ width: 160, height: 240 });
    expect(await edit('resize to 320x100')).toMatchObject({ width: 320, height: 100 });
    const flipped = await edit('flip it horizontally');
    expect(flipped.at(1 - 80 / 240, 120 / 160)[0]).toBeGreaterThan(150);
  });

  it('cuts to a ratio or a size that the caller asks for', async () => {
    const wide = await edit('brighter', { aspectRatio: '16:9' });
    expect(wide.width / wide.height).toBeCloseTo(16 / 9, 1);
    expect(await edit('', { size: { width: 96, height: 128 } })).toMatchObject({ width: 96, height: 128 });
  });

  it('draws texts as shapes, at their place and in their color', async () => {
    const base = [await plain('#203040', 240, 160)];
    const { data, width, height } = await edit('add the text "HELLO" at the top right in huge yellow letters', {
      images: base,
    });
    let [left, right, below] = [0, 0, 0];
    for (let index = 0; index < width * height; index += 1) {
      if ((data[index * 4] ?? 0) < 200) continue;
      if (index % width < width / 3) left += 1;
      else right += 1;
      if (index / width > height / 2) below += 1;
    }
    expect(right).toBeGreaterThan(200);
    expect([left, below]).toEqual([0, 0]);
  });

  it('changes only what the mask frees', async () => {
    const before = await pixelsOf(await landscape());
    const after = await edit('invert the colors', { mask: await leftMask() });
    expect(after.at(0.8, 0.9)).toEqual(before.at(0.8, 0.9));
    expect(after.at(0.2, 0.95)[0]).toBeCloseTo(255 - before.at(0.2, 0.95)[0], -1);
  });

  it('refuses with a mask what moves the image, and a mask that frees nothing', async () => {
    await expect(edit('crop to a square', { mask: await leftMask() })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await expect(edit('brighter', { mask: await plain('#000', 240, 160) })).rejects.toThrow(/transparent/);
  });

  it('puts images together', async () => {
    const images = [await plain('#ff0000', 100, 100), await plain('#0000ff', 100, 100)];
    const { width, height, at } = await edit('put the two images side by side', { images });
    expect(width).toBeGreaterThan(1.8 * height);
    expect([at(0.2, 0.5)[0], at(0.8, 0.5)[2]]).toEqual([255, 255]);
    const placed = await edit('put the second image at the bottom right', { images });
    expect([placed.at(0.1, 0.1)[0], placed.at(0.85, 0.85)[2]]).toEqual([255, 255]);
    await expect(edit('put the second image at the bottom right')).rejects.toThrow(/image 2/);
  });

  it('puts an image into a corner, and beside the base', async () => {
    const images = [await plain('#ff0000', 200, 200), await plain('#0000ff', 100, 100)];
    const { at } = await edit('put the second image in the corner of the first', { images });
    expect([at(0.9, 0.1)[2], at(0.5, 0.5)[0], at(0.1, 0.1)[0], at(0.9, 0.9)[0]]).toEqual([255, 255, 255, 255]);
    const above = await edit('put the second image above the first', { images });
    expect(above).toMatchObject({ width: 200, height: 400 });
    expect([above.at(0.5, 0.2)[2], above.at(0.5, 0.8)[0]]).toEqual([255, 255]);
  });

  it('refuses to leave out images, and says what could be done with them', async () => {
    const images = [await landscape(), await landscape(), await landscape()];
    for (const prompt of ['sepia', 'put the second image in the corner', 'crop to a square and rotate right']) {
      const first = prompt.includes('second') ? 3 : 2;
      await expect(edit(prompt, { images })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(new RegExp(`image ${first} of 3.*side by side`)),
        options: { issues: [{ path: ['prompt'] }] },
      });
    }
    expect(await edit('put the images side by side and make it sepia', { images })).toMatchObject({ width: 720 });
    await expect(edit('blend in image 2', { images: images.slice(1) })).resolves.toMatchObject({ width: 240 });
    await expect(edit('put image 2 in the upper right corner', { images: images.slice(1) })).resolves.toBeDefined();
    const product2 = [await product(), await landscape()];
    await expect(edit('use image 2 as the background', { images: product2 })).resolves.toBeDefined();
  });

  it.each([
    [2, 'put the images side by side', 1_280, 480],
    [2, 'stack the images', 640, 960],
    [3, 'make a collage', 1_280, 960],
    [4, 'make a collage', 1_280, 960],
    [5, 'put the images in a row', 3_200, 480],
  ])('makes %i images into one of a whole multiple of their size: %s', async (count, prompt, width, height) => {
    const image = await plain('#ff0000', 640, 480);
    const joined = await edit(prompt, { images: Array.from({ length: count }, () => image) });
    expect(joined).toMatchObject({ width, height });
  });

  it('leaves no cell of a collage empty', async () => {
    const images = [await plain('#f00', 100, 100), await plain('#0f0', 100, 100), await plain('#00f', 100, 100)];
    const { at } = await edit('make a collage', { images });
    expect([at(0.25, 0.75).slice(0, 3), at(0.75, 0.75).slice(0, 3)]).toEqual([
      [0, 0, 255],
      [0, 0, 255],
    ]);
  });

  it('removes plain backgrounds, and replaces them', async () => {
    const { bytes } = await removeBackground(await product(), { signal });
    const cut = await pixelsOf(bytes);
    expect(cut.at(0.05, 0.05)[3]).toBe(0);
    expect(cut.at(0.5, 0.5)).toEqual([32, 48, 128, 255]);
    const green = await edit('make the background #00ff00', { images: [await product()] });
    expect(green.at(0.05, 0.05)).toEqual([0, 255, 0, 255]);
  });

  it('says so where there is no background', async () => {
    await expect(removeBackground(await plain('#808080'), { signal })).rejects.toThrow(/No background/);
  });

  it.each(['make the dog brighter', 'add a cat', 'make her smile'])(
    'refuses “%s”, and lists what is possible',
    async (prompt) => {
      await expect(edit(prompt)).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining('crops'),
        options: { issues: [{ path: ['prompt'] }] },
      });
    },
  );

  it('refuses texts that the font has no shapes for', async () => {
    await expect(edit('add the text "你好"')).rejects.toThrow(/cannot be drawn: 你 好/);
  });

  it('reduces images that are too large to be edited', async () => {
    const { width, height } = await edit('brighter', { images: [await plain('#aaccee', 3_000, 2_000)] });
    expect(width * height).toBeLessThanOrEqual(MAX_EDIT_PIXELS);
    expect(width / height).toBeCloseTo(1.5, 2);
  });

  it('composes pictures of this service again, and does the rest on their pixels', async () => {
    const calls: Parameters<ComposeScene>[0][] = [];
    const compose: ComposeScene = async (call) => {
      calls.push(call);
      return { bytes: await plain('#ff0000', call.width, call.height) };
    };
    const scene = { prompt: 'a fox in a forest', seed: 5, width: 240, height: 160 };
    const result = await edit('add a cat and make it black and white', { scene }, compose);
    expect(calls).toMatchObject([{ prompt: 'a fox in a forest, elsewhere a cat', seed: 5, width: 240, height: 160 }]);
    expect(result.scene?.prompt).toBe('a fox in a forest, elsewhere a cat');
    const [red, green] = result.at(0.5, 0.5);
    expect(red).toBe(green);
  });

  it('repeats earlier edits of pixels when it composes a picture again', async () => {
    const compose: ComposeScene = async ({ width, height, prompt }) => ({
      bytes: await plain(prompt.includes('cat') ? '#ff0000' : '#00ff00', width, height),
    });
    const scene = { prompt: 'a fox in a forest', seed: 5, width: 240, height: 160 };
    const first = await edit('make it black and white, then crop to a square', { scene }, compose);
    expect(first.scene).toBeUndefined();
    expect(first.origin).toMatchObject({ prompt: scene.prompt, edits: { width: 240, height: 160 } });
    const { width, height, origin } = first;
    if (!origin) throw new Error('The origin is missing.');
    const second = await edit('add a cat', { scene: { ...origin, width, height } }, compose);
    expect(second).toMatchObject({ width: 160, height: 160, origin: { prompt: 'a fox in a forest, elsewhere a cat' } });
    const [red, green] = second.at(0.5, 0.5);
    expect(red).toBe(green);
    expect(second.origin?.edits).toEqual(origin.edits);
    const third = await edit('', { scene: { ...origin, width, height }, size: { width: 64, height: 96 } }, compose);
    expect(third.origin?.edits?.prompt).toMatch(/crop to 64x96$/);
  });

  it('has no origin if words alone cannot repeat an edit, or if a forged one cannot be read', async () => {
    const compose: ComposeScene = async ({ width, height }) => ({ bytes: await plain('#ff0000', width, height) });
    const scene = { prompt: 'a fox', seed: 5, width: 240, height: 160 };
    const images = [await landscape(), await landscape()];
    expect((await edit('blend in the second image', { scene, images }, compose)).origin).toBeUndefined();
    expect((await edit('sepia', { scene, mask: await leftMask() }, compose)).origin).toBeUndefined();
    const forged = { ...scene, edits: { prompt: 'sepia; '.repeat(2_000), width: 240, height: 160 } };
    await expect(edit('add a cat', { scene: forged }, compose)).rejects.toThrow(/cannot do/);
    const many = { ...scene, edits: { prompt: 'sepia; '.repeat(39), width: 240, height: 160 } };
    expect((await edit('sepia, invert', { scene: many }, compose)).origin).toBeUndefined();
  });

  it('keeps images without transparency without it', async () => {
    const { bytes } = await editImage({ prompt: 'sepia', images: [await product()], signal });
    expect((await sharp(bytes).metadata()).channels).toBe(3);
    const cut = await editImage({ prompt: 'round the corners', images: [await product()], signal });
    expect((await sharp(cut.bytes).metadata()).channels).toBe(4);
  });

  it('composes no picture without a side, however long it is', async () => {
    const sizes: number[][] = [];
    const compose: ComposeScene = async ({ width, height }) => {
      sizes.push([width, height]);
      return { bytes: await plain('#ff0000', width, height) };
    };
    const scene = { prompt: 'a fox', seed: 5, width: 16_384, height: 4 };
    await edit('add a cat', { scene }, compose);
    expect(sizes).toEqual([[1_792, 16]]);
  });

  it('refuses what cannot be decoded, and stops when the caller leaves', async () => {
    await expect(edit('brighter', { images: [Buffer.from('no image')] })).rejects.toThrow(/cannot be decoded/);
    const left = AbortSignal.abort(new Error('left'));
    await expect(edit('brighter', { signal: left })).rejects.toThrow('left');
  });

  it('applies a style to every pixel format', async () => {
    const gray = await sharp(await landscape())
      .grayscale()
      .png()
      .toBuffer();
    expect(await edit('turn it into a pencil sketch', { images: [gray] })).toMatchObject({ width: 240, height: 160 });
  });
});
