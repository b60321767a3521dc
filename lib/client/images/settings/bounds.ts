/**
 * The studio's own bounds of the fields of an image request, all within those of the API: it offers no size that only some
 * models take (docs/api-rules.md, "Images").
 */
export const IMAGE_BOUNDS = {
  promptCharacters: 7_500,
  minSide: 64,
  maxSide: 1_280,
  minCfgScale: 0.1,
  maxCfgScale: 20,
  maxSeed: 999_999_999,
  maxVariants: 4,
} as const;

/** The largest file whose settings are read, in MB: longer ones are not images that were made here. */
export const MAX_SETTINGS_FILE_MB = 100;

/** Sizes of images that can be edited, and the largest upscaled image, in pixels (docs/api-rules.md, "Image edits"). */
export const EDIT_BOUNDS = { minPixels: 65_536, maxPixels: 33_177_600, maxUpscaledPixels: 16_777_216 } as const;
