/** Bounds of the fields of an image request (docs/api-rules.md, "Images"). */
export const IMAGE_BOUNDS = {
  promptCharacters: 7_500,
  minSide: 64,
  maxSide: 1_280,
  minCfgScale: 0.1,
  maxCfgScale: 20,
  maxSeed: 999_999_999,
  maxVariants: 4,
} as const;
