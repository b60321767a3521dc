/** What a message may carry. Source: docs/api-rules.md, "Media bounds"; the server holds to the same. */

/** Most pictures and most files of one message. */
export const MOST_IN_A_MESSAGE = { image: 10, file: 5 } as const;
/** Largest file. */
export const MAX_FILE_BYTES = 25_000_000;
/** Pictures have at least so many pixels on each side. */
export const MIN_SIDE = 64;
/** Characters of all attachments of a request, which has 35 MB in all and carries them as base64. */
export const MAX_CHARACTERS_IN_ALL = 34_000_000;

/** A size in the unit that fits: `812 B`, `34 KB`, `2.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}
