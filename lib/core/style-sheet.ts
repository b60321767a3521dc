/**
 * The picture with an example of each style preset, in the order of `IMAGE_STYLES`: rows from the left, from the top.
 * `scripts/make-style-thumbnails.ts` draws it.
 */
export const STYLE_SHEET = {
  /** Where pages load it from. */
  path: '/styles/sheet.webp',
  columns: 6,
  rows: 4,
  /** The width and height of one example, in pixels. */
  side: 176,
} as const;
