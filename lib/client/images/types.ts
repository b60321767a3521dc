import type { StoredFailure } from '../chat/types';

/** A quality of an image, for models that have several. */
export type ImageQuality = 'low' | 'medium' | 'high';
/** An encoding that images are requested in. */
export type ImageFormat = 'webp' | 'png' | 'jpeg';

/** Everything that the studio's form sets; null leaves the choice to the model. */
export type ImageSettings = {
  /** The model's ID; null is the default model. */
  model: string | null;
  prompt: string;
  negativePrompt: string;
  /** The name of a style preset; null for none. */
  style: string | null;
  /** In pixels, 1…1280 each; only models that are sized in pixels use them. */
  width: number;
  height: number;
  /** `W:H`, for models with aspect ratios. */
  aspectRatio: string | null;
  /** `1K`, `2K`, …, for models with resolutions. */
  resolution: string | null;
  quality: ImageQuality | null;
  format: ImageFormat;
  steps: number | null;
  /** How closely to follow the prompt, above 0 and at most 20. */
  cfgScale: number | null;
  /** -999999999…999999999; null draws a new one each time. */
  seed: number | null;
  /** How many images one request draws, 1…4. */
  variants: number;
  safeMode: boolean;
  hideWatermark: boolean;
  /** Whether the files contain their settings, so that they can be dropped here again. */
  embedMetadata: boolean;
};

/** How an image came about. */
export type ImageKind = 'generated' | 'edited' | 'upscaled' | 'cutout';

/** What an image, or a whole request, cost. Amounts are decimal strings. */
export type ImageReceipt = {
  requestId: string;
  cost: string;
  currency: 'USD' | 'DIEM';
  /** How many images the cost is for. */
  images: number;
};

/** One image in the history; its file is stored apart. Times are in Unix milliseconds. */
export type StudioImage = {
  id: string;
  kind: ImageKind;
  /** With the seed that was used. An edit has its instruction as `prompt`. */
  settings: ImageSettings;
  /** The name of the model at that time. */
  modelName: string;
  /** In pixels. */
  width: number;
  height: number;
  /** The size and media type of its file. */
  bytes: number;
  type: string;
  createdAt: number;
  favorite: boolean;
  /** Of its whole request; null if the charge is not known. */
  receipt: ImageReceipt | null;
  /** Which of the images of its request it is, from 1; absent if it is the only one, or made by an earlier version. */
  part?: { at: number; of: number };
  /** Blurred by safe mode. */
  blurred: boolean;
  /** Blacked out for its content, and not charged. */
  violation: boolean;
  /** Settings that the model could not apply, by their names in the API. */
  notApplied: readonly string[];
  /** The image that it was made from. */
  sourceId?: string;
};

/** An edit of one image. */
export type EditWork = {
  type: 'edit' | 'upscale' | 'cutout';
  /** The image to work on, in the history: jobs hold no copy of its file. */
  sourceId: string;
  /** The instruction; empty unless it is an edit. */
  prompt: string;
  /** Transparent where the image may change. */
  mask?: Blob;
  /** How many times larger an upscaled image becomes in each direction. */
  scale?: 2 | 4;
};

/** What a request of the queue does. */
export type JobWork = { type: 'generate' } | EditWork;

/**
 * A request of the queue. A finished one leaves the queue, and its images are in the history.
 * @property key its Idempotency-Key: sent again after a reload, the request is carried out and charged only once
 */
export type ImageJob = {
  id: string;
  key: string;
  work: JobWork;
  settings: ImageSettings;
  /** The model that it is sent to. */
  model: { id: string; name: string };
  createdAt: number;
  state: 'waiting' | 'running' | 'failed';
  /** The ID of the first request that was accepted, which has the receipt; null if none was, or nobody knows. */
  requestId: string | null;
  /** What a failed request cost all the same; null as long as that is not known. */
  charge: ImageReceipt | 'none' | null;
  /** Of the whole, 0…1; null while the model reports nothing. */
  share: number | null;
  /** Of each variant, 0…1. */
  shares: readonly number[];
  /** The latest preview of each variant, as `data:` URLs. */
  previews: readonly (string | undefined)[];
  failure: StoredFailure | null;
};
