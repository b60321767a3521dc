import { expect, it } from 'vitest';
import { DEFAULT_IMAGE_SETTINGS } from '../settings/default-settings';
import { drawModel } from '../test-models';
import { blockedReason } from './blocked-reason';
import { generateBody } from './generate-body';

const model = drawModel('demo');

it('sends no defaults of the API', () => {
  expect(generateBody({ ...DEFAULT_IMAGE_SETTINGS, prompt: ' a kite ', embedMetadata: false }, model)).toEqual({
    model: 'demo',
    prompt: 'a kite',
    width: 1_024,
    height: 1_024,
    format: 'webp',
  });
});

it('sends everything that is set', () => {
  const settings = {
    ...DEFAULT_IMAGE_SETTINGS,
    prompt: 'a kite',
    negativePrompt: 'blur',
    style: 'Neon',
    steps: 99,
    cfgScale: 7,
    seed: 0,
    variants: 2,
    safeMode: false,
    hideWatermark: true,
  };
  expect(generateBody(settings, model)).toMatchObject({
    negative_prompt: 'blur',
    style_preset: 'Neon',
    // No more than the model takes.
    steps: 50,
    cfg_scale: 7,
    seed: 0,
    variants: 2,
    safe_mode: false,
    hide_watermark: true,
    embed_exif_metadata: true,
  });
});

it('sends no steps to models without them', () => {
  const without = drawModel('plain', { steps: { default: 0, max: 0 } });
  expect(generateBody({ ...DEFAULT_IMAGE_SETTINGS, prompt: 'a', steps: 5 }, without)).not.toHaveProperty('steps');
});

it('says why nothing can be requested', () => {
  const settings = { ...DEFAULT_IMAGE_SETTINGS, prompt: 'a kite' };
  const ready = { pending: false, served: 1 };
  expect(blockedReason(settings, model, ready)).toBeNull();
  expect(blockedReason({ ...settings, prompt: '  ' }, model, ready)).toBe('Describe the image first.');
  expect(blockedReason({ ...settings, model: 'old' }, null, ready)).toMatch(/^old is no longer available/);
  expect(blockedReason(settings, null, { pending: false, served: 0 })).toBe('No image model is available yet.');
  expect(blockedReason(settings, null, { pending: true, served: 0 })).toBe('The models are still loading.');
  expect(blockedReason({ ...settings, prompt: 'x'.repeat(1_501) }, model, ready)).toBe(
    'The prompt has 1,501 characters; at most 1,500 are possible.',
  );
});
