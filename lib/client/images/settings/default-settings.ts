import type { ImageSettings } from '../types';

/** The settings of a first visit. */
export const DEFAULT_IMAGE_SETTINGS: ImageSettings = {
  model: null,
  prompt: '',
  negativePrompt: '',
  style: null,
  width: 1024,
  height: 1024,
  aspectRatio: null,
  resolution: null,
  quality: null,
  format: 'webp',
  steps: null,
  cfgScale: null,
  seed: null,
  variants: 1,
  safeMode: true,
  hideWatermark: false,
  embedMetadata: true,
};
