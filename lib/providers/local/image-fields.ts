import type { CarriedFields } from '../kit/images/fields';

const NOTHING: CarriedFields = { draw: null, edit: null, upscale: null };

/** What each embedded image model follows (docs/fields.md, "Images"). */
export const LOCAL_FIELDS = {
  /** Nothing is refined step by step, and there is no network that could follow a reference. */
  'scene-composer': {
    ...NOTHING,
    draw: {
      negative_prompt: '✓',
      width: '✓',
      height: '✓',
      aspect_ratio: '`width`, `height`',
      resolution: '`width`, `height`',
      seed: '✓',
      style_preset: '✓',
    },
  },
  'image-editor': { ...NOTHING, edit: { images: '✓', mask: '✓', size: '✓', aspect_ratio: '✓' } },
  /** It makes nothing up, so it cannot do so more or less freely. */
  'image-upscaler': { ...NOTHING, upscale: { scale: '✓' } },
} as const satisfies Record<string, CarriedFields>;
