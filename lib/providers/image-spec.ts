/**
 * What providers do with images: drawing, editing, enlarging, and removing backgrounds. Sizes and names are neutral; only
 * an adapter knows its vendor's words. Prices and safe mode are applied above (`lib/image`).
 */
import type { ImageOrigin } from '../core/image-metadata/image-metadata';
import type { ImageOutput } from '../core/image-metadata/image-output';
import type { QUALITIES } from '../models/values';

/** Encodings of images that adapters return and take. */
export type ImageMime = 'image/png' | 'image/jpeg' | 'image/webp';

/** An encoded image. Those that callers sent were decoded and encoded again before. */
export type EncodedImage = {
  bytes: Uint8Array;
  mime: ImageMime;
  /** How it was made, if its file said so: an editor may make it again. Callers can forge it. */
  metadata?: ImageOrigin;
};

/** An encoded image, and its size in pixels. */
export type SizedImage = EncodedImage & { width: number; height: number };

/** A quality of an image, where a model has several. */
export type ImageQuality = (typeof QUALITIES)[number];

/** Progress of a call that is under way. */
export type ImageProgress = {
  /** How much is done, 0…1. */
  share: number;
  /** An unfinished version, if the upstream shows one. */
  preview?: EncodedImage;
};

/** What every call that works on images has. */
type AnyCall = {
  /** The upstream's own name of the model. */
  model: string;
  /** Id of the paying account: only for what this process shares by account; never sent upstream. */
  account?: string;
  /** Called before every attempt with where the call goes: `retries` counts from 0. */
  onRoute?: (route: { provider: string; retries: number }) => void;
  /** Called as the work proceeds, by those upstreams that report it. */
  onProgress?: (progress: ImageProgress) => void;
  /** Aborted when the caller leaves or the deadline passes: the upstream must stop. */
  signal: AbortSignal;
};

/** A style preset: its name, and what is added to the prompt for models that know no presets. */
export type ImageStyle = { name: string; prompt: string; negativePrompt?: string };

/** One image to draw. Absent members were not requested and have no default. */
export type ImageCall = AnyCall & {
  prompt: string;
  negativePrompt?: string;
  /** Size in pixels; for models with aspect ratios or resolutions, the one that these amount to. */
  width: number;
  height: number;
  /** `W:H`, for models that take aspect ratios. */
  aspectRatio?: string;
  /** `1K`, `2K`, …, for models that take resolutions. */
  resolution?: string;
  quality?: ImageQuality;
  steps?: number;
  cfgScale?: number;
  /** -999999999…999999999; upstreams that take no negative seeds get its distance from zero. */
  seed: number;
  style?: ImageStyle;
  /** 0…100; only for models with extra LoRAs. */
  loraStrength?: number;
  /** Images whose style to follow, with their weight, 0.1…1. */
  styleReferences?: { image: EncodedImage; strength: number }[];
  /** The image that the caller gets: what this machine draws, and nobody must check, may be encoded like that at once. */
  output?: ImageOutput;
};

/** One edit. The first image is the base, all others are further input. */
export type EditCall = AnyCall & {
  prompt: string;
  /** At least one. */
  images: SizedImage[];
  /** Transparent where the base may change (OpenAI's meaning); as large as the base. */
  mask?: EncodedImage;
  /** Absent means that of the base. */
  aspectRatio?: string;
  resolution?: string;
  quality?: ImageQuality;
  /** A size in pixels that was requested; absent means the model's own choice. */
  size?: { width: number; height: number };
  /** Whether a prompt that the adapter wrote itself, from an image's metadata, may be drawn; absent allows all. */
  allowsPrompt?: (prompt: string) => Promise<boolean>;
};

/** An image to enlarge, by 2 or 4 in each direction. */
export type UpscaleCall = AnyCall & {
  image: SizedImage;
  scale: 2 | 4;
  /** How freely details may be made up, 0…0.02. */
  creativity: number;
};

/** An image whose background is to become transparent. */
export type RemoveBackgroundCall = AnyCall & { image: SizedImage };

/** What a provider made. */
export type ImageResult = {
  /** In whatever size the upstream chose. Null if the upstream refused the content. */
  image: EncodedImage | null;
  /** The seed that was used, if the upstream reports it. */
  seed?: number;
  /** The prompt that the upstream wrote itself and used. */
  revisedPrompt?: string;
  /** Names of call members that the upstream could not apply, in the words of the API (`negative_prompt`). */
  notApplied?: readonly string[];
  /** From what an editor would make it again: what its file says of it. Absent: the file says nothing. */
  metadata?: ImageOrigin;
  /** Whether an edited image was drawn anew, so that the visible mark of what it was made from is gone. */
  needsWatermark?: boolean;
  /** Whether it can only show what this service itself drew: then it needs no check for adult content. */
  isHarmless?: boolean;
  /** Whether it is encoded as the call's `output` says, in the size of the call: then nothing is left to do. */
  isFinished?: boolean;
};

/**
 * Draws an image.
 * @throws ApiError those of chat models (docs/api-rules.md, "Upstream failures"), INVALID_REQUEST for a prompt that the
 *   model refuses with a reason
 */
export type ImageModel = (call: ImageCall) => Promise<ImageResult>;
/** Edits an image. @throws ApiError as `ImageModel` */
export type ImageEditor = (call: EditCall) => Promise<ImageResult>;
/** Enlarges an image. @throws ApiError as `ImageModel` */
export type ImageUpscaler = (call: UpscaleCall) => Promise<ImageResult>;
/** Makes the background of an image transparent; the result has an alpha channel. @throws ApiError as `ImageModel` */
export type BackgroundRemover = (call: RemoveBackgroundCall) => Promise<ImageResult>;
