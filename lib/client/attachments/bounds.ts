/** What a message may contain. Source: docs/api-rules.md, "Media bounds"; the server enforces the same. */

/** The maximum number of images and of files in one message. */
export const MOST_IN_A_MESSAGE = { image: 10, file: 5 } as const;
/** The largest file. */
export const MAX_FILE_BYTES = 25_000_000;
/** The minimum width and height of images. */
export const MIN_SIDE = 64;
/** The maximum length of all attachments of a request, which may have 35 MB in total and carries them as base64. */
export const MAX_CHARACTERS_IN_ALL = 34_000_000;

/** A size in a suitable unit: `812 B`, `34 KB`, `2.4 MB`, `1.1 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  const [unit, name] = bytes < 999_950_000 ? [1_000_000, 'MB'] : [1_000_000_000, 'GB'];
  return `${(bytes / unit).toFixed(1).replace(/\.0$/, '')} ${name}`;
}
