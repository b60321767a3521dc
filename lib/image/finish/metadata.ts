/** What an image file tells about how it was made. */
export type ImageMetadata = {
  prompt: string;
  negativePrompt?: string;
  seed: number;
  steps?: number;
  cfgScale?: number;
  style?: string;
  model: string;
  service: string;
  createdAtMs: number;
};
