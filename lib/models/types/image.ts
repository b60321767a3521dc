import type { ImagePrice, InpaintPrice, UpscalePrice } from '../price/image';
import type { IMAGE_ABILITIES, QUALITIES } from '../values';

type Quality = (typeof QUALITIES)[number];

/**
 * What the caller may choose for the size of an image; absent members cannot be chosen
 * (docs/api-rules.md, "Model sizing").
 */
type SizeMetadata = {
  /** `W:H`. */
  aspectRatios?: string[];
  defaultAspectRatio?: string;
  /** `1K`, `2K`, `4K`. */
  resolutions?: string[];
  defaultResolution?: string;
  qualities?: Quality[];
  defaultQuality?: Quality;
};

/**
 * Metadata of an image model in addition to that of every model (docs/api-rules.md, "Model object" and "Model sizing").
 */
export type ImageMetadata = SizeMetadata & {
  type: 'image';
  promptCharacterLimit: number;
  steps: { default: number; max: number };
  /** Width and height must be multiples of it, in pixels. */
  widthHeightDivisor: number;
  maxStyleReferences?: number;
  abilities: (typeof IMAGE_ABILITIES)[number][];
  price: ImagePrice;
};

/** Metadata of an editing model in addition to that of every model (docs/api-rules.md, "Model sizing"). */
export type InpaintMetadata = Omit<SizeMetadata, 'aspectRatios' | 'defaultAspectRatio'> & {
  type: 'inpaint';
  aspectRatios: string[];
  promptCharacterLimit: number;
  /** Whether several images can be combined into one. */
  combineImages: boolean;
  /** Maximum images of one edit. */
  maxInputImages: number;
  /** Whether the edit of a single image may have another aspect ratio. */
  singleImageAspectRatio: boolean;
  price: InpaintPrice;
};

/** Metadata of an upscaling model in addition to that of every model. */
export type UpscaleMetadata = { type: 'upscale'; price: UpscalePrice };
