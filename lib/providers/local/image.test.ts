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

it.each([
  ['a quantum flibbertigibbet zorp', undefined, ['prompt']],
  ['כלב אדום ליד בית', undefined, ['prompt']],
  ['a sign that says "CAFÉ <3 & more"', undefined, undefined],
  ['a sign that says "猫 OPEN"', undefined, ['prompt']],
  ['a garden without flowers, no sun', undefined, undefined],
  ['a garden', 'flowers, sun', undefined],
  ['a red car', 'a red car', undefined],
  ['a beach', 'sand', ['negative_prompt']],
  ['a beach without sand and with a xyzzy', 'the sea', ['prompt', 'negative_prompt']],
])('says which fields of “%s” without “%s” it could not follow', async (prompt, negativePrompt, fields) => {
  const result = await drawLocalImage(call({ prompt, ...(negativePrompt !== undefined && { negativePrompt }) }));
  expect(result.notApplied).toEqual(fields);
});

it('draws different pictures of words that it does not know', async () => {
  const prompts = ['a quantum flibbertigibbet zorp', 'כלב אדום ליד בית', 'zorp'];
  const drawn = await Promise.all(prompts.map(async (prompt) => (await drawLocalImage(call({ prompt }))).image?.bytes));
  expect(new Set(drawn.map((bytes) => Buffer.from(bytes ?? []).toString('hex'))).size).toBe(3);
});

it('is offline for other models', async () => {
  await expect(drawLocalImage(call({ model: 'other' }))).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
});
