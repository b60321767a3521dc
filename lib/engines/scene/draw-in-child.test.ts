import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { composeScene, type SceneCall } from './draw-in-child';

const call = (more: Partial<SceneCall> = {}): SceneCall => ({
  ...{ prompt: 'a fox and a house in the snow', seed: 7, width: 96, height: 64, signal: new AbortController().signal },
  ...more,
});

describe('composeScene', () => {
  it('makes a PNG of the size, with a description; the same call makes the same bytes', async () => {
    const { bytes, description } = await composeScene(call());
    const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
    expect({ format, width, height, hasAlpha }).toEqual({ format: 'png', width: 96, height: 64, hasAlpha: false });
    expect(description.place).toBe('snow');
    expect(description.subjects.join()).toMatch(/fox.*house/);
    expect((await composeScene(call())).bytes).toEqual(bytes);
    expect((await composeScene(call({ seed: 8 }))).bytes).not.toEqual(bytes);
    expect((await composeScene(call({ style: 'Pixel Art' }))).bytes).not.toEqual(bytes);
  });

  it('stops when it is aborted, and refuses what is too large', async () => {
    const controller = new AbortController();
    const aborted = composeScene(call({ width: 1792, height: 1024, signal: controller.signal }));
    controller.abort(new Error('left'));
    await expect(aborted).rejects.toThrow('left');
    await expect(composeScene(call({ width: 4000, height: 4000 }))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
