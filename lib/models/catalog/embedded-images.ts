import type { Provider } from '../../providers/spec';
import { EMBEDDED_PROVIDER, type Model, type ModelOf } from '../model';
import { EDIT_ASPECT_RATIOS } from '../values';

/** 0.002 USD, the price of an image, an edit, and enlarging by 2. */
const IMAGE_NANO_USD = 2_000_000n;
/** Enlarging by 4 makes four times as many pixels; the work grows less. */
const FOURFOLD_NANO_USD = 4_000_000n;
const UPSCALE_PRICE = { twofoldNanoUsd: IMAGE_NANO_USD, fourfoldNanoUsd: FOURFOLD_NANO_USD };

/** 26 November 2026. */
const CREATED_SECONDS = 1_795_651_200;
const MAX_PROMPT_CHARACTERS = 7_500;

/**
 * The embedded models that work on images, as far as the provider can serve them. Their descriptions say what they are:
 * none of them is a generative network.
 */
export function embeddedImageModels(
  provider: Pick<Provider, 'drawImage' | 'editImage' | 'upscaleImage' | 'removeBackground'>,
): Model[] {
  return [
    ...(provider.drawImage ? [SCENE_COMPOSER] : []),
    ...(provider.editImage ? [provider.removeBackground ? withBackgrounds(IMAGE_EDITOR) : IMAGE_EDITOR] : []),
    ...(provider.upscaleImage ? [IMAGE_UPSCALER] : []),
  ];
}

/** The editor, if it can also make backgrounds transparent. */
function withBackgrounds(editor: typeof IMAGE_EDITOR): Model {
  const price = { ...editor.price, backgroundRemovalNanoUsd: IMAGE_NANO_USD };
  return { ...editor, traits: ['background_removal'], price };
}

/** What all of them share. */
function base(id: string, name: string, description: string) {
  return {
    id,
    name,
    description,
    createdSeconds: CREATED_SECONDS,
    source: '',
    privacy: 'private' as const,
    traits: [],
    upstreams: [{ provider: EMBEDDED_PROVIDER, model: id, weight: 1 }],
    proOnly: false,
  };
}

const SCENE_COMPOSER: Model = {
  ...base(
    'scene-composer',
    'Scene Composer',
    'Composes vector illustrations from the objects, counts, colors, places, and moods in your prompt. It is not a diffusion model: it draws what it knows, without a graphics card. An image takes about a second of processor time, longer on a busy machine.',
  ),
  type: 'image',
  promptCharacterLimit: MAX_PROMPT_CHARACTERS,
  // Nothing is refined step by step.
  steps: { default: 0, max: 0 },
  widthHeightDivisor: 8,
  abilities: [],
  price: { generationNanoUsd: IMAGE_NANO_USD, upscale: UPSCALE_PRICE },
};

const IMAGE_EDITOR: ModelOf<'inpaint'> = {
  ...base(
    'image-editor',
    'Image Editor',
    'Edits images by words: tone, color, crop, rotation, style, text, borders, and several images in one. Backgrounds are found by their color, or by a small segmentation network. It changes the content only of pictures that Scene Composer drew, and says so when it cannot do something. Results have at most 4.2 million pixels.',
  ),
  type: 'inpaint',
  aspectRatios: [...EDIT_ASPECT_RATIOS],
  promptCharacterLimit: MAX_PROMPT_CHARACTERS,
  combineImages: true,
  maxInputImages: 3,
  singleImageAspectRatio: true,
  price: { inpaintNanoUsd: IMAGE_NANO_USD },
};

const IMAGE_UPSCALER: Model = {
  ...base(
    'image-upscaler',
    'Image Upscaler',
    'Enlarges images by 2 or 4. Images of up to 262,144 pixels get their detail from a small network (Real-ESRGAN) where the machine is fast enough; all others are resampled (Lanczos).',
  ),
  type: 'upscale',
  price: { generationNanoUsd: IMAGE_NANO_USD, upscale: UPSCALE_PRICE },
};
