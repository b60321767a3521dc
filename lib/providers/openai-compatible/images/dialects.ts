import type { ImageQuality } from '../../image-spec';
import type { CarriedFields } from '../../kit/images/fields';
import type { Size } from '../../kit/images/sizes';
import type { OpenAiCompatible } from '../upstream';
import { kindOf } from '../upstream';

/** How a server's images API differs from that of others. */
export type ImageDialect = CarriedFields & {
  /** Fields of every request. */
  always: Record<string, string>;
  /** The sizes that the model has; absent if any is possible. */
  sizes?: readonly Size[];
  /** Names of the fields that carry a setting. */
  negativePrompt?: readonly string[];
  steps?: readonly string[];
  cfgScale?: readonly string[];
  seed?: readonly string[];
  quality?: (quality: ImageQuality) => string;
  /** The negative prompt follows the prompt, after this character. */
  negativeAfter?: '|';
  /** Name of the part with an image of an edit, and how many there may be. */
  imagePart: 'image' | 'image[]';
  maxImages: number;
};

const size = (width: number, height: number): Size => ({ width, height });
const BASE64 = { response_format: 'b64_json' };
const SIZE_OF = { width: '`size`', height: '`size`', aspect_ratio: '`size`', resolution: '`size`' };
const EDIT_SIZE_OF = { size: '`size`', aspect_ratio: '`size`', resolution: '`size`' };
const NEAREST = { width: 'nearest `size`', height: 'nearest `size`', aspect_ratio: 'nearest `size`' };
const STYLE = { style_preset: 'in the prompt' };

const gptImage: ImageDialect = {
  draw: { ...NEAREST, quality: '✓', ...STYLE },
  edit: { images: '`image[]`', mask: '✓', size: 'nearest `size`', aspect_ratio: 'nearest `size`', quality: '✓' },
  upscale: null,
  // It always answers with base64 and refuses `response_format`.
  always: { output_format: 'png' },
  sizes: [size(1024, 1024), size(1536, 1024), size(1024, 1536)],
  quality: (quality) => quality,
  imagePart: 'image[]',
  maxImages: 16,
};

const dallE3: ImageDialect = {
  draw: { ...NEAREST, quality: '`standard`, `hd`', ...STYLE },
  edit: null,
  upscale: null,
  always: BASE64,
  sizes: [size(1024, 1024), size(1792, 1024), size(1024, 1792)],
  quality: (quality) => (quality === 'high' ? 'hd' : 'standard'),
  imagePart: 'image',
  maxImages: 1,
};

const dallE2: ImageDialect = {
  draw: { ...NEAREST, ...STYLE },
  edit: { mask: '✓', size: 'nearest `size`' },
  upscale: null,
  always: BASE64,
  sizes: [size(256, 256), size(512, 512), size(1024, 1024)],
  imagePart: 'image',
  maxImages: 1,
};

const diffusers: Omit<ImageDialect, 'edit'> = {
  draw: {
    negative_prompt: '✓',
    ...SIZE_OF,
    steps: '`num_inference_steps`',
    cfg_scale: '`guidance_scale`, `true_cfg_scale`',
    seed: '✓',
    ...STYLE,
  },
  upscale: null,
  always: BASE64,
  negativePrompt: ['negative_prompt'],
  steps: ['num_inference_steps'],
  cfgScale: ['guidance_scale', 'true_cfg_scale'],
  seed: ['seed'],
  imagePart: 'image',
  maxImages: 16,
};

const vllm: ImageDialect = { ...diffusers, edit: { images: '`image`', ...EDIT_SIZE_OF } };
const sglang: ImageDialect = { ...diffusers, imagePart: 'image[]', edit: { images: '`image[]`', ...EDIT_SIZE_OF } };

const localAi: ImageDialect = {
  draw: { negative_prompt: 'in the prompt, after a bar', ...SIZE_OF, steps: '`step`', seed: '✓', ...STYLE },
  edit: null,
  upscale: null,
  always: BASE64,
  steps: ['step'],
  seed: ['seed'],
  negativeAfter: '|',
  imagePart: 'image',
  maxImages: 1,
};

const generic: ImageDialect = {
  draw: {
    negative_prompt: '✓',
    ...SIZE_OF,
    steps: '`steps`, `num_inference_steps`',
    cfg_scale: '`cfg_scale`, `guidance_scale`',
    seed: '✓',
    ...STYLE,
  },
  edit: { images: '`image`', mask: '✓', ...EDIT_SIZE_OF },
  upscale: null,
  always: BASE64,
  negativePrompt: ['negative_prompt'],
  steps: ['steps', 'num_inference_steps'],
  cfgScale: ['cfg_scale', 'guidance_scale'],
  seed: ['seed'],
  imagePart: 'image',
  maxImages: 16,
};

/** All of them, by their columns in docs/fields.md ("Images"). */
export const IMAGE_DIALECTS = {
  'gpt-image': gptImage,
  'dall-e-3': dallE3,
  'dall-e-2': dallE2,
  vllm,
  sglang,
  localai: localAi,
  generic,
} as const;

/** How a server speaks about images: by its kind; OpenAI's by the family of the model. */
export function imageDialectOf(upstream: OpenAiCompatible, model: string): ImageDialect {
  if (upstream.dialect === 'localai') return localAi;
  const kind = kindOf(upstream);
  if (kind === 'vllm') return vllm;
  if (kind === 'sglang') return sglang;
  if (kind !== 'openai') return generic;
  if (model.startsWith('dall-e-2')) return dallE2;
  return model.startsWith('dall-e-3') ? dallE3 : gptImage;
}
