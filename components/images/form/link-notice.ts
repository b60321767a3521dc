import type { ImageSettings } from '@/lib/client/images/types';

/** Settings as the form names them. */
const LABELS: Record<keyof ImageSettings, string> = {
  model: 'model',
  prompt: 'prompt',
  negativePrompt: 'negative prompt',
  style: 'style',
  width: 'width',
  height: 'height',
  aspectRatio: 'aspect ratio',
  resolution: 'resolution',
  quality: 'quality',
  format: 'format',
  steps: 'steps',
  cfgScale: 'prompt strength',
  seed: 'seed',
  variants: 'number of images',
  safeMode: 'safe mode',
  hideWatermark: 'watermark',
  embedMetadata: 'settings in the file',
};

/** Says which settings of a link could not be used as they were; null if all could. */
export function linkNotice(changed: readonly (keyof ImageSettings)[]): string | null {
  if (changed.length === 0) return null;
  const names = changed.map((name) => LABELS[name]);
  return `The link contains settings that are not possible here. They were replaced: ${names.join(', ')}.`;
}
