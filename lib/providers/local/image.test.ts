import { expect, it } from 'vitest';
import { IMAGE_STYLES } from '../../core/image-styles';
import type { ImageCall } from '../image-spec';
import { drawLocalImage } from './image';

const call = (more: Partial<ImageCall> = {}): ImageCall => ({
  ...{ model: 'scene-composer', prompt: 'a dog in the forest', width: 64, height: 64, seed: -4 },
  signal: new AbortController().signal,
  ...more,
});

it('draws a harmless picture and reports its seed, and what it could not apply', async () => {
  const usual = await drawLocalImage(call({ style: IMAGE_STYLES[0] }));
  expect(usual).toMatchObject({ image: { mime: 'image/png' }, seed: -4, isHarmless: true });
  expect(usual.notApplied).toBeUndefined();
  const styleReferences = [{ image: { bytes: new Uint8Array(1), mime: 'image/png' as const }, strength: 1 }];
  const unusual = await drawLocalImage(call({ steps: 20, cfgScale: 7, loraStrength: 10, styleReferences }));
  expect(unusual.notApplied).toEqual(['steps', 'cfg_scale', 'lora_strength', 'style_references']);
  expect(unusual.image?.bytes.byteLength).toBeGreaterThan(500);
});

it('is offline for other models', async () => {
  await expect(drawLocalImage(call({ model: 'other' }))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
});
