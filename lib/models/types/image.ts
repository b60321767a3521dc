import type { ImagePrice, InpaintPrice, UpscalePrice } from '../price/image';
import type { IMAGE_ABILITIES, QUALITIES } from '../values';

type Quality = (typeof QUALITIES)[number];

/** What the caller may choose of a picture's size; what is absent cannot be chosen (contract 6.5). */
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

/** What an image model has beside what every model has (contract 6.3, 6.5). */
export type ImageMetadata = SizeMetadata & {
  type: 'image';
  promptCharacterLimit: number;
  steps: { default: number; max: number };
  /** Width and height are multiples of it, in pixels. */
  widthHeightDivisor: number;
  maxStyleReferences?: number;
  abilities: (typeof IMAGE_ABILITIES)[number][];
  price: ImagePrice;
};

/** What an editing model has beside what every model has (contract 6.5, 9). */
export type InpaintMetadata = Omit<SizeMetadata, 'aspectRatios' | 'defaultAspectRatio'> & {
  type: 'inpaint';
  aspectRatios: string[];
  promptCharacterLimit: number;
  /** Whether several images become one. */
  combineImages: boolean;
  /** Most images of one edit. */
  maxInputImages: number;
  /** Whether the edit of a single image may have another aspect ratio. */
  singleImageAspectRatio: boolean;
  price: InpaintPrice;
};

/** What an upscaling model has beside what every model has (contract 9.1). */
export type UpscaleMetadata = { type: 'upscale'; price: UpscalePrice };
