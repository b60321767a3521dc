import { describe, expect, it } from 'vitest';
import type { ImageSettings } from '../types';
import { DEFAULT_IMAGE_SETTINGS } from './default-settings';
import { settingsLink, settingsOfLink } from './settings-link';

const full: ImageSettings = {
  model: 'org/model-1',
  prompt: 'A red kite & a “blue” fox, 100% #1\nsecond line',
  negativePrompt: 'blur',
  style: 'Ukiyo-e',
  width: 832,
  height: 1216,
  aspectRatio: '16:9',
  resolution: '2K',
  quality: 'high',
  format: 'png',
  steps: 12,
  cfgScale: 7.5,
  seed: -42,
  variants: 3,
  safeMode: false,
  hideWatermark: true,
  embedMetadata: false,
};

describe('settingsLink', () => {
  it('returns every member', () => {
    for (const settings of [full, DEFAULT_IMAGE_SETTINGS]) {
      expect(settingsOfLink(settingsLink(settings))).toEqual({ settings, changed: [] });
    }
  });

  it('leaves out defaults', () => {
    expect(settingsLink({ ...DEFAULT_IMAGE_SETTINGS, seed: 0 })).toBe('#settings=1&seed=0');
  });

  it('is not found in other fragments', () => {
    for (const fragment of ['', '#', '#top', '#prompt=%22a%22']) expect(settingsOfLink(fragment)).toBeNull();
  });

  it('replaces what is out of bounds by defaults, and names it', () => {
    const hostile =
      '#settings=1&width=99999&height=-1&variants=100&cfgScale=1e9&steps=1.5&seed=1e12&format=%22gif%22&quality=7&safeMode=0&prompt={&model=null';
    const found = settingsOfLink(hostile);
    expect(found?.settings).toEqual(DEFAULT_IMAGE_SETTINGS);
    const named = [
      'width',
      'height',
      'variants',
      'cfgScale',
      'steps',
      'seed',
      'format',
      'quality',
      'safeMode',
      'prompt',
    ];
    expect(found?.changed.toSorted()).toEqual(named.toSorted());
  });
});
